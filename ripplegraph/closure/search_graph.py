"""The one graph that all searches run over: code, with the edges that people added laid over it."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from ripplegraph.closure.added_edges import NO_ADDED_EDGES, AddedEdges
from ripplegraph.targets.target import ResolvedTarget

if TYPE_CHECKING:
    from ripplegraph.closure.direction import Direction
    from ripplegraph.closure.file_graph import FileGraph
    from ripplegraph.closure.node_graph import NodeGraph
    from ripplegraph.graph.knowledge import Overlay

    Graph = FileGraph | NodeGraph


def is_of_files(target: ResolvedTarget, overlay: Overlay | None) -> bool:
    """Tell whether a target is searched in the graph of files.

    That is so for files, folders and patterns, and for knowledge that only these are linked to.
    """
    if target.files or target.node is not None or overlay is None:
        return bool(target.files)
    # Imported here: few questions are about knowledge.
    from ripplegraph.closure.knowledge_ends import is_tied_to_files

    return is_tied_to_files(overlay, target.id)


def build_file_graph(
    connection: sqlite3.Connection,
    direction: Direction,
    *,
    kinds: int | None = None,
    overlay: Overlay | None = None,
) -> FileGraph:
    """Return the graph of files, in which an added edge of a symbol is one of its file."""
    # Imported here: a question is about files or about nodes, and must not wait for the other.
    from ripplegraph.closure.file_graph import FileGraph

    added = _map_edges(connection, direction, kinds, overlay, of_files=True)
    return FileGraph(connection, direction, kinds, added)


def build_node_graph(
    connection: sqlite3.Connection,
    direction: Direction,
    *,
    kinds: int | None = None,
    overlay: Overlay | None = None,
) -> NodeGraph:
    """Return the graph of symbols, packages, knowledge and files as such."""
    from ripplegraph.closure.node_graph import NodeGraph

    added = _map_edges(connection, direction, kinds, overlay, of_files=False)
    return NodeGraph(connection, direction, kinds, added)


def get_members(graph: Graph, target: ResolvedTarget) -> tuple[int, ...]:
    """Return the numbers of a target in a graph; none where the graph does not have it."""
    if target.files:
        return target.files
    if target.node is not None and not graph.of_files:
        return (target.node,)
    number = graph.added_edges.find_number(target.id)
    return () if number is None else (number,)


def _map_edges(
    connection: sqlite3.Connection,
    direction: Direction,
    kinds: int | None,
    overlay: Overlay | None,
    *,
    of_files: bool,
) -> AddedEdges:
    if overlay is None:
        return NO_ADDED_EDGES
    # Imported here: most projects have nothing to lay over their graph.
    from ripplegraph.closure.overlay import map_edges_to_files, map_edges_to_nodes

    map_edges = map_edges_to_files if of_files else map_edges_to_nodes
    return map_edges(connection, overlay, direction, kinds)
