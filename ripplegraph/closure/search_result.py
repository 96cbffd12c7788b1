"""The result of a search: what it found in each step, and which way leads there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ripplegraph.closure.search_graph import Graph


@dataclass(frozen=True)
class SearchResult:
    """The levels of a search, its starts included, and those that code alone leads to.

    What code leads to in as few steps is shown as if there were no links: links add to an answer
    and never change what it says about code.
    """

    graph: Graph
    levels: Sequence[Collection[int]]
    plain: Sequence[Collection[int]]

    def is_plain(self, member: int, depth: int) -> bool:
        """Tell whether code alone leads to a member in so many steps."""
        return depth < len(self.plain) and member in self.plain[depth]

    def find_nearer(self, member: int, depth: int) -> list[int]:
        """Return the neighbours of a member that are a step nearer on a shortest path."""
        near = set(self.graph.find_nearer(member))
        if self.is_plain(member, depth):
            return [other for other in near if other in self.plain[depth - 1]]
        near |= self.graph.added_edges.find_nearer(member)
        return [other for other in near if other in self.levels[depth - 1]]

    def find_link(self, member: int, near: int) -> str | None:
        """Return the kind of the link between neighbours that no code ties."""
        if near in set(self.graph.find_nearer(member)):
            return None
        return self.graph.added_edges.get_kind(member, near).value

    def follow(self, starts: Collection[int], depth: int) -> tuple[str, ...]:
        """Return the way from one of the starts, so many steps away, down to the first level."""
        found = [start for start in starts if start in self.levels[depth]]
        plain = [start for start in found if self.is_plain(start, depth)]
        path = [self._choose(plain or found)]
        for left in range(depth, 0, -1):
            path.append(self._choose(self.find_nearer(path[-1], left)))
        names = self.graph.name(set(path))
        return tuple(names[member] for member in path)

    def _choose(self, members: Collection[int]) -> int:
        """Return the member with the smallest id."""
        names = self.graph.name(members)
        return min(members, key=names.__getitem__)
