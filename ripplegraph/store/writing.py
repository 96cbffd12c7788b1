"""Writes a graph in place of the one that was there, all of it or nothing."""

import sqlite3
from collections.abc import Callable, Mapping

from ripplegraph.store import statements
from ripplegraph.store.connection import write_transaction
from ripplegraph.store.rows import GraphRows


def replace_graph(
    connection: sqlite3.Connection,
    rows: GraphRows,
    *,
    extractor_versions: Mapping[str, str],
    forget_facts: bool,
    after: Callable[[sqlite3.Connection], None],
) -> None:
    """Replace everything a graph database holds in one transaction.

    Facts of contents that no file has any more are kept, as many as there are files: a branch
    that is left is often returned to. What is derived from the graph is written by `after`.
    """
    with write_transaction(connection):
        _clear(connection)
        connection.executemany(statements.INSERT_FILE, rows.files)
        connection.executemany(statements.INSERT_NODE, rows.nodes)
        connection.executemany(statements.INSERT_EDGE, rows.edges)
        connection.executemany(statements.INSERT_DIAGNOSTIC, rows.diagnostics)
        connection.executemany(statements.INSERT_META, sorted(rows.meta.items()))
        if forget_facts:
            connection.execute(statements.DELETE_FACTS)
        connection.executemany(statements.DELETE_OUTDATED_FACTS, sorted(extractor_versions.items()))
        connection.executemany(statements.INSERT_FACTS, rows.facts)
        connection.execute(statements.DELETE_UNUSED_FACTS, (len(rows.files),))
        after(connection)


def _clear(connection: sqlite3.Connection) -> None:
    for statement in (
        statements.DELETE_EDGES,
        statements.DELETE_DIAGNOSTICS,
        statements.DELETE_NODES,
        statements.DELETE_FILES,
        statements.DELETE_META,
    ):
        connection.execute(statement)
