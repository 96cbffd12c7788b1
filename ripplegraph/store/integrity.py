"""Looks for damage in a database without changing it."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass

from ripplegraph.errors import CorruptDatabaseError, StoreError
from ripplegraph.store.connection import check_complete, exists
from ripplegraph.store.database import Database
from ripplegraph.store.memory.text_index import has_fts5
from ripplegraph.store.sql import statements
from ripplegraph.store.sqlite.content_check import find_problems
from ripplegraph.store.sqlite.damage_mark import mark_damaged
from ripplegraph.store.sqlite.failures import is_damage, translate_errors
from ripplegraph.store.sqlite.raw_connection import open_as_it_is


@dataclass(frozen=True)
class Inspection:
    """The version of a database (0 when it cannot be told), and what is damaged in it."""

    version: int
    damage: tuple[str, ...]


def inspect_database(database: Database) -> Inspection:
    """Run SQLite's own checks on an existing database, and read every row.

    The next scan makes a graph again in which damage was found.
    """
    found = _inspect(database)
    if found.damage and not database.precious:
        mark_damaged(database)
    return found


def _inspect(database: Database) -> Inspection:
    with translate_errors(database):
        try:
            with open_as_it_is(database) as connection:
                version = int(connection.execute("PRAGMA user_version").fetchone()[0])
                damage = find_problems(connection)
                if database.precious and not damage:
                    damage = _find_lost_words(connection)
                if version == database.version and not damage:
                    check_complete(connection, database)
                return Inspection(version, damage)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            return Inspection(0, (str(error),))


def is_damaged(database: Database) -> bool:
    """Tell whether damage can be found in a database; where it is not there, none can."""
    try:
        damage = inspect_database(database).damage if exists(database) else ()
    except StoreError as error:
        return isinstance(error, CorruptDatabaseError)
    return bool(damage)


def _find_lost_words(source: sqlite3.Connection) -> tuple[str, ...]:
    """Look at the index of words in a copy: its check is something that is written."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        source.backup(copy)
        if copy.execute(statements.MEMORY_HAS_TEXT_INDEX).fetchone() is None or not has_fts5():
            return ()
        try:
            copy.execute("INSERT INTO memory_text(memory_text) VALUES ('integrity-check')")
        except sqlite3.DatabaseError as error:
            return (f"the index of words: {error}",)
    return ()
