"""Searches the dependents of files or symbols: exact distances, and the strongest path of each."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence, Set

from ripplegraph.closure.added_edges import NO_ADDED_EDGES, AddedEdges
from ripplegraph.closure.edge_strengths import EDGE_WEIGHTS, LINK_STRENGTHS
from ripplegraph.closure.levels import find_members, pack_bits, unpack_levels
from ripplegraph.impact.dependents.edge_kinds import SYMBOL_KINDS
from ripplegraph.impact.dependents.path_strengths import PathStrengths, Runs
from ripplegraph.impact.dependents.reach import Levels, Reach
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import CERTAIN

MOST_COUNTED = 5_000
"""So many symbols beyond the distance that was asked for are counted, and no more."""
_Links = defaultdict[int, defaultdict[float, list[int]]]
"""By target and strength: where links come from."""


def reach_files(
    connection: sqlite3.Connection,
    starts: Sequence[int],
    depth: int | None,
    added: AddedEdges = NO_ADDED_EDGES,
) -> Reach:
    """Find the files that depend on some files, from what is stored to be searched."""
    if connection.execute(statements.HAS_LINK_BLOCKS).fetchone()[0]:
        # Imported here: few projects are so large.
        from ripplegraph.impact.dependents.packed_search import reach_packed_files

        return reach_packed_files(connection, starts, depth, added)
    near, counts, complete = _find_file_levels(connection, starts, depth, added)
    links = _build_links()
    inner = [*starts, *(file for level in near[:-1] for file in level)]
    rows = connection.execute(statements.SELECT_LINKS_INTO, (json.dumps(inner),))
    for target, source, kinds in rows:
        links[target][LINK_STRENGTHS[kinds]].append(source)
    _include_added_edges(links, inner, added)
    return Reach(Levels(near), PathStrengths(starts, near, _choose_runs(links)), counts, complete)


def _find_file_levels(
    connection: sqlite3.Connection,
    starts: Sequence[int],
    depth: int | None,
    added: AddedEdges,
) -> tuple[list[set[int]], tuple[int, ...], bool]:
    """Return what is at each distance, how many there are, and whether these go all the way."""
    if connection.execute(statements.HAS_FILE_DEPENDENTS).fetchone()[0]:
        levels = _read_levels(connection, starts)
        counts = tuple(level.bit_count() for level in levels)
        if not added or not added.are_met([starts, *map(set, map(find_members, levels))]):
            return [set(find_members(level)) for level in levels[:depth]], counts, True

    def follow(files: Collection[int]) -> set[int]:
        return _find_file_sources(connection, files) | added.follow(files)

    # All the way where something is laid over: the counts beyond the depth are not stored.
    near = _search(starts, None if added else depth, follow)
    complete = bool(added) or depth is None or len(near) < depth
    return near[:depth], tuple(map(len, near)), complete


def _build_links() -> _Links:
    return defaultdict(lambda: defaultdict(list))


def _choose_runs(links: _Links) -> Callable[[Set[int]], Runs]:
    return lambda targets: (
        (strength, (sources,))
        for target in targets
        if target in links
        for strength, sources in links[target].items()
    )


def _include_added_edges(links: _Links, inner: Iterable[int], added: AddedEdges) -> None:
    if added:
        for target in inner:
            for source, strength in added.find_strengths(target).items():
                links[target][strength].append(source)


def reach_symbols(
    connection: sqlite3.Connection,
    starts: Sequence[int],
    depth: int | None,
    added: AddedEdges = NO_ADDED_EDGES,
) -> Reach:
    """Find the symbols that depend on some symbols, step by step over the edges."""
    links = _build_links()

    def follow(nodes: Collection[int]) -> set[int]:
        rows = connection.execute(statements.SELECT_EDGES_INTO_NODES, (json.dumps(list(nodes)),))
        found = set()
        for target, source, kind, confidence in rows:
            if kind in SYMBOL_KINDS:
                strength = EDGE_WEIGHTS[kind] * confidence / CERTAIN
                links[target][strength].append(source)
                found.add(source)
        _include_added_edges(links, nodes, added)
        return found | added.follow(nodes)

    near = _search(starts, depth, follow)
    counts = [*map(len, near)]
    complete = depth is None or len(near) < depth
    if not complete:
        seen = {*starts, *(node for level in near for node in level)}
        farther, complete = _count_farther(near[-1], seen, follow)
        counts += farther
    strengths = PathStrengths(starts, near, _choose_runs(links))
    return Reach(Levels(near), strengths, tuple(counts), complete)


def _count_farther(
    frontier: Collection[int], seen: set[int], follow: Callable[[Collection[int]], set[int]]
) -> tuple[list[int], bool]:
    """Count what is beyond a distance, unless that is so much that it would take long."""
    counts: list[int] = []
    left = MOST_COUNTED
    while frontier:
        frontier = follow(frontier) - seen
        seen |= frontier
        left -= len(frontier)
        if left < 0:
            return counts, False
        counts.append(len(frontier))
    return counts[:-1], True


def _read_levels(connection: sqlite3.Connection, starts: Sequence[int]) -> list[int]:
    """Return what is 1, 2, 3, ... steps away from the nearest start, as bits."""
    rows = []
    for file in starts:
        row = connection.execute(statements.SELECT_FILE_DEPENDENTS, (file,)).fetchone()
        if row is not None:
            rows.append(unpack_levels(row[0]))
    seen = pack_bits(starts)
    levels = []
    for step in range(max(map(len, rows), default=0)):
        found = 0
        for levels_of_one in rows:
            found |= levels_of_one[step] if step < len(levels_of_one) else 0
        found &= ~seen
        if not found:
            break
        seen |= found
        levels.append(found)
    return levels


def _search(
    starts: Iterable[int], depth: int | None, follow: Callable[[Collection[int]], set[int]]
) -> list[set[int]]:
    frontier = set(starts)
    seen = set(frontier)
    levels: list[set[int]] = []
    while frontier and (depth is None or len(levels) < depth):
        frontier = follow(frontier) - seen
        seen |= frontier
        if frontier:
            levels.append(frontier)
    return levels


def _find_file_sources(connection: sqlite3.Connection, files: Collection[int]) -> set[int]:
    rows = connection.execute(statements.SELECT_LINKS_INTO, (json.dumps(list(files)),))
    return {source for _, source, _ in rows}
