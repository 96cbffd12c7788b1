"""Edges between readable ids, and the links of one file that hold them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from ripplegraph.graph.place_recorder import PlaceRecorder
from ripplegraph.graph.tests import is_test_path

EXACT, INFERRED, AMBIGUOUS = "exact", "inferred", "ambiguous"
STRENGTH = {EXACT: 2, INFERRED: 1, AMBIGUOUS: 0}


class LinkedEdge(msgspec.Struct, frozen=True, gc=False):
    """One edge between readable ids: *source depends on target*."""

    source: str
    kind: str
    target: str
    line: int
    resolution: str = EXACT
    candidates: int = 1
    confidence: float = 1.0
    evidence: str = ""
    """For an edge that a text shows: which text, in words."""


class Binding(NamedTuple):
    """What one place in a file was bound to, for those who look at single places."""

    position: int
    kind: str
    target: str


@dataclass(slots=True)
class FileLinks:
    """Everything linking found out about one file."""

    path: str
    edges: dict[tuple[str, str, str], LinkedEdge] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    bindings: list[Binding] | None = None
    read: set[int] = field(default_factory=set)
    """The marks of everything that these links depend on."""
    sites: dict[str, list[tuple[int, int, int]]] = field(default_factory=dict)
    """By the key of the function called: level, number and offset of call sites, see `flows`."""
    routes: list[tuple[str, str, str, str, str]] = field(default_factory=list)
    """What the file says about routes, see `inferring.route_table.Part`."""
    missed: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The names of attributes whose calls lead nowhere: how many calls, and the first line."""
    places: PlaceRecorder = field(default_factory=PlaceRecorder)

    def clear(self) -> None:
        """Let go of everything but the path."""
        self.edges, self.counts, self.sites, self.read = {}, {}, {}, set()
        self.missed, self.routes, self.places = {}, [], PlaceRecorder()

    def miss(self, name: str, line: int) -> None:
        """Keep that a call of an attribute led nowhere."""
        calls, first = self.missed.get(name, (0, line))
        self.missed[name] = calls + 1, min(first, line)

    def note(self, position: int, kind: str, target: str) -> None:
        """Keep what one place was bound to, if anybody wants to know."""
        if self.bindings is not None:
            self.bindings.append(Binding(position, kind, target))

    def add(
        self,
        source: str,
        kind: str,
        target: str,
        line: int,
        resolution: str,
        candidates: int,
        confidence: float,
        evidence: str = "",
    ) -> None:
        """Keep an edge; of two alike the better resolved one stays, with the first line."""
        key = (source, kind, target)
        known = self.edges.get(key)
        if known is None:
            if resolution != EXACT and crosses_into_tests(source, target):
                return
        elif resolution == known.resolution and line >= known.line:
            return
        elif STRENGTH[resolution] > STRENGTH[known.resolution]:
            line = min(line, known.line)
        elif line < known.line:
            resolution, candidates, confidence, evidence = (
                known.resolution,
                known.candidates,
                known.confidence,
                known.evidence,
            )
        else:
            return
        self.edges[key] = LinkedEdge(
            source, kind, target, line, resolution, candidates, confidence, evidence
        )


def crosses_into_tests(source: str, target: str) -> bool:
    """Whether code would depend on tests: a stub that a test hands in is no dependency of it."""
    return is_test_path(target.partition("::")[0]) and not is_test_path(source.partition("::")[0])
