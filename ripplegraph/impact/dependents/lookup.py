"""Finds the dependents of targets, whatever these are: files, folders, symbols or knowledge."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from ripplegraph.closure.direction import DEPENDENTS
from ripplegraph.closure.search_graph import build_file_graph, build_node_graph, is_of_files
from ripplegraph.impact.dependents.rows import Rows, Scope, mark_breaking, merge_rows
from ripplegraph.targets.target import ResolvedTarget

if TYPE_CHECKING:
    from ripplegraph.graph.knowledge import Overlay


def find_rows(
    graph: sqlite3.Connection,
    targets: Sequence[ResolvedTarget],
    scope: Scope,
    *,
    breaking: Collection[str] = (),
    overlay: Overlay | None = None,
) -> Rows:
    """Find the dependents of targets; those of the ids in `breaking` have to be adapted.

    Edges of the overlay are followed like those of code.
    """
    files: list[ResolvedTarget] = []
    symbols: list[ResolvedTarget] = []
    for target in targets:
        (files if is_of_files(target, overlay) else symbols).append(target)
    found = []
    if symbols:
        # Imported here: most questions are about files.
        from ripplegraph.impact.dependents.symbol_rows import find_symbol_rows

        nodes = build_node_graph(graph, DEPENDENTS, overlay=overlay)
        found.append(find_symbol_rows(graph, nodes, symbols, scope))
    if files:
        from ripplegraph.impact.dependents.file_rows import find_file_rows

        searched = build_file_graph(graph, DEPENDENTS, overlay=overlay)
        found.append(find_file_rows(graph, searched, files, scope))
    merged = merge_rows(found, scope)
    return mark_breaking(merged, breaking) if breaking else merged
