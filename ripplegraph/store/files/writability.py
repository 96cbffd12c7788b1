"""Check of whether a database can be written: permissions, read-only file systems."""

import os
from errno import EACCES, EPERM, EROFS
from pathlib import Path
from tempfile import TemporaryFile

from ripplegraph.store.database import Database

_SHUT = {EACCES, EPERM, EROFS}


def is_shut(database: Database) -> bool:
    """Try to open what a writer opens; a sandbox may allow what it is asked and refuse it then."""
    try:
        for path in (database.path, database.write_ahead_log, database.shared_memory):
            _open(path)
        _make_file(database.path.parent)
    except OSError as error:
        return error.errno in _SHUT
    return False


def _open(path: Path) -> None:
    try:
        os.close(os.open(path, os.O_RDWR | getattr(os, "O_CLOEXEC", 0)))
    except (FileNotFoundError, NotADirectoryError):
        return


def _make_file(folder: Path) -> None:
    existing = next(place for place in (folder, *folder.parents) if place.exists())
    with TemporaryFile(dir=existing):
        pass
