"""Graphs of files for tests of the closure, written straight into a database."""

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import cache

import networkx

from ripplegraph.graph.model import EdgeKind, NodeKind, Resolution
from ripplegraph.store.schema import tables
from ripplegraph.store.sql.codes import EDGE_KIND_CODES, NODE_KIND_CODES, RESOLUTION_CODES
from tests.support.databases import FILE

Pairs = Collection[tuple[int, int]]
"""Edges between the files with these numbers."""


@cache
def _build_empty() -> bytes:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for statement in tables.build_create_statements(*tables.graph.sorted_tables):
            connection.execute(statement)
        return connection.serialize()


@contextmanager
def empty_graph() -> Iterator[sqlite3.Connection]:
    """Create a graph database in memory, which thousands of examples have time for."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(_build_empty())
        connection.execute("PRAGMA foreign_keys = ON")
        yield connection


def get_path(file: int) -> str:
    """Name a file so that the order of ids is not that of numbers."""
    return f"{file * 7 % 10}/f{file}.py"


def add_files(connection: sqlite3.Connection, files: Iterable[int]) -> None:
    """Add files with a file node and a function `f`, whose numbers are twice the file's."""
    for file in files:
        connection.execute(
            "INSERT INTO files VALUES (?, ?, 'python', 'h', NULL, 0, 0, 'parsed', NULL)",
            (file, get_path(file)),
        )
        connection.executemany(
            "INSERT INTO nodes (id, label, kind, name, file_id) VALUES (?, ?, ?, ?, ?)",
            [
                (2 * file, "", FILE, f"f{file}.py", file),
                (2 * file + 1, "f", FILE, "f", file),
            ],
        )


def add_package(connection: sqlite3.Connection, node: int, name: str) -> None:
    connection.execute(
        "INSERT INTO nodes (id, label, kind, name) VALUES (?, ?, ?, ?)",
        (node, f"ext:{name}", NODE_KIND_CODES[NodeKind.EXTERNAL], name),
    )


def remove_file(connection: sqlite3.Connection, file: int) -> None:
    connection.execute("DELETE FROM files WHERE id = ?", (file,))


def add_edge(
    connection: sqlite3.Connection,
    source: int,
    target: int,
    *,
    kind: EdgeKind = EdgeKind.IMPORTS,
    resolution: Resolution = Resolution.EXACT,
) -> None:
    """Add an edge between nodes; file n is node 2n, its function is node 2n + 1."""
    connection.execute(
        "INSERT INTO edges VALUES (?, ?, ?, 1, ?, 1, 1000, NULL)",
        (source, target, EDGE_KIND_CODES[kind], RESOLUTION_CODES[resolution]),
    )


def add_links(connection: sqlite3.Connection, pairs: Pairs) -> None:
    """Link files; the parity of a pair decides whether files or functions are linked, and how."""
    for source, target in pairs:
        if (source + target) % 2:
            add_edge(connection, 2 * source, 2 * target)
        else:
            add_edge(connection, 2 * source + 1, 2 * target + 1, kind=EdgeKind.CALLS)


def remove_links_from(connection: sqlite3.Connection, file: int) -> None:
    connection.execute("DELETE FROM edges WHERE source IN (?, ?)", (2 * file, 2 * file + 1))


def find_distances(files: Iterable[int], pairs: Pairs) -> dict[tuple[str, str], int]:
    """Return, by networkx, how far each file is from each file it reaches."""
    graph: networkx.DiGraph[str] = networkx.DiGraph()
    graph.add_nodes_from(map(get_path, files))
    graph.add_edges_from((get_path(source), get_path(target)) for source, target in pairs)
    return {
        (source, target): distance
        for source, lengths in networkx.all_pairs_shortest_path_length(graph)
        for target, distance in lengths.items()
        if distance
    }
