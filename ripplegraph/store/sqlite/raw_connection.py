"""Raw connections to SQLite files: read-only or for writing, and their transactions."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

from ripplegraph.errors import NewerSchemaError
from ripplegraph.store.database import Database
from ripplegraph.store.sqlite.failures import get_primary_code, is_busy, is_full
from ripplegraph.store.sqlite.owned_connection import OwnedConnection

_RETRY_SECONDS = 0.02


@contextmanager
def open_as_it_is(database: Database) -> Iterator[sqlite3.Connection]:
    """Open an existing database for inspection, whatever its version, and let errors through."""
    with closing(connect_read_only(database)) as connection:
        yield connection


@contextmanager
def write_transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Apply all writes of the block, or none of them."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


def connect(database: Database, *, mode: str) -> sqlite3.Connection:
    """Open a connection that starts transactions only when told to."""
    connection = _connect(database, f"mode={mode}")
    try:
        _enable_write_ahead_log(connection, database)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def read_version(connection: sqlite3.Connection, database: Database) -> int:
    """Return the schema version of a database, and refuse one that a newer ripple wrote."""
    found = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if found > database.version:
        raise NewerSchemaError(
            f"The {database} has schema version {found}; this ripple knows versions up to "
            f"{database.version}.",
            hint="Upgrade ripplegraph.",
            path=database.path,
            found=found,
            supported=database.version,
        )
    return found


def _connect(database: Database, query: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{database.path.absolute().as_uri()}?{query}",
        uri=True,
        timeout=database.busy_timeout_ms / 1000,
        isolation_level=None,
        factory=OwnedConnection if database.precious else sqlite3.Connection,
    )


def connect_read_only(database: Database) -> sqlite3.Connection:
    """Open a connection that changes nothing, in folders that cannot be written, too."""
    connection = _connect(database, "mode=ro")
    try:
        connection.execute("PRAGMA user_version")
    except sqlite3.OperationalError as error:
        connection.close()
        if not _lacks_shared_file(error, database):
            raise
        if not database.path.is_file():
            raise
        if has_log(database):
            return _connect_to_copy(database, error)
        # In a folder that cannot be written SQLite cannot make the files that it shares with
        # writers. Without a log there is no writer, so the file can be read as it lies there.
        return _connect(database, "immutable=1")
    return connection


def _lacks_shared_file(error: sqlite3.Error, database: Database) -> bool:
    """Tell whether only the file is missing that readers share with writers."""
    code = get_primary_code(error)
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL):
        return is_full(database)
    return code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)


def _connect_to_copy(database: Database, error: sqlite3.Error) -> sqlite3.Connection:
    """Read a database together with the log that a killed writer left, and that is in nobody's use.

    SQLite reads a log only where it can make the file that it shares with writers.
    """
    from ripplegraph.store.sqlite.copies import copy_with_log

    connection = copy_with_log(database)
    if connection is None:
        raise error
    return connection


def has_log(database: Database) -> bool:
    """Tell whether writes wait in the log of a database."""
    try:
        return database.write_ahead_log.stat().st_size > 0
    except OSError:
        return False


def _enable_write_ahead_log(connection: sqlite3.Connection, database: Database) -> None:
    # SQLite does not wait for other processes here, as it does everywhere else.
    deadline = time.monotonic() + database.busy_timeout_ms / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > deadline:
                raise
        time.sleep(_RETRY_SECONDS)
