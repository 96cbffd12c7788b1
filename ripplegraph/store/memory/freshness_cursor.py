"""The cursor of memories in the changes of the code, and of themselves.

A scan that finds nothing changed asks no more than this, so nothing here takes time to load.
"""

import json
import sqlite3
from collections.abc import Collection
from typing import NamedTuple

from ripplegraph.errors import StoreError
from ripplegraph.store.connection import exists, open_for_reading
from ripplegraph.store.database import Database
from ripplegraph.store.graph.summary import read_change_range, read_generation, read_meta
from ripplegraph.store.memory_progress import CURSOR, HEAD, read_progress
from ripplegraph.store.sql import statements

_CONCERNED = "memory_concerned"


class Cursor(NamedTuple):
    """The position of memories in the changes of the graph, and in their own events."""

    generation: str | None = None
    change: int = 0
    event: int = 0


def is_behind(graph: Database, memory: Database) -> bool:
    """Tell whether anything happened that the memories have not followed yet."""
    with open_for_reading(graph) as connection:
        cursor = read_cursor(connection)
        if not is_current(connection, cursor):
            return True
        head = read_progress(connection).get(HEAD, "")
        moved = (read_meta(connection).get("commit") or "") != head
    if not exists(memory):
        return False
    try:
        with open_for_reading(memory) as connection:
            last = connection.execute(statements.MEMORY_LAST_EVENT).fetchone()[0]
            return moved or bool(last != cursor.event)
    except StoreError:
        # Of an old version, perhaps, and where it cannot be upgraded: whoever follows finds out.
        return True


def is_current(connection: sqlite3.Connection, cursor: Cursor) -> bool:
    """Tell whether all that scans changed has been followed."""
    return read_position(connection, cursor.event) == cursor and not read_concerned(connection)


def read_position(connection: sqlite3.Connection, event: int) -> Cursor:
    """Return the cursor of someone who has followed everything up to now."""
    _, last_change = read_change_range(connection)
    return Cursor(read_generation(connection), last_change, event)


def read_cursor(connection: sqlite3.Connection) -> Cursor:
    text = read_progress(connection).get(CURSOR)
    return Cursor(**json.loads(text)) if text else Cursor()


def write_cursor(connection: sqlite3.Connection, cursor: Cursor) -> None:
    text = json.dumps(cursor._asdict())
    connection.execute(statements.SET_MEMORY_PROGRESS, (CURSOR, text))


def read_concerned(connection: sqlite3.Connection) -> frozenset[str]:
    """Return the memories that a scan noted to be looked at again."""
    return frozenset(json.loads(read_progress(connection).get(_CONCERNED, "[]")))


def write_concerned(connection: sqlite3.Connection, memories: Collection[str]) -> None:
    text = json.dumps(sorted(memories))
    connection.execute(statements.SET_MEMORY_PROGRESS, (_CONCERNED, text))
