"""Looks for damage in a database without changing it."""

import sqlite3
from dataclasses import dataclass

from ripplegraph.store.connection import open_as_it_is
from ripplegraph.store.database import Database
from ripplegraph.store.failures import is_damage, translate_errors

_MAX_FINDINGS = 5


@dataclass(frozen=True)
class Inspection:
    """The version of a database (0 when it cannot be told), and what is damaged in it."""

    version: int
    damage: tuple[str, ...]


def inspect_database(database: Database) -> Inspection:
    """Run SQLite's own checks on an existing database."""
    with translate_errors(database):
        try:
            with open_as_it_is(database) as connection:
                version = int(connection.execute("PRAGMA user_version").fetchone()[0])
                return Inspection(version, _find_damage(connection))
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            return Inspection(0, (str(error),))


def _find_damage(connection: sqlite3.Connection) -> tuple[str, ...]:
    findings = [
        line
        for (text,) in connection.execute(f"PRAGMA integrity_check({_MAX_FINDINGS})")
        for line in text.splitlines()
        if line != "ok" and not line.startswith("***")
    ]
    if not findings:
        findings = [
            f"row {row} of {table} refers to a missing row of {parent}"
            for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check")
        ]
    return tuple(findings[:_MAX_FINDINGS])
