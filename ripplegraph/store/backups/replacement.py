"""Puts another content in the place of a database, and keeps the old files beside it."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from ripplegraph.store.database import Database
from ripplegraph.store.sqlite.failures import (
    get_primary_code,
    translate_errors,
    translate_file_errors,
)

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def replace_content(database: Database, new: Path) -> Path | None:
    """Put a database in the place of another; returns where the old one is now, if there was one.

    Where SQLite can, it does so itself: other processes may have the file open.
    """
    with translate_file_errors(database), translate_errors(database):
        aside = _keep_old(database)
        if not _copy_into(database, new):
            _swap(database, new)
        _sync(database.path.parent)
    return aside


def move_aside(database: Database) -> Path | None:
    """Leave no database in place; returns where the old one is now, if there was one."""
    with translate_file_errors(database):
        aside = _keep_old(database)
        _remove(database)
        _sync(database.path.parent)
    return aside


def _keep_old(database: Database) -> Path | None:
    if not os.path.lexists(database.path):
        return None
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    aside = database.path.with_name(f"{database.path.name}.damaged-{stamp}")
    if not database.path.is_file():
        database.path.rename(aside)
        return aside
    for path, suffix in (
        (database.path, ""),
        (database.write_ahead_log, "-wal"),
        (database.shared_memory, "-shm"),
    ):
        with suppress(FileNotFoundError):
            copy = aside.with_name(aside.name + suffix)
            shutil.copyfile(path, copy)
            _sync(copy)
    return aside


def _copy_into(database: Database, new: Path) -> bool:
    """Let SQLite write all pages of a database anew; it cannot if the file is none of its own."""
    if not database.path.is_file() or not database.path.stat().st_size:
        return False
    try:
        with (
            closing(sqlite3.connect(new)) as source,
            closing(
                sqlite3.connect(
                    database.path,
                    timeout=database.busy_timeout_ms / 1000,
                    isolation_level=None,
                )
            ) as target,
        ):
            target.execute("PRAGMA synchronous = FULL")
            source.backup(target)
            target.execute("PRAGMA journal_mode = WAL")
            target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return bool(target.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError as error:
        if get_primary_code(error) in _BUSY:
            raise
        return False


def _swap(database: Database, new: Path) -> None:
    _remove(database)
    partial = database.path.with_name(f"{database.path.name}.partial-{os.getpid()}")
    try:
        shutil.copyfile(new, partial)
        _sync(partial)
        partial.replace(database.path)
    finally:
        partial.unlink(missing_ok=True)


def _remove(database: Database) -> None:
    """Remove files that were kept beside: a log left behind would be replayed into the new one."""
    for path in (database.path, database.write_ahead_log, database.shared_memory):
        path.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
