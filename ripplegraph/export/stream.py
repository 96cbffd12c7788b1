"""Writes a stored graph to a stream of bytes, or builds a networkx graph from it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import IO, TYPE_CHECKING, Any, TypeVar

from ripplegraph.errors import UsageError
from ripplegraph.export.contents import find_edges, find_nodes
from ripplegraph.export.formats import FORMATS, describe_edge, describe_node
from ripplegraph.graph.knowledge import Overlay
from ripplegraph.store.connection import open_for_reading
from ripplegraph.store.database import Database

if TYPE_CHECKING:
    import networkx

Item = TypeVar("Item")

ReadOverlay = Callable[[sqlite3.Connection], Overlay | None]
"""Returns what is laid over the graph that a connection leads to."""
_LINES_AT_ONCE = 1000


@dataclass(frozen=True)
class ExportReport:
    """The report of an export."""

    format: str
    nodes: int
    edges: int


class _Counted(Iterable[Item]):
    """Counts what goes through."""

    def __init__(self, items: Iterable[Item]) -> None:
        self._items = items
        self.count = 0

    def __iter__(self) -> Iterator[Item]:
        for item in self._items:
            self.count += 1
            yield item


def export_graph(
    graph: Database,
    format_name: str,
    stream: IO[bytes],
    read_overlay: ReadOverlay | None = None,
) -> ExportReport:
    """Write the whole graph in one of `FORMATS`, encoded as UTF-8."""
    if format_name not in FORMATS:
        raise UsageError(
            f"There is no format {format_name!r:.100} of graphs.",
            hint=f"Known: {', '.join(FORMATS)}.",
        )
    with open_for_reading(graph) as connection:
        overlay = read_overlay(connection) if read_overlay is not None else None
        nodes = _Counted(find_nodes(connection, overlay))
        edges = _Counted(find_edges(connection, overlay))
        lines = FORMATS[format_name](nodes, edges)
        while batch := tuple(islice(lines, _LINES_AT_ONCE)):
            stream.write("".join(f"{line}\n" for line in batch).encode())
    return ExportReport(format_name, nodes.count, edges.count)


def build_networkx_graph(
    graph: Database, read_overlay: ReadOverlay | None = None
) -> networkx.MultiDiGraph[Any]:
    """Build a graph whose nodes are readable ids; an edge's key is its kind."""
    # Imported here: it takes longer to load than most commands take to run.
    from networkx import MultiDiGraph

    built: MultiDiGraph[Any] = MultiDiGraph()
    with open_for_reading(graph) as connection:
        overlay = read_overlay(connection) if read_overlay is not None else None
        for node in find_nodes(connection, overlay):
            built.add_node(node.id, **describe_node(node))
        for edge in find_edges(connection, overlay):
            built.add_edge(edge.source, edge.target, key=edge.kind.value, **describe_edge(edge))
    return built
