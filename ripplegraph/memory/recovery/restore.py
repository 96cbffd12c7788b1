"""Restores memories: from a backup, and from whatever can be read of the damaged file."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from ripplegraph.errors import CorruptDatabaseError, DatabaseBusyError, StoreError
from ripplegraph.memory.clock import get_now
from ripplegraph.memory.recovery.salvage_merge import MergeReport, merge_salvage
from ripplegraph.store.backups.backup_health import choose_backup
from ripplegraph.store.backups.backup_list import Backup, find_backups
from ripplegraph.store.backups.memory_marker import Marker, read_marker, write_marker
from ripplegraph.store.backups.replacement import move_aside, replace_content
from ripplegraph.store.backups.restore_lock import hold_restore
from ripplegraph.store.connection import exists, open_for_writing, read_position
from ripplegraph.store.database import Database
from ripplegraph.store.integrity import inspect_database
from ripplegraph.store.memory.salvage import Salvage, salvage
from ripplegraph.store.sqlite.content_check import count_rows
from ripplegraph.store.sqlite.failures import build_busy_error, translate_file_errors
from ripplegraph.store.sqlite.raw_connection import write_transaction

_SHOWN = 20


@dataclass(frozen=True)
class RestoreReport:
    """The memories that a restoration brings back, and those it cannot."""

    done: bool
    reason: str
    """Why it was or was not done."""
    backup: Path | None = None
    backup_at: str | None = None
    memories_in_backup: int = 0
    read_from_damaged: int = 0
    """How many memories could be read in the file that is replaced."""
    recovered: int = 0
    """How many memories are newer in it than in the backup, and are taken from there."""
    memories: int = 0
    """How many there are afterwards."""
    unreadable: tuple[str, ...] = ()
    moved_aside: Path | None = None
    sound: bool = False
    """Whether there was nothing to restore."""


Confirm = Callable[[RestoreReport], bool]


class Restorer:
    """Brings the memories of a project back."""

    def __init__(
        self, database: Database, *, root: Path, clock: Callable[[], str] = get_now
    ) -> None:
        self._database = database
        self._root = root
        self._clock = clock

    def restore(self, wanted: str = "", *, confirm: Confirm) -> RestoreReport:
        """Restore from the newest good backup, or from the one that is wanted.

        All that can be read in a damaged file and is newer than the backup is kept. A sound file
        is replaced only if a backup was asked for; then nothing of it is kept but the old file.
        """
        problem = self._find_problem()
        if not problem and not wanted:
            return RestoreReport(False, f"{self._database.path} is sound", sound=True)
        backup = choose_backup(find_backups(self._database), self._database, wanted)
        with hold_restore(self._database), TemporaryDirectory(prefix="ripple-") as folder:
            self._wait_for_writers()
            report = self._prepare(Path(folder, "memory.db"), backup, merge=bool(problem))
            report = replace(report, reason=problem or "a backup was asked for")
            if not report.backup and not report.read_from_damaged:
                return replace(report, done=False, reason=f"{problem}; nothing can be restored")
            if not confirm(report):
                return replace(report, done=False, reason="not confirmed")
            return self._finish(report, Path(folder, "memory.db"))

    def start_empty(self, *, confirm: Confirm) -> RestoreReport:
        """Move the memories aside and begin without any."""
        problem = self._find_problem()
        if not problem and self._count_current():
            reason = f"{self._database.path} is sound and holds memories: it stays"
            return RestoreReport(False, reason)
        report = RestoreReport(True, problem or "there are no memories")
        if not confirm(report):
            return replace(report, done=False, reason="not confirmed")
        with hold_restore(self._database):
            moved = move_aside(self._database)
            # From now on nothing that is missing was lost, whatever backups and graphs know.
            write_marker(self._database, Marker())
        return replace(report, moved_aside=moved)

    def _find_problem(self) -> str:
        try:
            if not exists(self._database):
                return f"{self._database.path} is not there"
            found = inspect_database(self._database)
        except (CorruptDatabaseError, StoreError) as error:
            if isinstance(error, DatabaseBusyError):
                raise
            return error.message
        if not found.version:
            return f"{self._database.path} holds nothing"
        return f"{self._database.path} is damaged: {found.damage[0]}" if found.damage else ""

    def _count_current(self) -> int:
        if not exists(self._database):
            return 0
        with open_for_writing(self._database) as connection:
            return count_rows(connection)["memories"]

    def _wait_for_writers(self) -> None:
        """Wait until who had begun to write is done; nobody else begins."""
        if not self._database.path.is_file():
            return
        timeout = self._database.busy_timeout_ms / 1000
        try:
            with closing(sqlite3.connect(self._database.path, timeout=timeout)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.rollback()
        except sqlite3.DatabaseError as error:
            if "locked" in str(error):
                raise build_busy_error(self._database) from error

    def _prepare(self, target: Path, backup: Backup | None, *, merge: bool) -> RestoreReport:
        """Make in another place what shall be there."""
        fresh = self._database._replace(path=target, spool=None, backup_minutes=0)
        if backup is not None:
            with translate_file_errors(self._database):
                shutil.copyfile(backup.path, target)
        known = read_marker(self._database)
        found, merged = Salvage(), MergeReport()
        with open_for_writing(fresh) as connection:
            in_backup = count_rows(connection)["memories"]
            if merge:
                most = max(known.events, known.work_events) if known else 0
                model = backup.path if backup else None
                found = salvage(self._database, model, at_least=most)
            with write_transaction(connection):
                connection.execute("DROP TABLE IF EXISTS memory_text")
                merged = merge_salvage(connection, found, root=self._root, now=self._clock())
            memories = count_rows(connection)["memories"]
            lost = (known.events - read_position(connection).events) if known else 0
            # All in one file.
            connection.execute("PRAGMA journal_mode = DELETE")
        problems = [*found.problems, *merged.problems]
        if lost > 0:
            problems.append(f"{lost} changes of memories are known to be missing")
        return RestoreReport(
            True,
            "",
            backup.path if backup else None,
            backup.at if backup else None,
            in_backup,
            len(found.memories),
            len(merged.memories),
            memories,
            tuple(problems[:_SHOWN]),
        )

    def _finish(self, report: RestoreReport, new: Path) -> RestoreReport:
        with closing(sqlite3.connect(new)) as connection:
            position = read_position(connection)
        moved = replace_content(self._database, new)
        write_marker(self._database, position)
        return replace(report, moved_aside=moved)
