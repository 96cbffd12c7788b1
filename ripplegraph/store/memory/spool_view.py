"""The memories as they will be: a copy in memory, with what waits in the spool."""

import sqlite3

from ripplegraph.store.sqlite.owned_connection import OwnedConnection


class SpoolView(OwnedConnection):
    """A database in memory that stands for one that cannot be written."""

    base_event: int = 0
    """The last event of the database itself; those after it come from the spool."""
    waiting: frozenset[str] = frozenset()
    """The ids of memories whose changes wait in the spool."""


def is_view(connection: sqlite3.Connection) -> bool:
    """Tell whether changes made here go to the spool."""
    return isinstance(connection, SpoolView)


def find_waiting(connection: sqlite3.Connection) -> frozenset[str]:
    """Return the ids of memories with changes that wait in the spool."""
    return connection.waiting if isinstance(connection, SpoolView) else frozenset()
