"""Finds the symbols that depend on target symbols."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from ripplegraph.closure.node_graph import NodeGraph
from ripplegraph.closure.search_graph import get_members
from ripplegraph.graph.file_order import rank_file
from ripplegraph.impact.dependents.reach import Reach
from ripplegraph.impact.dependents.rows import Rows, Scope, count_rows
from ripplegraph.impact.dependents.search import reach_symbols
from ripplegraph.impact.dependents.symbol_descriptions import (
    Edge,
    Symbol,
    SymbolDescriber,
    build_edge,
)
from ripplegraph.impact.ranking.candidates import Candidates, find_unexplained_co_changes
from ripplegraph.impact.report import Dependent
from ripplegraph.store.sql import statements
from ripplegraph.targets.target import ResolvedTarget


def find_symbol_rows(
    graph: sqlite3.Connection,
    nodes: NodeGraph,
    targets: Sequence[ResolvedTarget],
    scope: Scope,
) -> Rows:
    starts = [member for target in targets for member in get_members(nodes, target)]
    reach = reach_symbols(graph, nodes, starts, scope.depth)
    describer = SymbolDescriber(graph, reach, starts, nodes.added_edges)
    depths = {node: depth for depth, level in enumerate(reach.levels, 1) for node in level}
    describer.load([*starts, *depths])
    strengths = reach.strengths.find_all()
    order = sorted(depths, key=lambda node: _rank(describer.get(node), strengths[node]))
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
        certain + possible,
        [describer.describe(node, round(strengths[node], 4)) for node in transitive],
        *count_rows(reach, scope),
        near_paths,
        near_symbols,
        _find_co_changes(graph, targets, scope),
        near_symbols,
        {describer.get(node).id: round(strengths[node], 4) for node in depths},
        frozenset(row.id for row in possible),
    )


def _rank(symbol: Symbol, strength: float) -> tuple[int, float, str]:
    """Put the product before its tests, and these before examples; the strongest first."""
    return (rank_file(symbol.path or ""), -strength, symbol.id)


def _find_co_changes(
    graph: sqlite3.Connection, targets: Sequence[ResolvedTarget], scope: Scope
) -> Candidates:
    """Find the files that change with the files of symbols."""
    listed = json.dumps([target.path for target in targets if target.path is not None])
    files = dict(graph.execute(statements.SELECT_NUMBERS_OF_FILES, (listed,)).fetchall())
    return find_unexplained_co_changes(graph, files, largest=scope.largest_commit)


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
