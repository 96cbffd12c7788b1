"""Opens the databases, for reading without changing anything or for writing."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from ripplegraph.errors import DiskFullError, NewerSchemaError, StoreError
from ripplegraph.store import statements
from ripplegraph.store.database import FOLDER, Database
from ripplegraph.store.failures import (
    get_primary_code,
    is_busy,
    is_full,
    translate_errors,
    translate_file_errors,
)
from ripplegraph.store.memory_marker import (
    Marker,
    check_marker,
    read_marker,
    refuse_known_to_graph,
    refuse_lost,
)
from ripplegraph.store.owned import OwnedConnection

_RETRY_SECONDS = 0.02
_MAPPED_BYTES = 2_000_000_000
"""So much of a file is read where the system has it in memory, without being copied first."""


def exists(database: Database) -> bool:
    """Tell whether a database has been created; a folder that hides the answer is an error.

    Memories that were there and are not any more are an error, too.
    """
    try:
        status = database.path.stat()
    except (FileNotFoundError, NotADirectoryError):
        _refuse_dangling(database)
        if database.precious:
            refuse_lost(database)
        return False
    except OSError as error:
        raise StoreError(
            f"The {database} cannot be opened: {error.strerror}.",
            hint=f"Make the folder {database.path.parent} readable.",
            path=database.path,
        ) from error
    if database.precious and not status.st_size and not has_log(database):
        refuse_lost(database)
    return True


def _refuse_dangling(database: Database) -> None:
    if database.path.is_symlink():
        raise StoreError(
            f"The {database} is a link to a file that is not there.",
            hint=f"Bring back {database.path.readlink()}, or remove the link.",
            path=database.path,
        )


def create(database: Database) -> None:
    """Create a database, or upgrade it when it exists."""
    with open_for_writing(database):
        pass


def has_spool(database: Database) -> bool:
    """Tell whether changes of memories wait somewhere."""
    return database.spool is not None and is_there(database.spool)


def is_there(path: Path) -> bool:
    """Tell whether a file is there, as far as that can be seen."""
    try:
        path.stat()
    except OSError:
        return False
    return True


@contextmanager
def open_for_reading(database: Database) -> Iterator[sqlite3.Connection]:
    """Open an existing database; all reads in the block see the same state."""
    with translate_errors(database):
        if _read_file_version(database) < database.version:
            _upgrade(database)
        connection = _connect_read_only(database)
    with _own(connection, database):
        connection.execute(f"PRAGMA mmap_size = {_MAPPED_BYTES}")
        connection.execute("BEGIN")
        check_complete(connection, database)
        yield connection


@contextmanager
def open_if_current(database: Database) -> Iterator[sqlite3.Connection | None]:
    """Open a database for reading; nothing is opened that is not there or has to be upgraded."""
    if not exists(database):
        yield None
        return
    with translate_errors(database):
        connection = _connect_read_only(database)
    with _own(connection, database):
        version = read_version(connection, database)
        connection.execute("BEGIN")
        if version == database.version:
            check_complete(connection, database)
        elif not version and database.precious:
            refuse_lost(database)
        yield connection if version == database.version else None


@contextmanager
def open_for_writing(
    database: Database, *, check_references: bool = True
) -> Iterator[sqlite3.Connection]:
    """Open a database, and create or upgrade it when that is needed.

    Replacing a whole graph takes half the time unchecked; that it has no loose ends is then up
    to whoever writes it.
    """
    is_new = not exists(database)
    if is_new and database.precious:
        refuse_known_to_graph(database)
    with translate_file_errors(database):
        create_folder(database.path.parent)
    try:
        with translate_errors(database):
            connection = connect(database, mode="rwc")
    except DiskFullError:
        if is_new:
            _remove_empty(database)
        raise
    with _own(connection, database):
        if read_version(connection, database) < database.version:
            _upgrade(database)
        connection.execute(f"PRAGMA foreign_keys = {'ON' if check_references else 'OFF'}")
        yield connection


def _remove_empty(database: Database) -> None:
    """Delete a new database file that is still empty: it would be taken for a damaged one."""
    with suppress(OSError):
        if database.path.stat().st_size == 0:
            database.path.unlink()


@contextmanager
def _own(connection: sqlite3.Connection, database: Database) -> Iterator[None]:
    """Close a connection after the block, in which errors name their own database."""
    with closing(connection):
        if isinstance(connection, OwnedConnection):
            connection.database = database
            yield
        else:
            with translate_errors(database):
                yield


def check_complete(connection: sqlite3.Connection, database: Database) -> None:
    """Raise when memories that were acknowledged are not in their database any more."""
    known = read_marker(database) if database.precious else None
    if known is not None:
        check_marker(database, known, read_position(connection))


def read_position(connection: sqlite3.Connection) -> Marker:
    """Return the last events of memories and of work."""
    return Marker(
        connection.execute(statements.MEMORY_LAST_EVENT).fetchone()[0],
        connection.execute(statements.MEMORY_LAST_WORK_EVENT).fetchone()[0],
    )


@contextmanager
def open_as_it_is(database: Database) -> Iterator[sqlite3.Connection]:
    """Open an existing database for inspection, whatever its version, and let errors through."""
    with closing(_connect_read_only(database)) as connection:
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


def _connect_read_only(database: Database) -> sqlite3.Connection:
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
    from ripplegraph.store.copying import copy_with_log

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


def _read_file_version(database: Database) -> int:
    with closing(_connect_read_only(database)) as connection:
        return read_version(connection, database)


def _upgrade(database: Database) -> None:
    # Imported here: this brings in SQLAlchemy, which takes longer to load than most commands run.
    from ripplegraph.store.migrations import migrate

    migrate(database)


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


def create_folder(folder: Path) -> None:
    """Make the folder of a database; git is told to pass over one inside a project."""
    folder.mkdir(parents=True, exist_ok=True)
    if folder.name == FOLDER:
        write_ignore_file(folder)


def write_ignore_file(folder: Path) -> None:
    """Tell git to pass over a folder; a link of that name is not followed."""
    ignore_file = folder / ".gitignore"
    if not os.path.lexists(ignore_file):
        with suppress(FileExistsError), ignore_file.open("x") as stream:
            stream.write("*\n")
