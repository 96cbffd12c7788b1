"""Connections whose errors say which database they come from.

Two databases are often open at once, and an error of SQLite names neither. Those of the memories
are told from all others here, where they arise; the rest are of the graph.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ripplegraph.store.database import Database
from ripplegraph.store.sqlite.failures import build_corrupt_error, translate_errors

_ROWS_AT_ONCE = 100


class OwnedCursor(sqlite3.Cursor):
    """A cursor of an owned connection."""

    def execute(self, *arguments: Any) -> OwnedCursor:
        with _translate(self.connection):
            super().execute(*arguments)
        return self

    def executemany(self, *arguments: Any) -> OwnedCursor:
        with _translate(self.connection):
            super().executemany(*arguments)
        return self

    def fetchone(self) -> Any:
        with _translate(self.connection):
            return super().fetchone()

    def fetchall(self) -> list[Any]:
        with _translate(self.connection):
            return super().fetchall()

    def __iter__(self) -> Iterator[Any]:  # type: ignore[override]
        while rows := self._fetch_some():
            yield from rows

    def _fetch_some(self) -> list[Any]:
        with _translate(self.connection):
            return super().fetchmany(_ROWS_AT_ONCE)


class OwnedConnection(sqlite3.Connection):
    """A connection that knows its database, and raises errors about it."""

    database: Database | None = None

    def cursor(self, factory: Any = OwnedCursor) -> Any:
        return super().cursor(factory)

    def execute(self, *arguments: Any) -> OwnedCursor:
        cursor: OwnedCursor = self.cursor()
        return cursor.execute(*arguments)

    def executemany(self, *arguments: Any) -> OwnedCursor:
        cursor: OwnedCursor = self.cursor()
        return cursor.executemany(*arguments)


@contextmanager
def read_content(connection: sqlite3.Connection, what: str) -> Iterator[None]:
    """Raise that a database is damaged where a row of it cannot be understood."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        database = getattr(connection, "database", None)
        if database is None:
            raise
        detail = f"{what} cannot be read: {type(error).__name__}"
        raise build_corrupt_error(database, detail) from error


@contextmanager
def _translate(connection: sqlite3.Connection) -> Iterator[None]:
    database = getattr(connection, "database", None)
    if database is None:
        yield
        return
    with translate_errors(database):
        yield
