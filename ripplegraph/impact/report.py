"""The answer to "what does an edit here reach?", as one frozen value.

Its JSON form is described by docs/reference/impact.schema.json. Its parts are named tuples because
they are declared when the command starts, and a dataclass takes twice as long.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Target(NamedTuple):
    """A target of the question, found in the graph."""

    id: str
    type: str
    path: str | None
    line: int | None
    asked: str
    """As it was written."""
    change: Mapping[str, Any] | None = None
    """For a change: its class, whether it is compatible, and what happened in words."""


class Dependent(NamedTuple):
    """Something that an edit of a target may reach."""

    id: str
    path: str | None
    line: int | None
    type: str
    depth: int
    """The exact shortest distance."""
    score: float
    """From 0 to 1, on the same scale for dependents, tests and files that change together."""
    strength: float
    """The best product of weight and confidence of the edges along a path."""
    edges: tuple[Mapping[str, Any], ...]
    """The edges of its first step: kind, and how it was resolved."""
    via: str
    """The path in words."""
    steps: tuple[str, ...]
    """The path as ids, from here to the target."""
    symbols: tuple[str, ...] = ()
    """In a file: what inside it takes the first step."""
    symbol_count: int = 0
    possible: bool = False
    """Whether the name it uses may also mean something else."""
    through_override: bool = False
    """Whether it calls a method that the target overrides."""
    breaks: bool = False
    """Whether it has to be adapted to a change: what it uses is gone or used otherwise now."""
    logical: bool = False
    """Whether a link that someone added is part of the path."""


class PossibleDependent(NamedTuple):
    """Something that uses the name of a target, though nobody could bind it to one."""

    id: str
    path: str | None
    line: int | None
    tier: str
    """`likely`: it counts in the score and for tests; `possible`: nothing known rules it out."""
    score: float
    why: str
    lines: tuple[int, ...] = ()
    """Where in it the name stands."""


class Override(NamedTuple):
    """A method that overrides or implements a target, or that a target overrides."""

    id: str
    path: str
    line: int | None
    how: str
    """`overrides`, `implements`, `fits` (a protocol that its class does not name), `overridden`."""
    strength: float
    """Weight times confidence, where it has to follow the target; else 0."""


class Test(NamedTuple):
    """A test that exercises a target, named as its runner names it."""

    id: str
    path: str
    score: float
    reason: str
    depth: int = 0
    """The steps from the test to the target; 0: it is a target itself, or only imports it."""
    uses: int = 0
    """How many different things in the targets the test itself uses."""
    symbol: str = ""
    """Its id in the graph."""
    line: int | None = None


class CoChangedFile(NamedTuple):
    """A file that changes in the same commits, though no edge shows why."""

    path: str
    score: float
    together: int
    """In how many of the target's last changes it took part."""
    changes: int
    """How many changes that were, without those of bulk commits."""


class RelatedFile(NamedTuple):
    """A file that neither depends on a target nor changes with it for no reason that is known.

    Such as what the target itself uses, a file of the same name, or one that changed with it once.
    """

    path: str
    score: float
    reason: str


class AttachedMemory(NamedTuple):
    """A memory, and where it hangs on the code."""

    id: str
    type: str
    title: str
    content: str
    label: str
    confidence: float
    freshness: Mapping[str, Any]
    provenance: Mapping[str, Any]
    attached_to: str
    """The node of the graph that it is about."""
    distance: int
    """How far that is from the target; 0 is the target itself."""


class Index(NamedTuple):
    """The index that the answer was read from, and its gaps."""

    commit: str | None
    head: str | None
    fresh: bool | None
    """Whether it matches the files; None: nobody can tell."""
    reason: str
    scanned_at: str
    not_covered: Mapping[str, Any]


class EntryPoint(NamedTuple):
    """A target, or something in one, that runs without a call in sight."""

    id: str
    words: str
    """What it is, and what starts it."""


class Impact(NamedTuple):
    """The impact of an edit: dependents, tests, related files and memories."""

    targets: tuple[Target, ...]
    warnings: tuple[str, ...]
    """What is not known about the targets; to be read first."""
    impact_score: float | None
    """None: not known, because only possible uses, unread files or entry points are left."""
    impact_terms: Mapping[str, float]
    """What the score was worked out from."""
    counts: Mapping[str, Any]
    """Exact, whatever is shown: dependents by depth, tests, memories, partners, related files."""
    entry_points: tuple[EntryPoint, ...]
    """What starts targets, or something in them, from outside the project or by a framework."""
    direct_dependents: tuple[Dependent, ...]
    transitive_dependents: tuple[Dependent, ...]
    possible_dependents: tuple[PossibleDependent, ...]
    """The likely ones first."""
    overriders: tuple[Override, ...]
    """What overrides or implements a target: it has to follow a change of the signature."""
    overridden: tuple[Override, ...]
    """What a target overrides or implements itself."""
    tests: tuple[Test, ...]
    memories: Mapping[str, tuple[AttachedMemory, ...]]
    co_changes: tuple[CoChangedFile, ...]
    related: tuple[RelatedFile, ...]
    index: Index  # type: ignore[assignment]  # no one looks for items of an answer
    account: Mapping[str, Any] | None
    """How often the targets' names occur in the project, and as what; None: they have none."""
    places: tuple[Mapping[str, Any], ...]
    """Where they occur: uses, likely and possible uses, unless all were asked for."""
    omitted: Mapping[str, int | None]
    """How much was left out, by reason; None: there is more, but it was not counted."""

    def find_paths(self) -> set[str]:
        """Return the files that the answer names."""
        dependents = (*self.direct_dependents, *self.transitive_dependents)
        paths = {target.path for target in self.targets} | {row.path for row in dependents}
        paths |= {row.path for row in self.possible_dependents}
        return {*(path for path in paths if path is not None), *(test.path for test in self.tests)}
