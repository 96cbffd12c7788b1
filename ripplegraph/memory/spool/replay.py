"""Applies the changes that wait in a spool to the memories, as if they had been made there.

Events keep their ids, times and actors. Where a memory changed meanwhile, an event tells what it
changed from and to in the end, and an event `merge` after it tells what it could not have: undoing
that one brings the value from the spool.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from itertools import count

from ripplegraph.errors import UsageError
from ripplegraph.memory.checks import refuse_secrets, refuse_told_secrets
from ripplegraph.memory.clock import read_time, write_time
from ripplegraph.memory.ids import check_id, derive_id
from ripplegraph.memory.spool.row_replay import (
    RowReplay,
    check_row,
    insert_new_events,
    is_event_of,
    resolve_alias,
)
from ripplegraph.memory.writing.gate import Gate
from ripplegraph.memory.writing.journal import Journal
from ripplegraph.store.memory.memory_writer import delete_meta, insert_alias, set_meta
from ripplegraph.store.memory.meta import read_memory_meta
from ripplegraph.store.records.memory_records import Event, Plain
from ripplegraph.store.spool.spool_file import UnmergedPiece
from ripplegraph.store.spool.spool_records import SpooledChange, SpooledRow, write_line

_MARK = "spool:"
_KEPT_DAYS = 30
"""How long it is known that a spool was merged, after the file should be gone."""
_REFUSALS = (
    UsageError,
    KeyError,
    TypeError,
    ValueError,
    AttributeError,
    sqlite3.DataError,
    sqlite3.IntegrityError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
)
"""What says that a change is not one that ripple wrote, and not that the database is broken."""


def replay(
    connection: sqlite3.Connection, changes: Sequence[SpooledChange], gate: Gate, *, now: str
) -> list[UnmergedPiece]:
    """Apply what has not been applied here before; returns what cannot be, and why."""
    return _Replay(connection, gate, now).run(changes)


class _Replay:
    """One pass over the changes of a spool, within a transaction of the caller."""

    def __init__(self, connection: sqlite3.Connection, gate: Gate, now: str) -> None:
        self._connection = connection
        self._now = now
        self._key: tuple[object, ...] = ()
        self._counter = count()
        self._journal = Journal(connection, now=now, build_event_id=self._derive_id)
        self._gate = gate
        self._rows = RowReplay(self._journal, gate)

    def run(self, changes: Sequence[SpooledChange]) -> list[UnmergedPiece]:
        merged = _read_marks(self._connection)
        scraps = []
        for change in changes:
            if change.number <= merged.get(change.spool, 0):
                continue
            merged[change.spool] = change.number
            problem = self._try(change)
            if problem:
                scraps.append(UnmergedPiece(write_line(change).decode().rstrip("\n"), problem))
        self._write_marks(merged, {change.spool for change in changes})
        return scraps

    def _try(self, change: SpooledChange) -> str:
        """Apply all of a change or nothing, and say what is wrong with it."""
        self._key, self._counter = (change.spool, change.number), count()
        self._connection.execute("SAVEPOINT spooled_change")
        try:
            self._apply(change)
        except _REFUSALS as error:
            self._connection.execute("ROLLBACK TO spooled_change")
            return error.message if isinstance(error, UsageError) else f"{type(error)} {error}"
        finally:
            self._connection.execute("RELEASE spooled_change")
        return ""

    def _apply(self, change: SpooledChange) -> None:
        recording = change.recording
        events = defaultdict(list)
        rows = {row.memory_id: row for row in recording.rows}
        for event in recording.events:
            _check_event(event, rows.get(event.memory_id))
            events[event.memory_id].append(event)
        for row in recording.rows:
            check_row(row)
            self._rows.apply(row, events.pop(row.memory_id, []))
        for rest in events.values():
            insert_new_events(self._connection, rest)
        for alias, memory_id in recording.aliases:
            check_id(alias)
            target = resolve_alias(self._connection, memory_id)
            if target != alias:
                insert_alias(self._connection, alias=alias, memory_id=target)
        if recording.work:
            self._take_work(recording.work)
        known = read_memory_meta(self._connection)
        for key, value in recording.meta.items():
            # The only thing that is kept there is a time.
            set_meta(self._connection, key, max(value, known.get(key, "")))

    def _take_work(self, lines: Sequence[Plain]) -> None:
        from ripplegraph.memory.work.access import Actor
        from ripplegraph.memory.work.ledger import Ledger
        from ripplegraph.memory.work.transfer import WorkImport

        ledger = Ledger(self._connection, now=self._now)
        WorkImport(ledger, root=self._gate.root, by=Actor("ripple", "user")).take_changes(lines)

    def _derive_id(self) -> str:
        """Make the id of an event, the same whenever the same changes meet the same memories."""
        return derive_id(*self._key, next(self._counter))

    def _write_marks(self, merged: Mapping[str, int], current: Collection[str]) -> None:
        """Write down how much of each spool is merged, and forget those of long ago."""
        oldest = write_time(read_time(self._now) - timedelta(days=_KEPT_DAYS))
        meta = read_memory_meta(self._connection)
        for spool, number in merged.items():
            key = f"{_MARK}{spool}"
            known = json.loads(meta[key]) if key in meta else None
            if known is None or known["number"] != number:
                mark = {"number": number, "at": self._now}
                set_meta(self._connection, key, json.dumps(mark))
            elif known["at"] < oldest and spool not in current:
                delete_meta(self._connection, key)


def _read_marks(connection: sqlite3.Connection) -> dict[str, int]:
    return {
        key.removeprefix(_MARK): json.loads(value)["number"]
        for key, value in read_memory_meta(connection).items()
        if key.startswith(_MARK)
    }


def _check_event(event: Event, row: SpooledRow | None) -> None:
    """Refuse an event that no ripple can have written; its values may be checked with a memory."""
    check_id(event.id)
    check_id(event.memory_id)
    if not all(isinstance(text, str) for text in (event.at, event.action, event.actor)):
        raise TypeError("an event without a time, an action or an actor")
    refuse_secrets(event.actor, event.reason)
    if not is_event_of(event, row):
        refuse_told_secrets(event.before)
        refuse_told_secrets(event.after)
