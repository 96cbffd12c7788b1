"""Reads what the databases hold, in numbers."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from ripplegraph.store import statements


@dataclass(frozen=True)
class GraphSummary:
    """The counts of a graph, and what is recorded about the scan that built it."""

    meta: Mapping[str, str]
    languages: Mapping[str, int]
    files: Mapping[str, int]
    nodes: Mapping[str, int]
    edges: Mapping[str, int]
    diagnostics: int


def read_graph_summary(connection: sqlite3.Connection) -> GraphSummary:
    return GraphSummary(
        meta=dict(connection.execute(statements.SELECT_META)),
        languages=_read_counts(connection, statements.COUNT_FILES_BY_LANGUAGE),
        files=_read_counts(connection, statements.COUNT_FILES_BY_STATUS),
        nodes=_read_counts(connection, statements.COUNT_NODES_BY_KIND),
        edges=_read_counts(connection, statements.COUNT_EDGES_BY_KIND),
        diagnostics=connection.execute(statements.COUNT_DIAGNOSTICS).fetchone()[0],
    )


def read_memory_meta(connection: sqlite3.Connection) -> Mapping[str, str]:
    return dict(connection.execute(statements.MEMORY_SELECT_META))


def _read_counts(connection: sqlite3.Connection, statement: str) -> Mapping[str, int]:
    return dict(sorted(connection.execute(statement), key=lambda row: (-row[1], row[0])))
