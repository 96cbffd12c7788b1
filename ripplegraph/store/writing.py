"""Writes a graph: a whole one in place of what was there, or a part of it; all or nothing."""

import sqlite3
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager

from ripplegraph.store import statements
from ripplegraph.store.connection import write_transaction
from ripplegraph.store.link_state import LinkRows, replace_link_state, update_link_state
from ripplegraph.store.rows import FactsRow, FileRow, GraphRows
from ripplegraph.store.updating import Difference, PartRows, update_part

Around = Callable[[sqlite3.Connection], AbstractContextManager[object]]


def replace_graph(
    connection: sqlite3.Connection,
    rows: GraphRows,
    links: LinkRows,
    *,
    extractor_versions: Mapping[str, str],
    forget_facts: bool,
    derive: Callable[[sqlite3.Connection], None],
    around: Around,
) -> None:
    """Replace everything a graph database holds in one transaction.

    `derive` writes what follows from the edges. `around` surrounds all writes inside the
    transaction: it sees the old graph and the new one.
    """
    with write_transaction(connection), around(connection):
        _clear(connection)
        connection.executemany(statements.INSERT_FILE, rows.files)
        connection.executemany(statements.INSERT_NODE, rows.nodes)
        connection.executemany(statements.INSERT_EDGE, rows.edges)
        connection.executemany(statements.INSERT_DIAGNOSTIC, rows.diagnostics)
        derive(connection)
        replace_link_state(connection, links)
        write_meta(connection, rows.meta)
        if forget_facts:
            connection.execute(statements.DELETE_FACTS)
        connection.executemany(statements.DELETE_OUTDATED_FACTS, sorted(extractor_versions.items()))
        _keep_facts(connection, rows.facts, len(rows.files))


def update_graph(
    connection: sqlite3.Connection,
    part: PartRows,
    links: LinkRows,
    *,
    whole_state: bool,
    facts: Collection[FactsRow],
    file_count: int,
    build_meta: Callable[[Difference], Mapping[str, str]],
    derive: Callable[[sqlite3.Connection, Difference], None],
    around: Around,
) -> None:
    """Bring a part of a graph up to date in one transaction.

    With `whole_state`, all files were linked and nothing of the old state is kept. `derive` and
    `around` are as above.
    """
    with write_transaction(connection), around(connection):
        difference = update_part(connection, part)
        derive(connection, difference)
        if whole_state:
            replace_link_state(connection, links)
        else:
            # A file that was written but not linked has no facts any more.
            unlinked = part.written - links.files.keys()
            update_link_state(connection, links, gone=part.gone | unlinked)
        write_meta(connection, build_meta(difference))
        _keep_facts(connection, facts, file_count)


def update_files(
    connection: sqlite3.Connection,
    files: Collection[FileRow],
    facts: Collection[FactsRow],
    meta: Mapping[str, str],
) -> None:
    """Record that files are as they were, and where they come from by now."""
    with write_transaction(connection):
        connection.executemany(statements.REPLACE_FILE, files)
        connection.executemany(statements.INSERT_FACTS, facts)
        write_meta(connection, meta)


def write_meta(connection: sqlite3.Connection, meta: Mapping[str, str]) -> None:
    """Replace what is recorded about the scan, within a transaction of the caller."""
    connection.execute(statements.DELETE_META)
    connection.executemany(statements.INSERT_META, sorted(meta.items()))


def _keep_facts(
    connection: sqlite3.Connection, facts: Collection[FactsRow], file_count: int
) -> None:
    """Keep new facts, and of those that no file has any more as many as there are files.

    A branch that is left is often returned to.
    """
    connection.executemany(statements.INSERT_FACTS, facts)
    (kept,) = connection.execute(statements.COUNT_FACTS).fetchone()
    if kept > file_count:
        connection.execute(statements.DELETE_UNUSED_FACTS, (file_count,))


def _clear(connection: sqlite3.Connection) -> None:
    for statement in (
        statements.DELETE_EDGES,
        statements.DELETE_DIAGNOSTICS,
        statements.DELETE_NODES,
        statements.DELETE_FILES,
    ):
        connection.execute(statement)
