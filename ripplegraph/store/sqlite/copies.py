"""Copies a database with its log elsewhere and reads it there."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from ripplegraph.store.database import Database
from ripplegraph.store.sqlite.owned_connection import OwnedConnection

_TRIES = 3


def copy_with_log(database: Database) -> sqlite3.Connection | None:
    """Return a copy in memory that can only be read; None when somebody is writing."""
    for _ in range(_TRIES):
        before = describe_files(database)
        connection = _copy(database)
        if connection is not None and describe_files(database) == before:
            return connection
    return None


def copy_steadily(
    source: sqlite3.Connection, database: Database, target: sqlite3.Connection
) -> None:
    """Copy an open database; again, if its file changed under a reader whom no lock protects."""
    for _ in range(_TRIES):
        before = describe_files(database)[0]
        source.backup(target)
        if describe_files(database)[0] == before:
            break


def _copy(database: Database) -> sqlite3.Connection | None:
    connection = sqlite3.connect(":memory:", isolation_level=None, factory=OwnedConnection)
    try:
        with TemporaryDirectory(prefix="ripple-") as folder:
            copy = Path(folder, database.path.name)
            shutil.copyfile(database.path, copy)
            shutil.copyfile(database.write_ahead_log, copy.with_name(f"{copy.name}-wal"))
            with closing(sqlite3.connect(copy)) as source:
                source.backup(connection)
    except OSError:
        connection.close()
        return None
    except sqlite3.Error:
        connection.close()
        raise
    connection.execute("PRAGMA query_only = ON")
    return connection


def describe_files(database: Database) -> list[tuple[int, int] | None]:
    """Return what differs when somebody wrote in between: size and time of each file."""
    found: list[tuple[int, int] | None] = []
    for path in (database.path, database.write_ahead_log, database.shared_memory):
        try:
            status = path.stat()
        except OSError:
            found.append(None)
        else:
            found.append((status.st_size, status.st_mtime_ns))
    return found
