"""Counts how often memories were asked for; a count is never worth waiting for."""

from collections.abc import Iterable

from ripplegraph.errors import StoreError
from ripplegraph.store.connection import exists, open_for_writing
from ripplegraph.store.database import Database
from ripplegraph.store.sql import statements
from ripplegraph.store.sqlite.raw_connection import write_transaction

_PATIENCE_MS = 100


def note_uses(database: Database, ids: Iterable[str], *, now: str) -> bool:
    """Count one use of each memory, and tell whether that was possible."""
    rows = [(now, name) for name in ids]
    if not rows or not exists(database):
        return False
    try:
        with (
            open_for_writing(database._replace(busy_timeout_ms=_PATIENCE_MS)) as connection,
            write_transaction(connection),
        ):
            connection.executemany(statements.MEMORY_NOTE_USE, rows)
    except StoreError:
        # Somebody else writes, or nobody can.
        return False
    return True
