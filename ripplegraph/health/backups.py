"""Checks the backups of the memories: which there are, and whether they can be used."""

from collections.abc import Iterator

from ripplegraph.health.report import Check, passed, warned
from ripplegraph.store.backups.backup_health import find_fault
from ripplegraph.store.backups.backup_list import Backup, find_backups, get_folder
from ripplegraph.store.backups.memory_marker import get_marker_path
from ripplegraph.store.connection import is_there
from ripplegraph.store.database import Database

_NAME = "memory backup"
_LATE = 2
"""After so many times the usual distance a backup is missed."""


def check_backups(memory: Database) -> Iterator[Check]:
    """Look at each backup, and whether the last changes are in one."""
    backups = find_backups(memory)
    for backup in backups:
        fault = find_fault(backup, memory)
        if fault:
            yield warned(
                _NAME,
                f"{backup.path.name} cannot be used: {fault}",
                fix="It is passed over, and goes in time; or remove it.",
            )
        else:
            yield passed(_NAME, _describe(backup))
    if not backups and is_there(memory.path):
        when = "the next change leads to one" if memory.backup_minutes else "they are switched off"
        yield passed(_NAME, f"there is none yet; {when}")
    if backups and _is_late(memory):
        yield warned(
            _NAME,
            f"memories were changed since the last backup, of {backups[0].at}",
            fix="Run `ripple doctor --backup`.",
        )


def _describe(backup: Backup) -> str:
    held = "" if backup.memories is None else f", {backup.memories} memories"
    why = " before an upgrade" if backup.before_upgrade else ""
    return f"{backup.path.name} of {backup.at}{why}{held}, {backup.bytes} bytes"


def _is_late(memory: Database) -> bool:
    try:
        changed = get_marker_path(memory).stat().st_mtime
        made = get_folder(memory).stat().st_mtime
    except OSError:
        return False
    return bool(memory.backup_minutes) and changed - made > _LATE * 60 * memory.backup_minutes
