"""Answers what depends on something and what it depends on, in readable ids."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ripplegraph.closure.added_edges import NO_ADDED_EDGES, AddedEdges
from ripplegraph.closure.direction import DEPENDENCIES, DEPENDENTS, Direction
from ripplegraph.closure.file_graph import FileGraph
from ripplegraph.closure.node_graph import NodeGraph
from ripplegraph.closure.search_result import Graph, SearchResult
from ripplegraph.closure.targets import Target, find_target
from ripplegraph.errors import UsageError
from ripplegraph.graph.model import EdgeKind
from ripplegraph.store.sql.codes import EDGE_KIND_CODES

if TYPE_CHECKING:
    from ripplegraph.graph.knowledge import Overlay

DEPENDENCY_KINDS: Final = tuple(kind.value for kind in EdgeKind if kind.is_dependency)


@dataclass(frozen=True)
class Reached:
    """Something with a path to or from the target, and the shortest length of such a path."""

    id: str
    depth: int
    via: str
    """Its neighbour on a shortest path: the one a step nearer to the target, smallest id first."""
    logical: bool = False
    """Whether code alone does not lead so far, or not in so few steps: links are part of it."""
    link: str | None = None
    """The kind of the link between it and `via`, where there is nothing but a link."""


@dataclass(frozen=True)
class Reach:
    """All that depends on a target, or that it depends on."""

    target: str
    direction: str
    counts: tuple[int, ...]
    """How many there are 1, 2, 3, ... steps away."""
    items: tuple[Reached, ...]
    """By depth, then by path and name; the first ones, when there was a limit."""
    possible: tuple[str, ...]
    """One step away through edges whose target is one of several; not counted, not followed."""

    @property
    def total(self) -> int:
        return sum(self.counts)

    @property
    def omitted(self) -> int:
        return self.total - len(self.items)


def find_dependents(
    connection: sqlite3.Connection,
    target: str,
    *,
    depth: int | None = None,
    kinds: Collection[str] | None = None,
    limit: int | None = None,
    overlay: Overlay | None = None,
) -> Reach:
    """Find everything with a path to a file, a directory or another node, by readable id.

    Files and directories are answered with files, other nodes with nodes. `kinds` restricts the
    edges that are followed. Edges of the overlay count like those of code.
    """
    asked = _Question(connection, DEPENDENTS, kinds, overlay)
    return _find_reach(asked, target, depth, limit)


def find_dependencies(
    connection: sqlite3.Connection,
    target: str,
    *,
    depth: int | None = None,
    kinds: Collection[str] | None = None,
    limit: int | None = None,
    overlay: Overlay | None = None,
) -> Reach:
    """Find everything that a file, a directory or another node has a path to."""
    asked = _Question(connection, DEPENDENCIES, kinds, overlay)
    return _find_reach(asked, target, depth, limit)


def find_path(
    connection: sqlite3.Connection,
    *,
    source: str,
    target: str,
    kinds: Collection[str] | None = None,
    overlay: Overlay | None = None,
) -> tuple[str, ...]:
    """Return a shortest path from source to target, both included; empty when there is none.

    Of several shortest paths it is the one whose next hop has the smallest id, at every step; one
    of code alone comes before those with edges of the overlay.
    """
    asked = _Question(connection, DEPENDENTS, kinds, overlay)
    start, end = asked.find_target(source), asked.find_target(target)
    if (start.files or end.files) and (start.node, end.node) != (None, None):
        raise UsageError(
            f"A path leads between files or between symbols, not from {source} to {target}.",
            hint="Name two files or two symbols.",
        )
    graph = asked.choose_graph(start, end)
    ends, starts = set(_get_members(graph, end)), set(_get_members(graph, start))
    if starts & ends:
        return (min(graph.name(starts & ends).values()),)
    levels: list[Collection[int]] = [ends]
    for level in graph.find_levels(sorted(ends), None):
        levels.append(level)
        if not starts.isdisjoint(level):
            result = asked.build_result(graph, levels, end)
            return result.follow(starts, len(levels) - 1)
    return ()


@dataclass(frozen=True)
class _Question:
    """What is asked of which graph."""

    connection: sqlite3.Connection
    direction: Direction
    kinds: Collection[str] | None
    overlay: Overlay | None

    def find_target(self, text: str) -> Target:
        return find_target(self.connection, text, self.overlay)

    def choose_graph(self, *targets: Target, plain: bool = False) -> Graph:
        """Return the graph of files where any is asked about, or else that of nodes."""
        mask = None if self.kinds is None else _build_mask(self.kinds)
        of_files = any(target.files for target in targets)
        added_edges = NO_ADDED_EDGES if plain else self._build_added_edges(mask, of_files=of_files)
        kind = FileGraph if of_files else NodeGraph
        return kind(self.connection, self.direction, mask, added_edges)

    def _build_added_edges(self, mask: int | None, *, of_files: bool) -> AddedEdges:
        if self.overlay is None:
            return NO_ADDED_EDGES
        # Imported here: most projects have nothing to lay over their graph.
        from ripplegraph.closure.overlay import map_edges_to_files, map_edges_to_nodes

        lay_over = map_edges_to_files if of_files else map_edges_to_nodes
        return lay_over(self.connection, self.overlay, self.direction, mask)

    def build_result(
        self, graph: Graph, levels: list[Collection[int]], target: Target
    ) -> SearchResult:
        """Complete what was found with what code alone leads to."""
        if not graph.added_edges.are_met(levels):
            return SearchResult(graph, levels, levels)
        if target.is_knowledge:
            return SearchResult(graph, levels, [])
        plain = self.choose_graph(target, plain=True)
        starts = sorted(levels[0])
        found = plain.find_levels(starts, len(levels) - 1) if len(levels) > 1 else ()
        return SearchResult(graph, levels, [levels[0], *found])


def _find_reach(asked: _Question, text: str, depth: int | None, limit: int | None) -> Reach:
    if (depth is not None and depth < 1) or (limit is not None and limit < 0):
        raise UsageError(
            f"Depth {depth} and limit {limit} cannot be used.",
            hint="A depth is at least 1 and a limit at least 0.",
        )
    target = asked.find_target(text)
    graph = asked.choose_graph(target)
    starts = _get_members(graph, target)
    levels = list(graph.find_levels(starts, depth))
    certain = levels[0] if levels else ()
    possible = {near for near in graph.find_possible(starts) if near not in certain}
    result = asked.build_result(graph, [frozenset(starts), *levels], target)
    return Reach(
        target=target.id,
        direction=asked.direction.name,
        counts=tuple(map(len, levels)),
        items=tuple(_describe(result, limit)),
        possible=tuple(sorted(graph.name(possible).values())),
    )


def _describe(result: SearchResult, limit: int | None) -> list[Reached]:
    items: list[Reached] = []
    for depth, level in enumerate(result.levels[1:], 1):
        wanted = None if limit is None else limit - len(items)
        if wanted == 0:
            break
        names = result.graph.sort(level, wanted)
        steps = {member: result.find_nearer(member, depth) for member in names}
        nearer = result.graph.name({near for nears in steps.values() for near in nears})
        for member, nears in steps.items():
            via = min(nears, key=nearer.__getitem__)
            logical = not result.is_plain(member, depth)
            link = result.find_link(member, via) if logical else None
            items.append(Reached(names[member], depth, nearer[via], logical, link))
    return items


def _get_members(graph: Graph, target: Target) -> tuple[int, ...]:
    if target.is_knowledge:
        return (graph.added_edges.get_number(target.id),)
    return target.files if target.node is None else (target.node,)


def _build_mask(kinds: Collection[str]) -> int:
    mask = 0
    for kind in kinds:
        if kind not in DEPENDENCY_KINDS:
            raise UsageError(
                f"There is no dependency of kind {kind!r}.",
                hint=f"The kinds are {', '.join(DEPENDENCY_KINDS)}.",
            )
        mask |= 1 << EDGE_KIND_CODES[EdgeKind(kind)]
    return mask
