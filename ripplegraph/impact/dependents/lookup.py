"""Finds the dependents of targets, whatever these are: files, folders, symbols or knowledge."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from ripplegraph.closure.added_edges import NO_ADDED_EDGES, AddedEdges
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
    symbols = [target for target in targets if target.is_symbol]
    files = [target for target in targets if not target.is_symbol]
    found = []
    if symbols:
        # Imported here: most questions are about files.
        from ripplegraph.impact.dependents.symbol_rows import find_symbol_rows

        found.append(
            find_symbol_rows(graph, symbols, scope, _lay_over(graph, overlay, files=False))
        )
    if files:
        from ripplegraph.impact.dependents.file_rows import find_file_rows

        found.append(find_file_rows(graph, files, scope, _lay_over(graph, overlay, files=True)))
    merged = merge_rows(found, scope)
    return mark_breaking(merged, breaking) if breaking else merged


def _lay_over(graph: sqlite3.Connection, overlay: Overlay | None, *, files: bool) -> AddedEdges:
    if overlay is None:
        return NO_ADDED_EDGES
    from ripplegraph.closure.direction import DEPENDENTS
    from ripplegraph.closure.overlay import map_edges_to_files, map_edges_to_nodes

    lay_over = map_edges_to_files if files else map_edges_to_nodes
    return lay_over(graph, overlay, DEPENDENTS, None)
