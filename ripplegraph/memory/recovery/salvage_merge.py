"""Adds what could be read of damaged memories to a backup of them.

A backup is what the memories were at some time, so everything that is newer is in events. What
an event tells is taken where the memory itself cannot be read, and the other way round.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ripplegraph.errors import UsageError
from ripplegraph.memory.ids import is_valid_id
from ripplegraph.memory.text import build_keys
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.store.memory.memory_reader import get_alias, get_memory, has_event
from ripplegraph.store.memory.memory_writer import (
    delete_memory,
    insert_alias,
    insert_event,
    insert_memory,
    set_meta,
    update_memory,
)
from ripplegraph.store.memory.salvage import Salvage
from ripplegraph.store.records.memory_records import Event, Memory, Plain, from_plain, to_plain

_CAUSE = Cause("ripple", "read from a damaged database")
_SPOOL_MARK = "spool:"
_IDENTITY = ("project_id", "created_at")
_REFUSALS = (UsageError, KeyError, TypeError, ValueError, AttributeError, sqlite3.Error)


@dataclass
class MergeReport:
    """The rows that were added to a backup, and those that could not be."""

    memories: set[str] = field(default_factory=set)
    events: int = 0
    work: int = 0
    problems: list[str] = field(default_factory=list)


def merge_salvage(
    connection: sqlite3.Connection, found: Salvage, *, root: Path, now: str
) -> MergeReport:
    """Bring a sound database up to what was salvaged, within a transaction of the caller."""
    return _Merge(connection, found, root, now).run()


class _Merge:
    def __init__(
        self, connection: sqlite3.Connection, found: Salvage, root: Path, now: str
    ) -> None:
        self._connection = connection
        self._found = found
        self._root = root
        self._now = now
        self._journal = Journal(connection, now=now)
        self._merged = MergeReport()

    def run(self) -> MergeReport:
        news = self._collect_news()
        for memory_id, events in news.items():
            with self._try(f"memory {memory_id}"):
                self._apply(memory_id, events)
        for memory in self._found.memories.values():
            if memory.id not in news and is_valid_id(memory.id):
                with self._try(f"memory {memory.id}"):
                    self._take(memory)
        for alias, memory_id in self._found.aliases:
            with self._try("an alias"):
                if get_alias(self._connection, alias) is None:
                    insert_alias(self._connection, alias=alias, memory_id=memory_id)
        self._take_work()
        self._take_marks()
        return self._merged

    def _collect_news(self) -> dict[str, list[Event]]:
        """Return the events that the backup does not have, by the memory that they are about."""
        news = defaultdict(list)
        for event in self._found.events:
            with self._try("an event"):
                if not (is_valid_id(event.id) and is_valid_id(event.memory_id)):
                    raise ValueError("it has no valid id")
                if not has_event(self._connection, event.id):
                    news[event.memory_id].append(event)
        return news

    def _apply(self, memory_id: str, events: Sequence[Event]) -> None:
        known = get_memory(self._connection, memory_id)
        wanted = self._found.memories.get(memory_id)
        if wanted is None:
            wanted = self._replay(known, events)
        if wanted is not None:
            self._put(known, wanted)
        elif known is not None:
            delete_memory(self._connection, memory_id)
        for event in events:
            insert_event(self._connection, event)
        self._merged.events += len(events)
        self._merged.memories.add(memory_id)

    def _replay(self, known: Memory | None, events: Sequence[Event]) -> Memory | None:
        """Make a memory from what its events tell."""
        plain: Plain | None = to_plain(known) if known is not None else None
        for event in events:
            if event.after is None:
                plain = None
            elif event.before is None:
                plain = dict(event.after)
            elif plain is not None:
                plain.update(event.after)
        return from_plain(plain) if plain is not None else None

    def _put(self, known: Memory | None, wanted: Memory) -> None:
        keys = build_keys(wanted)
        if known is None:
            insert_memory(self._connection, wanted, keys)
        elif known != wanted:
            update_memory(self._connection, wanted, keys)

    def _take(self, memory: Memory) -> None:
        """Take over a memory of whose changes the events are lost."""
        known = get_memory(self._connection, memory.id)
        if known is None:
            self._journal.add(memory, _CAUSE, action="restore")
        elif memory.updated_at > known.updated_at:
            self._journal.change(known, memory, _CAUSE, action="restore")
        else:
            return
        self._merged.memories.add(memory.id)

    def _take_work(self) -> None:
        from ripplegraph.memory.work.access import Actor
        from ripplegraph.memory.work.ledger import Ledger
        from ripplegraph.memory.work.transfer import WorkImport

        groups = defaultdict(list)
        for line in self._found.work:
            groups[line.get("record_id") or line["id"]].append(line)
        for record_id, lines in groups.items():
            with self._try(f"work {record_id}"):
                ledger = Ledger(self._connection, now=self._now)
                intake = WorkImport(ledger, root=self._root, by=Actor("ripple", "user"))
                intake.take_changes(lines)
                self._merged.work += 1

    def _take_marks(self) -> None:
        """Keep in mind which spools were merged, so that none is merged twice."""
        for key, value in self._found.meta.items():
            if key.startswith(_SPOOL_MARK):
                with self._try("a mark"):
                    int(json.loads(value)["number"])
                    set_meta(self._connection, key, value)
            elif key in _IDENTITY:
                set_meta(self._connection, key, value)

    @contextmanager
    def _try(self, what: str) -> Iterator[None]:
        """Do all of a block or nothing, and note what is wrong with it."""
        self._connection.execute("SAVEPOINT salvage")
        try:
            yield
        except _REFUSALS as error:
            self._connection.execute("ROLLBACK TO salvage")
            reason = error.message if isinstance(error, UsageError) else f"{error}"
            self._merged.problems.append(f"{what}: {reason}")
        finally:
            self._connection.execute("RELEASE salvage")
