"""Answers what depends on something and what it depends on, in readable ids."""

import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from ripplegraph.closure.direction import DEPENDENCIES, DEPENDENTS, Direction
from ripplegraph.closure.files import FileGraph
from ripplegraph.closure.nodes import NodeGraph
from ripplegraph.closure.targets import Target, find_target
from ripplegraph.errors import UsageError
from ripplegraph.graph.model import EdgeKind
from ripplegraph.store.codes import EDGE_KIND_CODES

Graph = FileGraph | NodeGraph

DEPENDENCY_KINDS: Final = tuple(kind.value for kind in EdgeKind if kind.is_dependency)


@dataclass(frozen=True)
class Reached:
    """Something with a path to or from the target, and the shortest length of such a path."""

    id: str
    depth: int
    via: str
    """Its neighbour on a shortest path: the one a step nearer to the target, smallest id first."""


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
) -> Reach:
    """Find everything with a path to a file, a directory or another node, by readable id.

    Files and directories are answered with files, other nodes with nodes. `kinds` restricts the
    edges that are followed.
    """
    return _find_reach(connection, DEPENDENTS, target, depth, kinds, limit)


def find_dependencies(
    connection: sqlite3.Connection,
    target: str,
    *,
    depth: int | None = None,
    kinds: Collection[str] | None = None,
    limit: int | None = None,
) -> Reach:
    """Find everything that a file, a directory or another node has a path to."""
    return _find_reach(connection, DEPENDENCIES, target, depth, kinds, limit)


def find_path(
    connection: sqlite3.Connection,
    *,
    source: str,
    target: str,
    kinds: Collection[str] | None = None,
) -> tuple[str, ...]:
    """Return a shortest path from source to target, both included; empty when there is none.

    Of several shortest paths it is the one whose next hop has the smallest id, at every step.
    """
    start, end = find_target(connection, source), find_target(connection, target)
    graph = _choose_graph(connection, DEPENDENTS, end, kinds)
    ends, starts = set(_get_members(end)), set(_get_members(start))
    if (start.node is None) != (end.node is None):
        raise UsageError(
            f"A path leads between files or between symbols, not from {source} to {target}.",
            hint="Name two files or two symbols.",
        )
    if starts & ends:
        return (min(graph.name(starts & ends).values()),)
    levels: list[Collection[int]] = [ends]
    for level in graph.find_levels(sorted(ends), None):
        found = starts.intersection(level)
        if found:
            return _follow(graph, _choose(graph, found), levels)
        levels.append(level)
    return ()


def _follow(graph: Graph, member: int, levels: list[Collection[int]]) -> tuple[str, ...]:
    path = [member]
    for level in reversed(levels):
        path.append(_choose(graph, [near for near in graph.find_nearer(path[-1]) if near in level]))
    names = graph.name(path)
    return tuple(names[member] for member in path)


def _choose(graph: Graph, members: Collection[int]) -> int:
    """Return the member with the smallest id."""
    names = graph.name(members)
    return min(members, key=names.__getitem__)


def _find_reach(
    connection: sqlite3.Connection,
    direction: Direction,
    text: str,
    depth: int | None,
    kinds: Collection[str] | None,
    limit: int | None,
) -> Reach:
    if (depth is not None and depth < 1) or (limit is not None and limit < 0):
        raise UsageError(
            f"Depth {depth} and limit {limit} cannot be used.",
            hint="A depth is at least 1 and a limit at least 0.",
        )
    target = find_target(connection, text)
    graph = _choose_graph(connection, direction, target, kinds)
    starts = _get_members(target)
    levels = list(graph.find_levels(starts, depth))
    certain = levels[0] if levels else ()
    possible = {near for near in graph.find_possible(starts) if near not in certain}
    return Reach(
        target=target.id,
        direction=direction.name,
        counts=tuple(map(len, levels)),
        items=tuple(_describe(graph, [starts, *levels], limit)),
        possible=tuple(sorted(graph.name(possible).values())),
    )


def _describe(graph: Graph, levels: Sequence[Collection[int]], limit: int | None) -> list[Reached]:
    items: list[Reached] = []
    for depth, level in enumerate(levels[1:], 1):
        wanted = None if limit is None else limit - len(items)
        if wanted == 0:
            break
        names = graph.sort(level, wanted)
        nearer = levels[depth - 1]
        steps = {
            member: [near for near in graph.find_nearer(member) if near in nearer]
            for member in names
        }
        nearer_names = graph.name({near for nears in steps.values() for near in nears})
        for member, nears in steps.items():
            via = min(nearer_names[near] for near in nears)
            items.append(Reached(names[member], depth, via))
    return items


def _choose_graph(
    connection: sqlite3.Connection,
    direction: Direction,
    target: Target,
    kinds: Collection[str] | None,
) -> Graph:
    mask = None if kinds is None else _build_mask(kinds)
    if target.node is None:
        return FileGraph(connection, direction, mask)
    return NodeGraph(connection, direction, mask)


def _get_members(target: Target) -> tuple[int, ...]:
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
