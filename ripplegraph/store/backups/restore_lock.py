"""Keeps writers away from the memories while they are restored."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ripplegraph.errors import DatabaseBusyError
from ripplegraph.store.database import Database
from ripplegraph.store.files.file_lock import try_lock
from ripplegraph.store.sqlite.failures import translate_file_errors


def get_lock_path(database: Database) -> Path:
    return database.path.with_name(f"{database.path.name}.restoring")


@contextmanager
def hold_restore(database: Database) -> Iterator[None]:
    """Be the only one who restores; whoever begins to write meanwhile waits."""
    path = get_lock_path(database)
    with translate_file_errors(database):
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not try_lock(descriptor):
            raise DatabaseBusyError(
                f"The {database} is being restored by another process.",
                hint="Wait until it is done.",
                path=database.path,
            )
        yield
        path.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def is_being_restored(database: Database) -> bool:
    """Tell whether somebody restores right now; a process that was killed does not."""
    try:
        descriptor = os.open(get_lock_path(database), os.O_RDWR)
    except OSError:
        return False
    try:
        free = try_lock(descriptor)
        if free:
            with suppress(OSError):
                get_lock_path(database).unlink()
        return not free
    finally:
        os.close(descriptor)
