"""Keeps on disk what an import must know of the rest of its file."""

import sqlite3
from collections.abc import Iterator
from typing import IO, Any, NamedTuple

from ripplegraph.memory.import_export.file_reader import read_line_at

_TABLES = """
CREATE TABLE lines (kind TEXT, id TEXT, number INTEGER, offset INTEGER);
CREATE TABLE events (kind TEXT, owner TEXT, at TEXT, id TEXT, number INTEGER, offset INTEGER);
"""
_INDEXES = """
CREATE INDEX lines_by_id ON lines (kind, id);
CREATE INDEX events_by_owner ON events (kind, owner, at, id);
"""
_BATCH = 1_000
_KEYS = {"memory": "id", "alias": "alias", "episode": "id", "artifact": "id"}
OWNERS = {"event": ("memory",), "work_event": ("episode", "artifact")}


class Placed(NamedTuple):
    """A line of the file, and where it is."""

    place: str
    line: Any


class ImportIndex:
    """An index of the lines of a file, on disk, in a file that nobody else sees."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        # With an empty name SQLite keeps a file that goes away with the connection.
        self._connection = sqlite3.connect("", isolation_level=None)
        self._connection.executescript(_TABLES)
        self._rows: dict[str, list[tuple[Any, ...]]] = {"lines": [], "events": []}

    def close(self) -> None:
        self._connection.close()

    def add(self, line: Any, number: int, offset: int) -> bool:
        """Take note of a line; tells whether it is one that an export has."""
        kind = line.get("kind") if isinstance(line, dict) else None
        if kind in _KEYS:
            values = _to_text(line.get(_KEYS[kind]))
            self._add("lines", (kind, values, number, offset))
        elif kind in OWNERS:
            owner = line.get("memory_id" if kind == "event" else "record_id")
            named = map(_to_text, (owner, line.get("at"), line.get("id")))
            self._add("events", (kind, *named, number, offset))
        else:
            return False
        return True

    def finish(self) -> None:
        for table in self._rows:
            self._write(table)
        self._connection.executescript(_INDEXES)

    def count(self) -> int:
        """Return how many lines there are to take."""
        query = "SELECT (SELECT count(*) FROM lines) + (SELECT count(*) FROM events)"
        return int(self._connection.execute(query).fetchone()[0])

    def has(self, kind: str, line_id: str) -> bool:
        query = "SELECT 1 FROM lines WHERE kind = ? AND id = ?"
        return self._connection.execute(query, (kind, line_id)).fetchone() is not None

    def read(self, kind: str) -> Iterator[Placed]:
        """Yield the lines of a kind, in the order of the file."""
        query = "SELECT number, offset FROM lines WHERE kind = ? ORDER BY number"
        for number, offset in self._connection.execute(query, (kind,)):
            yield self._place(number, offset)

    def read_events(self, kind: str, owner: str) -> list[Placed]:
        """Return the events of one memory or record, oldest first."""
        query = (
            "SELECT number, offset FROM events WHERE kind = ? AND owner = ? ORDER BY at, id, number"
        )
        rows = self._connection.execute(query, (kind, owner)).fetchall()
        return [self._place(*row) for row in rows]

    def read_other_events(self, kind: str) -> Iterator[Placed]:
        """Yield the events of what the file does not have, oldest first."""
        first, *others = OWNERS[kind]
        query = (
            "SELECT number, offset FROM events WHERE kind = ? AND NOT EXISTS (SELECT 1 FROM lines "
            "WHERE lines.kind IN (?, ?) AND lines.id = owner) ORDER BY at, id, number"
        )
        values = (kind, first, others[0] if others else first)
        for number, offset in self._connection.execute(query, values):
            yield self._place(number, offset)

    def _place(self, number: int, offset: int) -> Placed:
        return Placed(f"line {number}", read_line_at(self._stream, offset))

    def _add(self, table: str, row: tuple[Any, ...]) -> None:
        self._rows[table].append(row)
        if len(self._rows[table]) >= _BATCH:
            self._write(table)

    def _write(self, table: str) -> None:
        rows = self._rows[table]
        if not rows:
            return
        marks = ", ".join("?" * len(rows[0]))
        self._connection.execute("BEGIN")
        self._connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608
        self._connection.execute("COMMIT")
        rows.clear()


def _to_text(value: object) -> str:
    """Return a text to look for; whatever is no text finds nothing, and is refused later."""
    return value.encode(errors="replace").decode() if isinstance(value, str) else repr(value)
