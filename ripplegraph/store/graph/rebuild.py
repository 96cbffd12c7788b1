"""Replaces the graph database by a new, empty one on request."""

import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from ripplegraph.store.connection import create, exists
from ripplegraph.store.database import Database
from ripplegraph.store.sqlite.damage_mark import forget_mark
from ripplegraph.store.sqlite.failures import translate_file_errors


def rebuild_database(database: Database) -> Path | None:
    """Move a database that can be derived again aside, and create it anew.

    Returns where the old file is now, or None when there was none.
    """
    if database.precious:
        raise ValueError(f"the {database} cannot be derived again")
    moved = _move_aside(database) if exists(database) else None
    create(database)
    forget_mark(database)
    if moved is not None:
        _remove_older(database, moved)
    return moved


def _remove_older(database: Database, moved: Path) -> None:
    """Keep only the last one: a graph can be large, and holds nothing that is not in the files."""
    for path in database.path.parent.glob(f"{database.path.name}.old-*"):
        if not path.name.startswith(moved.name):
            with suppress(OSError):
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def _move_aside(database: Database) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    aside = database.path.with_name(f"{database.path.name}.old-{stamp}")
    with translate_file_errors(database):
        database.path.rename(aside)
        # A log left behind would be replayed into the new database.
        for part, suffix in ((database.write_ahead_log, "-wal"), (database.shared_memory, "-shm")):
            with suppress(FileNotFoundError):
                part.rename(aside.with_name(aside.name + suffix))
    return aside
