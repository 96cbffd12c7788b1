"""Edges that people added, as a search follows them: by numbers, in one direction.

What is in no row of the graph, such as a node of knowledge, has a number beyond all of the rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

from ripplegraph.graph.model import IMPACT_WEIGHTS, EdgeKind


class AddedEdge(NamedTuple):
    """One logical edge: whoever is at any of its near ends is a step away from all far ends."""

    near: frozenset[int]
    far: frozenset[int]
    kind: EdgeKind
    strength: float
    """How much of a change goes over it: weight times confidence."""


class AddedEdges:
    """The logical edges that are laid over a graph, by their ends."""

    def __init__(self, added_edges: Iterable[AddedEdge], names: Mapping[int, str]) -> None:
        self.names = names
        """The ids of what only the added_edges bring into the graph."""
        self._added_edges = tuple(added_edges)
        self._at_near: defaultdict[int, list[int]] = defaultdict(list)
        self._at_far: defaultdict[int, list[int]] = defaultdict(list)
        for place, edge in enumerate(self._added_edges):
            for member in edge.near:
                self._at_near[member].append(place)
            for member in edge.far:
                self._at_far[member].append(place)

    def __bool__(self) -> bool:
        return bool(self._added_edges)

    def find_number(self, node_id: str) -> int | None:
        """Return the number of something that only the added edges bring into the graph."""
        return next((number for number, name in self.names.items() if name == node_id), None)

    def follow(self, members: Collection[int]) -> set[int]:
        """Return what added_edges lead to from any of the members."""
        places = {place for member in self._find_at(members) for place in self._at_near[member]}
        return {far for place in places for far in self._added_edges[place].far}

    def are_met(self, levels: Iterable[Collection[int]]) -> bool:
        """Tell whether a edge begins anywhere in what was found."""
        return any(True for level in levels for _ in self._find_at(level))

    def find_nearer(self, member: int) -> set[int]:
        """Return where the added_edges begin that lead to a member."""
        places = self._at_far.get(member, ())
        return {near for place in places for near in self._added_edges[place].near} - {member}

    def get_kind(self, member: int, near: int) -> EdgeKind:
        """Return the strongest kind of the added_edges that lead to a member from one near it."""
        kinds = {edge.kind for edge in self.find_between(member, near)}
        return max(kinds, key=lambda kind: (IMPACT_WEIGHTS[kind], kind))

    def find_between(self, member: int, near: int) -> list[AddedEdge]:
        """Return the added_edges that lead to a member from one near it."""
        return [
            edge
            for edge in (self._added_edges[place] for place in self._at_far.get(member, ()))
            if near in edge.near and near != member
        ]

    def find_strengths(self, near: int) -> dict[int, float]:
        """Return what added_edges lead to from one place, each with that of the strongest edge."""
        found: dict[int, float] = {}
        for place in self._at_near.get(near, ()):
            edge = self._added_edges[place]
            for far in edge.far:
                if far != near:
                    found[far] = max(found.get(far, 0.0), edge.strength)
        return found

    def _find_at(self, members: Collection[int]) -> Iterable[int]:
        """Return the members where added_edges begin, by going through whatever is fewer."""
        if not self._added_edges:
            return ()
        if len(members) < len(self._at_near):
            return (member for member in members if member in self._at_near)
        return (member for member in self._at_near if member in members)


NO_ADDED_EDGES: Final = AddedEdges((), {})
