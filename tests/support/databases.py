"""Databases for tests: sound, scanned, damaged or from another version."""

import sqlite3
from contextlib import closing
from pathlib import Path

from ripplegraph.closure.build import build_closure
from ripplegraph.graph.model import EdgeKind, NodeKind
from ripplegraph.store.connection import create, open_for_writing
from ripplegraph.store.database import Database, build_graph_database, build_memory_database
from ripplegraph.store.sql.codes import EDGE_KIND_CODES, NODE_KIND_CODES
from ripplegraph.store.sqlite.raw_connection import write_transaction
from tests.support.waiting import LONGEST

PAGE = 4096
LONGEST_MS = int(LONGEST * 1_000)
FILE = NODE_KIND_CODES[NodeKind.FILE]
IMPORTS = EDGE_KIND_CODES[EdgeKind.IMPORTS]


def graph_of(root: Path, *, busy_timeout_ms: int = LONGEST_MS) -> Database:
    return build_graph_database(root, busy_timeout_ms=busy_timeout_ms)


def memory_of(root: Path, *, git_common_dir: Path | None = None) -> Database:
    return build_memory_database(root, git_common_dir=git_common_dir, busy_timeout_ms=LONGEST_MS)


def create_all(*databases: Database) -> None:
    for database in databases:
        create(database)


def execute(database: Database, *statements: str) -> None:
    with closing(sqlite3.connect(database.path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def record_scan(graph: Database, *, commit: str, tree: str) -> None:
    """Write what a scan of two files would leave behind."""
    create(graph)
    execute(
        graph,
        "INSERT INTO meta VALUES ('scanned_at', '2026-01-02T03:04:05Z'), "
        f"('commit', '{commit}'), ('tree', '{tree}'), ('ripple_version', '0.1.0')",
        "INSERT INTO files VALUES (1, 'a.py', 'python', 'h1', NULL, 9, 1, 'parsed', NULL), "
        "(2, 'b.py', 'python', 'h2', NULL, 6, 1, 'parsed', NULL)",
        "INSERT INTO nodes (id, label, kind, name, file_id) VALUES "
        f"(1, '', {FILE}, 'a.py', 1), (2, '', {FILE}, 'b.py', 2)",
        f"INSERT INTO edges VALUES (1, 2, {IMPORTS}, 1, 0, 1, 1000, NULL)",
    )
    with open_for_writing(graph) as connection, write_transaction(connection):
        build_closure(connection)


def fill_with_garbage(database: Database) -> None:
    database.path.write_bytes(b"this is no database at all\n" * 400)


def truncate(database: Database) -> None:
    content = database.path.read_bytes()
    database.path.write_bytes(content[: PAGE + 100])


def break_pages(database: Database) -> None:
    """Overwrite every page but the first, which leaves a readable header."""
    content = database.path.read_bytes()
    database.path.write_bytes(content[:PAGE] + b"\xff" * (len(content) - PAGE))


def set_version(database: Database, version: int) -> None:
    execute(database, f"PRAGMA user_version = {version}")


def dump(database: Database) -> list[str]:
    """Return everything a database holds, as SQL."""
    with closing(sqlite3.connect(database.path)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        return [f"version {version}", *connection.iterdump()]


def break_table(database: Database, table: str) -> None:
    """Overwrite the first page of one table, and nothing else."""
    with closing(sqlite3.connect(database.path)) as connection:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        (page,) = connection.execute(query, (table,)).fetchone()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(database.path.read_bytes())
    content[(page - 1) * PAGE : page * PAGE] = b"\xff" * PAGE
    database.path.write_bytes(content)
