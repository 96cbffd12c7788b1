"""Health of backups: which can be used, and which is the best."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime

from ripplegraph.errors import UsageError
from ripplegraph.store.backups.backup import compute_checksum
from ripplegraph.store.backups.backup_list import Backup
from ripplegraph.store.database import Database
from ripplegraph.store.sqlite.content_check import find_problems


def find_fault(backup: Backup, database: Database) -> str:
    """Say why a backup cannot be used; empty if it can."""
    try:
        if backup.sha256 is not None and compute_checksum(backup.path) != backup.sha256:
            return "its content is not what was written"
        uri = f"{backup.path.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            problems = find_problems(connection)
    except OSError as error:
        return f"it cannot be read: {error.strerror}"
    except sqlite3.Error as error:
        return str(error)
    if problems:
        return "; ".join(problems)
    if not 0 < version <= database.version:
        return f"it has schema version {version}"
    return ""


def choose_backup(backups: Iterable[Backup], database: Database, wanted: str) -> Backup | None:
    """Return the newest backup that can be used, or the one that is wanted: by name or time."""
    for backup in _select(list(backups), wanted):
        fault = find_fault(backup, database)
        if not fault:
            return backup
        if wanted == backup.path.name:
            raise UsageError(
                f"The backup {backup.path.name} cannot be used: {fault}.",
                hint="`ripple doctor` lists all of them.",
            )
    if wanted:
        raise UsageError(
            f"There is no backup {wanted!r:.80} that can be used.",
            hint="`ripple doctor` lists them. Give a name, or a time to take the last one before.",
        )
    return None


def _select(backups: list[Backup], wanted: str) -> list[Backup]:
    if not wanted:
        return backups
    named = [backup for backup in backups if backup.path.name == wanted]
    if named:
        return named
    try:
        moment = datetime.fromisoformat(wanted)
    except ValueError:
        return []
    if len(wanted) == len("2026-01-01"):
        moment = moment.replace(hour=23, minute=59, second=59)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return [backup for backup in backups if datetime.fromisoformat(backup.at) <= moment]
