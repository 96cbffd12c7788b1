"""Looks whether all that a database holds can be read, row by row."""

import json
import sqlite3
from collections.abc import Iterator
from itertools import islice

from ripplegraph.store.sql import statements

_MOST = 5
_JSON_COLUMNS = {
    ("memories", "details"),
    ("memories", "provenance"),
    ("memory_anchors", "looks"),
    ("memory_events", "before"),
    ("memory_events", "after"),
    ("episodes", "files"),
    ("work_events", "before"),
    ("work_events", "after"),
}


def find_problems(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Find problems that SQLite reports, and unreadable rows; the first few."""
    try:
        findings = [
            line
            for (text,) in connection.execute(f"PRAGMA integrity_check({_MOST})")
            for line in text.splitlines()
            if line != "ok" and not line.startswith("***")
        ]
        if not findings:
            findings = [
                f"row {row} of {table} refers to a missing row of {parent}"
                for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check")
            ]
    except sqlite3.DatabaseError as error:
        return (str(error),)
    if not findings:
        findings = [*islice(_find_unreadable(connection), _MOST)]
    return tuple(findings[:_MOST])


def count_rows(connection: sqlite3.Connection) -> dict[str, int]:
    """Count memories and events, for whoever has to choose among backups."""
    tables = {name for (name,) in connection.execute(statements.SELECT_TABLES)}
    counts = {}
    for name, table in (("memories", "memories"), ("events", "memory_events")):
        query = f"SELECT count(*) FROM {table}"  # noqa: S608 - one of the two above
        counts[name] = connection.execute(query).fetchone()[0] if table in tables else 0
    return counts


def _find_unreadable(connection: sqlite3.Connection) -> Iterator[str]:
    for (table,) in list(connection.execute(statements.SELECT_TABLES)):
        quoted = '"' + table.replace('"', '""') + '"'
        try:
            rows = connection.execute(f"SELECT * FROM {quoted}")  # noqa: S608 - quoted above
            names = [column[0] for column in rows.description]
            checked = [at for at, name in enumerate(names) if (table, name) in _JSON_COLUMNS]
            for row in rows:
                for at in checked:
                    if row[at] is not None:
                        json.loads(row[at])
        except sqlite3.DatabaseError as error:
            yield f"a row of {table} cannot be read: {error}"
        except (ValueError, TypeError, RecursionError):
            yield f"{names[at]} of a row of {table} cannot be read"
