"""Turns what SQLite and the file system complain about into errors that say what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from ripplegraph.errors import (
    CorruptDatabaseError,
    DatabaseBusyError,
    StoreError,
    UnwritableStoreError,
)
from ripplegraph.store.database import Database

_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}


def get_primary_code(error: sqlite3.Error) -> int:
    """Return the SQLite result code without its extended part; 0 when there is none."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def is_busy(error: sqlite3.Error) -> bool:
    return get_primary_code(error) in _BUSY


def is_damage(error: sqlite3.Error) -> bool:
    missing_table = "no such table" in str(error) or "no such column" in str(error)
    return get_primary_code(error) in _DAMAGED or missing_table


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
        raise UnwritableStoreError(
            f"The {database} cannot be written: {error.strerror}.",
            hint=f"Make {database.path.parent} a writable folder.",
            path=database.path,
        ) from error


def _build_corrupt_error(database: Database, detail: str) -> CorruptDatabaseError:
    if database.precious:
        hint = (
            "Nothing has overwritten it; run `ripple doctor` to see the backups beside it, "
            "and copy one over it."
        )
    else:
        hint = "Run `ripple doctor --rebuild-graph` to move it aside and start a new one."
    return CorruptDatabaseError(
        f"The {database} is damaged ({detail}).", hint=hint, path=database.path
    )


def _build_store_error(database: Database, error: sqlite3.Error) -> StoreError:
    code = get_primary_code(error)
    if is_damage(error):
        return _build_corrupt_error(database, str(error))
    if code in _BUSY:
        return DatabaseBusyError(
            f"The {database} is being written by another process.",
            hint="Try again, or raise the setting store.busy_timeout_ms.",
            path=database.path,
        )
    if code in _UNWRITABLE:
        return UnwritableStoreError(
            f"The {database} cannot be written ({error}).",
            hint=f"Make the file and its folder {database.path.parent} writable.",
            path=database.path,
        )
    return StoreError(
        f"The {database} cannot be used ({error}).",
        hint=f"Check the permissions and free space of {database.path.parent}.",
        path=database.path,
    )
