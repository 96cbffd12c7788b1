"""Opens the databases, for reading without changing anything or for writing."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from ripplegraph.errors import DiskFullError, StoreError
from ripplegraph.store.backups.memory_marker import (
    Marker,
    check_marker,
    read_marker,
    refuse_known_to_graph,
    refuse_lost,
)
from ripplegraph.store.database import FOLDER, Database
from ripplegraph.store.sql import statements
from ripplegraph.store.sqlite.failures import (
    translate_errors,
    translate_file_errors,
)
from ripplegraph.store.sqlite.owned_connection import OwnedConnection
from ripplegraph.store.sqlite.raw_connection import (
    connect,
    connect_read_only,
    has_log,
    read_version,
)

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
        connection = connect_read_only(database)
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
        connection = connect_read_only(database)
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


def _read_file_version(database: Database) -> int:
    with closing(connect_read_only(database)) as connection:
        return read_version(connection, database)


def _upgrade(database: Database) -> None:
    # Imported here: this brings in SQLAlchemy, which takes longer to load than most commands run.
    from ripplegraph.store.schema.migrations import migrate

    migrate(database)


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
