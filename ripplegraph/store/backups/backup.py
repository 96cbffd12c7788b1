"""Copies the memories aside: now and then after changes, and before each upgrade.

A copy is complete, checked and on the disk before it gets its name. Older ones go only then.
"""

import json
import os
import sqlite3
import sys
import time
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from ripplegraph.errors import RippleError
from ripplegraph.store.backups.backup_list import (
    Backup,
    choose_kept,
    choose_name,
    find_backups,
    get_folder,
    get_note_path,
)
from ripplegraph.store.backups.memory_marker import get_marker_path
from ripplegraph.store.database import Database
from ripplegraph.store.files.file_lock import try_lock
from ripplegraph.store.sqlite.content_check import count_rows, find_problems
from ripplegraph.store.sqlite.failures import (
    build_corrupt_error,
    translate_errors,
    translate_file_errors,
)
from ripplegraph.store.sqlite.raw_connection import open_as_it_is

LARGE_BYTES = 16_000_000
"""A larger file is copied by another process, so that nobody waits for it."""
_LOCK = ".lock"
_PARTIAL = ".partial-"


def back_up_if_due(database: Database) -> None:
    """Make a backup if the last one is old enough; whatever fails, the memories are written."""
    if not database.backup_minutes or not _is_due(database):
        return
    with suppress(OSError, RippleError, sqlite3.Error):
        if database.path.stat().st_size > LARGE_BYTES and _start_process(database):
            return
        _back_up_alone(database)


def back_up_if_changed(database: Database) -> None:
    """Make a backup if one is due and the memories were written since the last one."""
    try:
        changed = get_marker_path(database).stat().st_mtime
        made = get_folder(database).stat().st_mtime
    except FileNotFoundError:
        return
    except OSError:
        return
    if changed > made:
        back_up_if_due(database)


def make_backup(database: Database, *, version: int | None = None) -> Backup:
    """Copy a database that passes its checks; `version` is the one before an upgrade."""
    folder = get_folder(database)
    with translate_file_errors(database):
        folder.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        partial = folder / f"{_PARTIAL}{os.getpid()}"
        try:
            with translate_errors(database):
                counts = _copy(database, partial)
            path = _put_in_place(partial, folder, version, counts)
        finally:
            partial.unlink(missing_ok=True)
        _prune(database)
    return next(backup for backup in find_backups(database) if backup.path == path)


def _is_due(database: Database) -> bool:
    try:
        made = get_folder(database).stat().st_mtime
    except OSError:
        return True
    # A clock that was set back must not keep backups from being made.
    return abs(time.time() - made) >= database.backup_minutes * 60


def _start_process(database: Database) -> bool:
    """Let another process make the backup; tells whether one was started."""
    if database.spool is None or not hasattr(os, "posix_spawn"):
        return False
    folder = get_folder(database)
    folder.mkdir(exist_ok=True)
    os.utime(folder)
    root = database.spool.parent.parent
    words = [sys.executable, "-P", "-m", "ripplegraph", "-C", str(root), "doctor", "--backup"]
    quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 1, 2)]
    os.posix_spawn(sys.executable, words, os.environ, file_actions=quiet, setsid=True)
    return True


def _back_up_alone(database: Database) -> None:
    """Make a backup unless another process is making one."""
    folder = get_folder(database)
    folder.mkdir(exist_ok=True)
    descriptor = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if try_lock(descriptor) and (_is_due(database) or not find_backups(database)):
            make_backup(database)
    finally:
        os.close(descriptor)
        os.utime(folder)


def _copy(database: Database, partial: Path) -> dict[str, int]:
    with closing(sqlite3.connect(partial, isolation_level=None)) as copy:
        with open_as_it_is(database) as source:
            source.backup(copy)
        # As one file, which can be read wherever it lies.
        copy.execute("PRAGMA journal_mode = DELETE")
        problems = find_problems(copy)
        if problems:
            raise build_corrupt_error(database, "; ".join(problems))
        return count_rows(copy)


def _put_in_place(partial: Path, folder: Path, version: int | None, counts: dict[str, int]) -> Path:
    _sync(partial)
    path = choose_name(folder, datetime.now(UTC), version)
    note = {**counts, "sha256": compute_checksum(partial)}
    draft = folder / f"{_PARTIAL}note-{os.getpid()}"
    try:
        draft.write_text(json.dumps(note))
        draft.replace(get_note_path(path))
        partial.rename(path)
    finally:
        draft.unlink(missing_ok=True)
    _sync(folder)
    return path


def _prune(database: Database) -> None:
    backups = find_backups(database)
    kept = choose_kept(backups)
    for backup in backups:
        if backup.path not in kept:
            backup.path.unlink(missing_ok=True)
            get_note_path(backup.path).unlink(missing_ok=True)


def _sweep(folder: Path) -> None:
    """Remove what killed processes left."""
    for path in folder.glob(f"{_PARTIAL}*"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > 3600:
                path.unlink()
    for path in folder.glob("memory-*.json"):
        with suppress(OSError):
            old = time.time() - path.stat().st_mtime > 3600
            if old and not path.with_suffix(".db").exists():
                path.unlink()


def compute_checksum(path: Path) -> str:
    from hashlib import file_digest

    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
