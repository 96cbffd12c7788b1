"""Turns what SQLite and the file system complain about into errors that say what to do."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ripplegraph.errors import (
    CorruptDatabaseError,
    DatabaseBusyError,
    DiskFullError,
    StoreError,
    UnwritableStoreError,
)
from ripplegraph.store.database import Database
from ripplegraph.store.sqlite.damage_mark import mark_damaged

RESTORE = "Run `ripple doctor --restore`: it brings back a backup and all that can still be read."
REBUILD = (
    "Run `ripple scan`: it moves the damaged file aside and makes the graph again, "
    "as `ripple doctor --rebuild-graph` does."
)
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}
_LEAST_ROOM = 65_536
"""With less room SQLite cannot make the file that it shares among processes."""
_FULL = {errno.ENOSPC, errno.EDQUOT}
# What SQLite, or Python, says about rows and tables that are not as ripple wrote them.
_SIGNS = ("no such table", "no such column", "Could not decode to UTF-8")


def get_primary_code(error: sqlite3.Error) -> int:
    """Return the SQLite result code without its extended part; 0 when there is none."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def is_busy(error: sqlite3.Error) -> bool:
    return get_primary_code(error) in _BUSY


def is_damage(error: sqlite3.Error) -> bool:
    return get_primary_code(error) in _DAMAGED or any(sign in str(error) for sign in _SIGNS)


@contextmanager
def translate_errors(database: Database) -> Iterator[None]:
    """Raise a StoreError when SQLite cannot work with a database inside the block."""
    try:
        yield
    except (sqlite3.ProgrammingError, sqlite3.IntegrityError):
        # These say that ripple is wrong, not that the database is.
        raise
    except sqlite3.Error as error:
        raise _build_store_error(database, error) from error


@contextmanager
def translate_file_errors(database: Database) -> Iterator[None]:
    """Raise a StoreError when the files of a database cannot be created or moved."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise build_full_error(database.path) from error
        raise UnwritableStoreError(
            f"The {database} cannot be written: {error.strerror}.",
            hint=f"Make {database.path.parent} a writable folder.",
            path=database.path,
        ) from error


def build_corrupt_error(database: Database, detail: str) -> CorruptDatabaseError:
    """Say that a database is damaged, and which command helps."""
    if not database.precious:
        mark_damaged(database)
    return CorruptDatabaseError(
        f"The {database} is damaged ({detail}).",
        hint=f"Nothing has overwritten it. {RESTORE}" if database.precious else REBUILD,
        path=database.path,
    )


def build_busy_error(database: Database) -> DatabaseBusyError:
    """Say that others kept a database for too long."""
    return DatabaseBusyError(
        f"The {database} is being written by another process.",
        hint="Try again, or raise the setting store.busy_timeout_ms.",
        path=database.path,
    )


def build_full_error(path: Path) -> DiskFullError:
    """Say that a file has no room to be written."""
    return DiskFullError(
        f"There is no space left on the file system of {path}; nothing was changed there.",
        hint="Free some space, and run the command again.",
        path=path,
    )


def _build_store_error(database: Database, error: sqlite3.Error) -> StoreError:
    code = get_primary_code(error)
    if is_damage(error):
        return build_corrupt_error(database, str(error))
    if code in _BUSY:
        return build_busy_error(database)
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and is_full(database)):
        return build_full_error(database.path)
    if code in _UNWRITABLE:
        return UnwritableStoreError(
            f"The {database} cannot be written ({error}).",
            hint=f"Make the file and its folder {database.path.parent} writable.",
            path=database.path,
        )
    return StoreError(
        f"The {database} cannot be used ({_find_obstacle(database) or error}).",
        hint=f"Check the permissions and free space of {database.path.parent}.",
        path=database.path,
    )


def _find_obstacle(database: Database) -> str | None:
    """Find the reason why a file cannot be opened; SQLite only says that it cannot."""
    try:
        if database.path.is_dir():
            return "a folder is in its place"
        os.close(os.open(database.path, os.O_RDONLY))
    except FileNotFoundError:
        return None
    except OSError as error:
        return error.strerror
    return None


def is_full(database: Database) -> bool:
    """Tell whether nothing more can be written where a database lies."""
    try:
        status = os.statvfs(database.path.parent)
    except (OSError, AttributeError):
        return False
    room = status.f_bavail * status.f_frsize
    return room < _LEAST_ROOM or bool(status.f_files and not status.f_favail)
