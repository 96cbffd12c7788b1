"""Keeps in mind that the graph was found damaged, until the next scan makes it again.

A scan that finds nothing changed reads too little to come across the damage itself.
"""

from contextlib import suppress
from pathlib import Path

from ripplegraph.store.database import Database


def get_mark(database: Database) -> Path:
    return database.path.with_name(f"{database.path.name}.damaged")


def mark_damaged(database: Database) -> None:
    """Let the next scan make the graph again; where nothing can be written, nobody can."""
    with suppress(OSError):
        get_mark(database).touch()


def is_marked(database: Database) -> bool:
    return get_mark(database).exists()


def forget_mark(database: Database) -> None:
    with suppress(OSError):
        get_mark(database).unlink(missing_ok=True)
