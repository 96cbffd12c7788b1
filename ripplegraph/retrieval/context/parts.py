"""Parts of a context as values: blocks, groups in them, and items that are never cut."""

from collections.abc import Mapping
from dataclasses import dataclass, field

USER_PROMPT = "user_prompt"
SYSTEM_PROMPT = "system_prompt"


@dataclass(frozen=True)
class Block:
    """A part of a context under a heading of its own."""

    key: str
    title: str
    limit: int | None = None
    """How many items it takes at most."""
    groups: Mapping[str, str] = field(default_factory=dict)
    """The lines over groups of items by their key, in order."""
    others_first: bool = False
    """Whether groups that are not listed come before those that are, and not after them."""
    intro: str = ""
    fenced: bool = True
    """Whether its items stand between fences; otherwise each of them brings its own."""


@dataclass(frozen=True)
class Item:
    """Something that goes into a context as a whole, or not at all."""

    id: str
    kind: str
    block: str
    group: str
    order: tuple[float, ...]
    """The rank: smaller comes first, and is dropped last."""
    forms: tuple[str, ...]
    """Its text as inert lines, and shorter ways to say that it is there, from long to short."""
    citation: str = ""


@dataclass(frozen=True)
class Placed:
    """An item in a context, in one of its forms."""

    id: str
    kind: str
    block: str
    group: str
    form: str
    """`whole`, or `title` where there was no room for more."""
    citation: str
    text: str


@dataclass(frozen=True)
class Preset:
    """A preset: the blocks of a context, its default size, and its use."""

    name: str
    blocks: tuple[Block, ...]
    description: str
    budget: int = 3_000
    placement: str = USER_PROMPT


@dataclass(frozen=True)
class Context:
    """The context of a task for an agent, as text within a budget."""

    text: str
    preset: str
    task: str
    phase: str | None
    budget: int
    unit: str
    used: int
    tokens: int
    """An estimate, whatever the unit."""
    placement: str
    """Where it belongs: in the user's prompt or in that of the system."""
    items: tuple[Placed, ...]
    left_out: Mapping[str, int]
    """How many items are not there, by reason; empty where nothing is missing."""
    considered: int
    """How many memories were looked at."""
    known: int
    """How many there are."""
    warnings: tuple[str, ...]
    files: tuple[str, ...]
    """The dependents that it names: files that need not be read to find them."""
