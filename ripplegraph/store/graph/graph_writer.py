"""Writes a graph: a whole one in place of what was there, or a part of it; all or nothing."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager

from ripplegraph.store.graph.graph_updater import Difference, PartRows, update_part
from ripplegraph.store.graph.link_state import LinkRows, replace_link_state, update_link_state
from ripplegraph.store.records.graph_rows import DiagnosticRow, EdgeRow, FactsRow, FileRow, NodeRow
from ripplegraph.store.sql import statements
from ripplegraph.store.sqlite.raw_connection import write_transaction

Around = Callable[[sqlite3.Connection], AbstractContextManager[object]]


class GraphWriter:
    """Writes a whole graph, row by row, within a transaction; made by `replacing_graph`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._indexes = dict(connection.execute(statements.SELECT_GRAPH_INDEXES))
        self.node_counts: Counter[int] = Counter()
        """How many nodes of each kind were written."""
        self.edge_counts: Counter[int] = Counter()

    def clear(self) -> None:
        """Remove the graph that was there."""
        # An index over all rows at once takes half the time of one that grows with them.
        for name in self._indexes:
            self._connection.execute(f"DROP INDEX {name}")
        for statement in (
            statements.DELETE_EDGES,
            statements.DELETE_DIAGNOSTICS,
            statements.DELETE_NODES,
            statements.DELETE_FILES,
        ):
            self._connection.execute(statement)

    def add_files(self, rows: Collection[FileRow]) -> None:
        self._connection.executemany(statements.INSERT_FILE, rows)

    def add_nodes(self, rows: Collection[NodeRow]) -> None:
        self.node_counts.update([row.kind for row in rows])
        self._connection.executemany(statements.INSERT_NODE, rows)

    def add_edges(self, rows: Collection[EdgeRow]) -> None:
        self.edge_counts.update([row.kind for row in rows])
        self._connection.executemany(statements.INSERT_EDGE, rows)

    def add_diagnostics(self, rows: Collection[DiagnosticRow]) -> None:
        self._connection.executemany(statements.INSERT_DIAGNOSTIC, rows)

    def replace_facts(
        self,
        rows: Collection[FactsRow],
        *,
        file_count: int,
        extractor_versions: Mapping[str, str],
        forget: bool,
    ) -> None:
        """Keep new facts, and forget those of other versions, or all others with `forget`."""
        if forget:
            self._connection.execute(statements.DELETE_FACTS)
        outdated = sorted(extractor_versions.items())
        self._connection.executemany(statements.DELETE_OUTDATED_FACTS, outdated)
        _keep_facts(self._connection, rows, file_count)

    def finish(
        self,
        links: LinkRows,
        meta: Mapping[str, str],
        *,
        derive: Callable[[sqlite3.Connection], None],
    ) -> None:
        """Write the rest; `derive` writes what follows from the edges."""
        for statement in self._indexes.values():
            self._connection.execute(statement)
        derive(self._connection)
        replace_link_state(self._connection, links)
        write_meta(self._connection, meta)


@contextmanager
def replacing_graph(connection: sqlite3.Connection, *, around: Around) -> Iterator[GraphWriter]:
    """Replace everything a graph database holds in one transaction.

    `around` surrounds all writes inside the transaction: it sees the old graph and the new one.
    """
    with write_transaction(connection), around(connection):
        writer = GraphWriter(connection)
        writer.clear()
        yield writer


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
    """Update a part of a graph in one transaction.

    With `whole_state`, all files were linked and nothing of the old state is kept. `derive` writes
    what follows from the edges, `around` is as above.
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
