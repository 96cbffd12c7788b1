"""Opens the memories of a project, or where they cannot be written, a view with a spool."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import TYPE_CHECKING

from ripplegraph.errors import (
    CorruptDatabaseError,
    DatabaseBusyError,
    NewerSchemaError,
    StoreError,
    UnwritableStoreError,
)
from ripplegraph.memory.clock import get_now
from ripplegraph.store.connection import exists, open_for_reading
from ripplegraph.store.database import Database
from ripplegraph.store.spool.spool_file import SpoolContent, SpoolFile, UnmergedPiece

if TYPE_CHECKING:
    from ripplegraph.memory.writing.gate import Gate
    from ripplegraph.memory.writing.journal import Journal
    from ripplegraph.store.memory.spool_view import SpoolView
    from ripplegraph.store.spool.spool_records import SpooledChange

_READER_PATIENCE_MS = 100
"""How long a reader waits for its turn to merge, when it can as well read both."""
_NO_SHUT_DOORS = (CorruptDatabaseError, NewerSchemaError, DatabaseBusyError)


class MemoryStore:
    """The memories of a project; what cannot be written to them waits in the worktree.

    What waits is merged at the next chance: before anything else is read or changed.
    """

    def __init__(
        self,
        database: Database,
        *,
        build_gate: Callable[[], Gate],
        clock: Callable[[], str] = get_now,
    ) -> None:
        if database.spool is None:
            raise ValueError(f"the {database} has no place for a spool")
        self._database = database
        self._spool = SpoolFile(database.spool)
        self._build_gate = build_gate
        self._clock = clock

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection | None]:
        """Open the memories; there is nothing to open before the first one is written."""
        with ExitStack() as stack:
            yield self._open_reader(stack)

    @contextmanager
    def change(self) -> Iterator[Journal]:
        """Open the memories as their one writer; all changes of the block happen, or none."""
        from ripplegraph.memory.writing.journal import Journal

        with ExitStack() as stack:
            yield Journal(self._open_writer(stack), now=self._clock())

    def _open_reader(self, stack: ExitStack) -> sqlite3.Connection | None:
        if self._spool.exists() and not self._settle(patient=False):
            # Read before the database is: what is merged in between is known there.
            content = self._spool.read()
            if content.changes:
                return stack.enter_context(closing(self._open_view(content)))
        if not exists(self._database):
            return None
        try:
            return stack.enter_context(open_for_reading(self._database))
        except StoreError as error:
            if not self._is_shut(error):
                raise
            # Of an old version, and cannot be upgraded where it lies.
            return stack.enter_context(closing(self._open_view(SpoolContent())))

    def _open_writer(self, stack: ExitStack) -> sqlite3.Connection:
        from ripplegraph.store.memory.memory_writer import change_memories

        if self._spool.exists() and not self._settle(patient=True):
            return stack.enter_context(self._record())
        try:
            return stack.enter_context(change_memories(self._database))
        except StoreError as error:
            if not self._is_shut(error):
                raise
            try:
                return stack.enter_context(self._record())
            except UnwritableStoreError:
                raise error from None

    def _is_shut(self, error: StoreError) -> bool:
        from ripplegraph.store.files.writability import is_shut

        return not isinstance(error, _NO_SHUT_DOORS) and is_shut(self._database)

    @contextmanager
    def _record(self) -> Iterator[sqlite3.Connection]:
        """Let the block change a view, and write what it did to the spool."""
        from ripplegraph.memory.ids import build_id
        from ripplegraph.store.spool.spool_recorder import Recorder
        from ripplegraph.store.spool.spool_records import SpooledChange

        with self._spool.lock(timeout_ms=self._database.busy_timeout_ms):
            content = self._spool.read()
            with closing(self._open_view(content)) as view:
                recorder = Recorder(view)
                yield view
                recording = recorder.finish()
            if not recording.is_empty:
                last = content.changes[-1] if content.changes else None
                spool, number = (last.spool, last.number) if last else (build_id("s"), 0)
                change = SpooledChange(spool, number + 1, self._clock(), recording)
                self._spool.append(change, content)

    def _open_view(self, content: SpoolContent) -> SpoolView:
        from ripplegraph.store.spool.spool_recorder import open_view

        now = self._clock()
        return open_view(self._database, lambda view: self._replay(view, content.changes, now))

    def _replay(
        self, connection: sqlite3.Connection, changes: tuple[SpooledChange, ...], now: str
    ) -> list[UnmergedPiece]:
        from ripplegraph.memory.spool.replay import replay

        return replay(connection, changes, self._build_gate(), now=now) if changes else []

    def _settle(self, *, patient: bool) -> bool:
        """Merge what waits, if that can be; tells whether nothing waits any more."""
        timeout = self._database.busy_timeout_ms
        timeout = timeout if patient else min(timeout, _READER_PATIENCE_MS)
        database = self._database._replace(busy_timeout_ms=timeout)
        try:
            with self._spool.lock(timeout_ms=timeout):
                self._merge(database)
        except StoreError as error:
            if isinstance(error, DatabaseBusyError) and not patient:
                return False
            if isinstance(error, UnwritableStoreError) or self._is_shut(error):
                return False
            raise
        return True

    def _merge(self, database: Database) -> None:
        from ripplegraph.store.memory.memory_writer import change_memories

        content = self._spool.read()
        now = self._clock()
        with change_memories(database) as connection:
            refused = self._replay(connection, content.changes, now)
            torn = [content.torn] if content.torn else []
            self._spool.set_aside([*content.scraps, *refused, *torn], at=now)
        self._spool.remove()
