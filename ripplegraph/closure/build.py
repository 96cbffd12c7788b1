"""Closes the whole file graph, from nothing but the edges in the database."""

import sqlite3
from collections.abc import Collection

from ripplegraph.closure.direction import DIRECTIONS, Direction
from ripplegraph.closure.estimate import is_worth_storing
from ripplegraph.closure.file_links import Pair, derive_links, find_neighbours
from ripplegraph.closure.hub_dependents import build_packed
from ripplegraph.closure.levels import close_links, pack_levels
from ripplegraph.closure.packed_links import build_links
from ripplegraph.store.sql import statements


def build_closure(connection: sqlite3.Connection) -> None:
    """Write the file links and their closure anew; to be called in a write transaction."""
    links = derive_links(connection)
    connection.execute(statements.DELETE_FILE_LINKS)
    rows = ((source, target, links[source, target]) for source, target in sorted(links))
    connection.executemany(statements.INSERT_FILE_LINK, rows)
    worth = is_worth_storing(connection, links.keys())
    write_levels(connection, links, worth=worth)
    del links
    build_links(connection, worth=not worth)
    build_packed(connection)


def write_levels(connection: sqlite3.Connection, links: Collection[Pair], *, worth: bool) -> None:
    """Write the closure of links anew, if it is worth while."""
    for direction in DIRECTIONS:
        connection.execute(direction.delete_all_levels)
        if worth:
            _write_direction(connection, links, direction)


def _write_direction(
    connection: sqlite3.Connection, links: Collection[Pair], direction: Direction
) -> None:
    neighbours = find_neighbours(links, direction)
    closed = close_links(neighbours, neighbours)
    rows = ((file, pack_levels(closed[file])) for file in sorted(closed))
    connection.executemany(direction.insert_levels, rows)
