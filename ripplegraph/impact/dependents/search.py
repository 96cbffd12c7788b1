"""Searches the dependents of files or symbols: exact distances, and the strongest path of each."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from itertools import islice
from typing import TYPE_CHECKING

from ripplegraph.closure.added_edges import AddedEdges
from ripplegraph.closure.edge_strengths import EDGE_WEIGHTS, LINK_STRENGTHS
from ripplegraph.impact.dependents.path_strengths import PathStrengths, Runs
from ripplegraph.impact.dependents.reach import Levels, Reach
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import CERTAIN

if TYPE_CHECKING:
    from ripplegraph.closure.file_graph import FileGraph
    from ripplegraph.closure.node_graph import NodeGraph
    from ripplegraph.closure.packed_links import PackedLinks

MOST_COUNTED = 5_000
"""So many symbols beyond the distance that was asked for are counted, and no more."""
_Links = defaultdict[int, defaultdict[float, list[int]]]
"""By target and strength: where links come from."""


def reach_files(
    connection: sqlite3.Connection, graph: FileGraph, starts: Sequence[int], depth: int | None
) -> Reach:
    """Find the files that depend on some files; a large project is not counted to the end."""
    packed = graph.packed
    levels = graph.find_levels(starts, None if packed is None else depth)
    near = [set(level) for level in islice(levels, depth)]
    farther = [*map(len, levels)]
    complete = packed is None or depth is None or len(near) < depth
    find_runs = (
        _choose_runs(_read_links(connection, graph, _find_inner(starts, near)))
        if packed is None
        else _choose_packed_runs(packed, graph.added_edges)
    )
    counts = (*map(len, near), *farther)
    return Reach(Levels(near), PathStrengths(starts, near, find_runs), counts, complete)


def reach_symbols(
    connection: sqlite3.Connection, graph: NodeGraph, starts: Sequence[int], depth: int | None
) -> Reach:
    """Find the symbols that depend on some symbols, step by step over the edges."""
    levels = graph.find_levels(starts, None)
    near = [set(level) for level in islice(levels, depth)]
    farther, complete = _count_farther(levels)
    links = _read_edges(connection, graph, _find_inner(starts, near))
    strengths = PathStrengths(starts, near, _choose_runs(links))
    return Reach(Levels(near), strengths, (*map(len, near), *farther), complete)


def _find_inner(starts: Sequence[int], near: Sequence[Set[int]]) -> list[int]:
    """Return everything but the outermost: paths lead through these."""
    return [*starts, *(member for level in near[:-1] for member in level)]


def _count_farther(levels: Iterator[Collection[int]]) -> tuple[list[int], bool]:
    """Count the levels beyond a distance, unless they are so large that it would take long."""
    counts: list[int] = []
    for level in levels:
        counts.append(len(level))
        if sum(counts) > MOST_COUNTED:
            return counts[:-1], False
    return counts, True


def _read_links(connection: sqlite3.Connection, graph: FileGraph, inner: list[int]) -> _Links:
    links = _build_links()
    rows = connection.execute(statements.SELECT_LINKS_INTO, (json.dumps(inner),))
    for target, source, kinds in rows:
        links[target][LINK_STRENGTHS[kinds]].append(source)
    _include_added_edges(links, inner, graph.added_edges)
    return links


def _read_edges(connection: sqlite3.Connection, graph: NodeGraph, inner: list[int]) -> _Links:
    links = _build_links()
    rows = connection.execute(statements.SELECT_EDGES_INTO_NODES, (json.dumps(inner),))
    for target, source, kind, confidence in rows:
        links[target][EDGE_WEIGHTS[kind] * confidence / CERTAIN].append(source)
    _include_added_edges(links, inner, graph.added_edges)
    return links


def _build_links() -> _Links:
    return defaultdict(lambda: defaultdict(list))


def _include_added_edges(links: _Links, inner: Iterable[int], added: AddedEdges) -> None:
    if added:
        for target in inner:
            for source, strength in added.find_strengths(target).items():
                links[target][strength].append(source)


def _choose_runs(links: _Links) -> Callable[[Set[int]], Runs]:
    return lambda targets: (
        (strength, (sources,))
        for target in targets
        if target in links
        for strength, sources in links[target].items()
    )


def _choose_packed_runs(packed: PackedLinks, added: AddedEdges) -> Callable[[Set[int]], Runs]:
    def find_runs(targets: Set[int]) -> Runs:
        yield from packed.find_runs(targets)
        for target in targets if added else ():
            for source, strength in added.find_strengths(target).items():
                yield strength, ((source,),)

    return find_runs
