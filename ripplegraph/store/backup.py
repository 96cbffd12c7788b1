"""Copies a database aside before it is upgraded."""

import os
import sqlite3
from contextlib import closing
from itertools import chain, count
from pathlib import Path

from ripplegraph.store.database import Database

KEPT_BACKUPS = 5


def copy_aside(database: Database, *, version: int) -> Path:
    """Write a complete copy beside a database, never over an older copy."""
    partial = database.path.with_name(f"{database.path.name}.partial-{os.getpid()}")
    uri = f"{database.path.absolute().as_uri()}?mode=ro"
    backup = _get_free_name(database, version)
    try:
        with (
            closing(sqlite3.connect(uri, uri=True)) as source,
            closing(sqlite3.connect(partial)) as copy,
        ):
            source.backup(copy)
        partial.rename(backup)
    finally:
        partial.unlink(missing_ok=True)
    for old in find_backups(database)[KEPT_BACKUPS:]:
        old.unlink()
    return backup


def find_backups(database: Database) -> list[Path]:
    """List the copies of a database, newest first."""
    copies = database.path.parent.glob(f"{database.path.name}.bak-v*")
    return sorted(copies, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)


def _get_free_name(database: Database, version: int) -> Path:
    name = f"{database.path.name}.bak-v{version}"
    suffixes = chain([""], (f".{number}" for number in count(2)))
    candidates = (database.path.with_name(name + suffix) for suffix in suffixes)
    return next(path for path in candidates if not path.exists())
