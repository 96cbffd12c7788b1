"""Finds what depends on symbols and describes it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from ripplegraph.closure.bridges import Bridges
from ripplegraph.impact.reach import Reach, reach_symbols
from ripplegraph.impact.report import Dependent
from ripplegraph.impact.rows import Rows, Scope, count_rows
from ripplegraph.impact.symbols import Edge, SymbolDescriber, build_edge
from ripplegraph.impact.targets import Aim
from ripplegraph.impact.ties import Ties, find_partners_of_files
from ripplegraph.store import statements


def find_symbol_rows(
    graph: sqlite3.Connection, aims: Sequence[Aim], scope: Scope, bridges: Bridges
) -> Rows:
    starts = [bridges.get_number(aim.id) if aim.node is None else aim.node for aim in aims]
    reach = reach_symbols(graph, starts, scope.depth, bridges)
    describer = SymbolDescriber(graph, reach, starts, bridges)
    depths = {node: depth for depth, level in enumerate(reach.levels, 1) for node in level}
    describer.load([*starts, *depths])
    strengths = reach.strengths.find_all()
    order = sorted(depths, key=lambda node: (-strengths[node], describer.get(node).id))
    direct = [node for node in order if depths[node] == 1][: scope.limit]
    transitive = [node for node in order if depths[node] > 1][: scope.limit]
    certain = [describer.describe(node, round(strengths[node], 4)) for node in direct]
    near_symbols = {describer.get(node).id: depth for node, depth in depths.items()}
    near_paths: dict[str, int] = {}
    for node, depth in depths.items():
        path = describer.get(node).path
        if path is not None:
            near_paths[path] = min(depth, near_paths.get(path, depth))
    possible = _find_possible(graph, starts, reach, describer)
    return Rows(
        certain + possible[: scope.limit],
        [describer.describe(node, round(strengths[node], 4)) for node in transitive],
        *count_rows(reach, scope),
        near_paths,
        near_symbols,
        _find_partners(graph, aims, scope),
        near_symbols,
        frozenset(row.id for row in possible),
    )


def _find_partners(graph: sqlite3.Connection, aims: Sequence[Aim], scope: Scope) -> Ties:
    """Find what changes with the files that symbols are in."""
    listed = json.dumps([aim.path for aim in aims if aim.path is not None])
    targets = dict(graph.execute(statements.SELECT_NUMBERS_OF_FILES, (listed,)).fetchall())
    return find_partners_of_files(graph, targets, largest=scope.largest_commit)


def _find_possible(
    graph: sqlite3.Connection, starts: Sequence[int], reach: Reach, describer: SymbolDescriber
) -> list[Dependent]:
    """Find what uses a name that may mean a target; shown, not counted, not followed."""
    found: dict[int, list[Edge]] = {}
    direct = frozenset(reach.levels[0]) if reach.levels else frozenset()
    rows = graph.execute(statements.SELECT_POSSIBLE_EDGES, (json.dumps(list(starts)),))
    for source, *edge in rows:
        if source not in starts and source not in direct:
            found.setdefault(source, []).append(build_edge(*edge))
    described = [describer.describe_possible(node, edges) for node, edges in found.items()]
    return sorted(described, key=lambda row: (-row.score, row.id))
