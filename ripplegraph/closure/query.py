"""Finds dependents, dependencies and paths of targets, in readable ids."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ripplegraph.closure.direction import DEPENDENCIES, DEPENDENTS, Direction
from ripplegraph.closure.search_graph import (
    build_file_graph,
    build_node_graph,
    get_members,
    is_of_files,
)
from ripplegraph.closure.search_result import SearchResult
from ripplegraph.errors import UsageError
from ripplegraph.graph.model import EdgeKind
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import EDGE_KIND_CODES
from ripplegraph.targets.target import ResolvedTarget

if TYPE_CHECKING:
    from ripplegraph.closure.search_graph import Graph
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
    unresolved_calls: int = 0
    """Calls by the target's name that lead nowhere and may mean it."""

    @property
    def total(self) -> int:
        return sum(self.counts)

    @property
    def omitted(self) -> int:
        return self.total - len(self.items)


def find_dependents(
    connection: sqlite3.Connection,
    target: ResolvedTarget,
    *,
    depth: int | None = None,
    kinds: Collection[str] | None = None,
    limit: int | None = None,
    overlay: Overlay | None = None,
) -> Reach:
    """Find everything with a path to a target.

    Files and directories are answered with files, as is knowledge that only these are linked to,
    and other nodes with nodes. `kinds` restricts the edges that are followed. Edges of the overlay
    count like those of code.
    """
    asked = _Question(connection, DEPENDENTS, kinds, overlay)
    return _find_reach(asked, target, depth, limit)


def find_dependencies(
    connection: sqlite3.Connection,
    target: ResolvedTarget,
    *,
    depth: int | None = None,
    kinds: Collection[str] | None = None,
    limit: int | None = None,
    overlay: Overlay | None = None,
) -> Reach:
    """Find everything that a target has a path to."""
    asked = _Question(connection, DEPENDENCIES, kinds, overlay)
    return _find_reach(asked, target, depth, limit)


def find_path(
    connection: sqlite3.Connection,
    *,
    source: ResolvedTarget,
    target: ResolvedTarget,
    overlay: Overlay | None = None,
) -> tuple[str, ...]:
    """Return a shortest path from source to target, both included; empty when there is none.

    Between files, and knowledge tied to files only, it leads over files. From or to anything else
    it leads over nodes, and a file stands for everything in it. Of several shortest paths it is
    the one whose next hop has the smallest id, at every step; one of code alone comes before those
    with edges of the overlay.
    """
    if is_of_files(source, overlay) and is_of_files(target, overlay):
        return find_file_path(connection, source=source, target=target, overlay=overlay)
    asked = _Question(connection, DEPENDENTS, None, overlay)
    graph = asked.build_graph(of_files=False)
    ends = (_find_nodes(graph, connection, end) for end in (source, target))
    return _follow_path(asked, graph, *ends)


def find_file_path(
    connection: sqlite3.Connection,
    *,
    source: ResolvedTarget,
    target: ResolvedTarget,
    overlay: Overlay | None = None,
) -> tuple[str, ...]:
    """Return a shortest path over files, and over nodes of knowledge that links tie to them."""
    asked = _Question(connection, DEPENDENTS, None, overlay)
    graph = asked.build_graph(of_files=True)
    return _follow_path(asked, graph, *(set(get_members(graph, end)) for end in (source, target)))


def _find_nodes(graph: Graph, connection: sqlite3.Connection, end: ResolvedTarget) -> set[int]:
    """Return the nodes of an end: of files, everything that is in them."""
    if not end.files:
        return set(get_members(graph, end))
    rows = connection.execute(statements.SELECT_NODES_IN_FILES, (json.dumps(end.files),))
    return {node for (node,) in rows}


def _follow_path(
    asked: _Question, graph: Graph, starts: set[int], ends: set[int]
) -> tuple[str, ...]:
    if starts & ends:
        return (min(graph.name(starts & ends).values()),)
    levels: list[Collection[int]] = [ends]
    for level in graph.find_levels(sorted(ends), None) if starts and ends else ():
        levels.append(level)
        if not starts.isdisjoint(level):
            result = asked.build_result(graph, levels)
            return result.follow(starts, len(levels) - 1)
    return ()


@dataclass(frozen=True)
class _Question:
    """A search in one direction, over some kinds of edges."""

    connection: sqlite3.Connection
    direction: Direction
    kinds: Collection[str] | None
    overlay: Overlay | None

    def build_graph(self, *, of_files: bool, plain: bool = False) -> Graph:
        mask = None if self.kinds is None else _build_mask(self.kinds)
        build = build_file_graph if of_files else build_node_graph
        overlay = None if plain else self.overlay
        return build(self.connection, self.direction, kinds=mask, overlay=overlay)

    def build_result(self, graph: Graph, levels: list[Collection[int]]) -> SearchResult:
        """Complete the levels of a search with those that code alone leads to."""
        if not graph.added_edges.are_met(levels):
            return SearchResult(graph, levels, levels)
        starts = sorted(set(levels[0]) - graph.added_edges.names.keys())
        if not starts:
            return SearchResult(graph, levels, [])
        plain = self.build_graph(of_files=graph.of_files, plain=True)
        found = plain.find_levels(starts, len(levels) - 1) if len(levels) > 1 else ()
        return SearchResult(graph, levels, [levels[0], *found])


def _find_reach(
    asked: _Question, target: ResolvedTarget, depth: int | None, limit: int | None
) -> Reach:
    if (depth is not None and depth < 1) or (limit is not None and limit < 0):
        raise UsageError(
            f"Depth {depth} and limit {limit} cannot be used.",
            hint="A depth is at least 1 and a limit at least 0.",
        )
    graph = asked.build_graph(of_files=is_of_files(target, asked.overlay))
    starts = get_members(graph, target)
    levels = list(graph.find_levels(starts, depth))
    certain = levels[0] if levels else ()
    possible = {near for near in graph.find_possible(starts) if near not in certain}
    result = asked.build_result(graph, [frozenset(starts), *levels])
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
