"""The definition of a memory type: its fields, other names and defaults."""

from collections.abc import Mapping
from dataclasses import dataclass, field

PHASES = ("define", "implement", "validate", "refine", "explore", "reflect")
SCOPES = ("user", "global", "module", "section", "work_unit", "session")
"""From the widest to the narrowest."""
LINK = "link"
"""The type of logical edges, which are part of the graph more than something to read."""


@dataclass(frozen=True)
class Field:
    """One entry that the details of a memory may have."""

    name: str
    kind: str = "text"
    """One of text, integer, number, boolean, texts, object, objects."""
    choices: tuple[str, ...] = ()
    is_path: bool = False
    """Whether it names files of the project."""


@dataclass(frozen=True)
class Alias:
    """The name of a type in another vocabulary; with `tag`, only where that tag is there too."""

    name: str
    tag: str | None = None


@dataclass(frozen=True)
class MemoryType:
    """A type by its one canonical name, and everything that is decided by type."""

    name: str
    family: str
    description: str
    aliases: tuple[Alias, ...] = ()
    fields: tuple[Field, ...] = ()
    confidence: float = 0.8
    half_life_days: float | None = None
    scope: str = "global"
    retention_days: int | None = None
    """After how many days without use cleanup archives it; None means never for this reason."""
    keep_latest: int | None = None
    """How many of them cleanup keeps in one scope; None means as many as the caps allow."""
    embed: bool = True
    injectable: bool = True
    phase_weights: Mapping[str, float] = field(default_factory=dict)

    def get_phase_weight(self, phase: str) -> float:
        return self.phase_weights.get(phase, 1.0)
