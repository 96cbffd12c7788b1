"""Which file depends on which: the edges of the graph, seen from far enough to see only files."""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable

from ripplegraph.closure.direction import Direction
from ripplegraph.closure.edge_strengths import INFERRED_SHIFT
from ripplegraph.store.sql import statements

Pair = tuple[int, int]
"""A source and the target that it depends on, as numbers of files."""

FileLinks = dict[Pair, int]
"""The kinds of the edges between two files.

Bit `code` stands for an exact edge of the kind with that code, bit `code + INFERRED_SHIFT` for an
inferred one.
"""


def derive_links(connection: sqlite3.Connection) -> FileLinks:
    """Find the links between all files in the edges."""
    return _join_kinds(connection.execute(statements.SELECT_EDGES_BETWEEN_FILES))


def derive_links_from(connection: sqlite3.Connection, files: Collection[int]) -> FileLinks:
    """Find the links that start in some files in the edges."""
    links: FileLinks = {}
    for file in files:
        links |= _join_kinds(connection.execute(statements.SELECT_EDGES_OUT_OF_FILE, (file,)))
    return links


def read_links(connection: sqlite3.Connection) -> FileLinks:
    """Read all links as they are stored."""
    rows = connection.execute(statements.SELECT_FILE_LINKS)
    return {(source, target): kinds for source, target, kinds in rows}


def read_pairs(connection: sqlite3.Connection) -> list[Pair]:
    """Read all links as they are stored, without their kinds."""
    return connection.execute(statements.SELECT_FILE_PAIRS).fetchall()


def read_links_around(
    connection: sqlite3.Connection, *, sources: Collection[int], targets: Collection[int]
) -> FileLinks:
    """Read the stored links that start in one of the sources or end in one of the targets."""
    links: FileLinks = {}
    for source in sources:
        for target, kinds in connection.execute(statements.SELECT_FILE_LINKS_FROM, (source,)):
            links[source, target] = kinds
    for target in targets:
        for source, kinds in connection.execute(statements.SELECT_FILE_LINKS_TO, (target,)):
            links[source, target] = kinds
    return links


def find_neighbours(pairs: Iterable[Pair], direction: Direction) -> dict[int, list[int]]:
    """Return what each file is linked to in a direction."""
    neighbours: defaultdict[int, list[int]] = defaultdict(list)
    if direction.against:
        for source, target in pairs:
            neighbours[target].append(source)
    else:
        for source, target in pairs:
            neighbours[source].append(target)
    return dict(neighbours)


def _join_kinds(rows: Iterable[tuple[int, int, int, int]]) -> FileLinks:
    links: FileLinks = {}
    for source, target, kind, resolution in rows:
        pair = source, target
        links[pair] = links.get(pair, 0) | 1 << (kind + INFERRED_SHIFT * resolution)
    return links
