"""Writes each change of a memory together with the event that tells about it."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from ripplegraph.memory.ids import build_id
from ripplegraph.memory.text import build_keys
from ripplegraph.store.memory.memory_reader import MemoryFilter, find_memories, read_memories
from ripplegraph.store.memory.memory_writer import (
    delete_memory,
    insert_event,
    insert_memory,
    update_memory,
)
from ripplegraph.store.memory.text_index import needs_rebuild, put_words, start_text_index
from ripplegraph.store.records.memory_records import Event, Memory, find_differences, to_plain


@dataclass(frozen=True)
class Cause:
    """The cause of a change: an actor, a reason and a trigger."""

    actor: str
    reason: str = ""
    event: str | None = None
    undoes: str | None = None


class Journal:
    """The memories of a project while they are changed, within one transaction."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        *,
        now: str,
        build_event_id: Callable[[], str] | None = None,
    ) -> None:
        self.connection = connection
        self.now = now
        self.build_event_id = build_event_id or partial(build_id, "e")
        if needs_rebuild(connection):
            _rebuild_text_index(connection)

    def add(self, memory: Memory, cause: Cause, *, action: str = "add") -> Event:
        insert_memory(self.connection, memory, build_keys(memory))
        return self._record(action, cause, None, memory)

    def change(self, before: Memory, after: Memory, cause: Cause, *, action: str) -> Event:
        """Replace a memory; the time of the change is set here."""
        changed = replace(after, updated_at=self.now)
        update_memory(self.connection, changed, build_keys(changed))
        return self._record(action, cause, before, changed)

    def remove(self, memory: Memory, cause: Cause, *, action: str = "delete") -> Event:
        """Remove a memory; its event keeps everything that was there."""
        delete_memory(self.connection, memory.id)
        return self._record(action, cause, memory, None)

    def _record(
        self, action: str, cause: Cause, before: Memory | None, after: Memory | None
    ) -> Event:
        known = after or before
        if known is None:
            raise ValueError("nothing changed")
        old = to_plain(before) if before else None
        new = to_plain(after) if after else None
        if old is not None and new is not None:
            old, new = find_differences(old, new)
        event = Event(
            id=self.build_event_id(),
            memory_id=known.id,
            at=self.now,
            action=action,
            actor=cause.actor,
            reason=cause.reason,
            cause=cause.event,
            undoes=cause.undoes,
            before=old,
            after=new,
        )
        insert_event(self.connection, event)
        return event


def _rebuild_text_index(connection: sqlite3.Connection) -> None:
    start_text_index(connection)
    numbers = find_memories(connection, MemoryFilter())
    for number, memory in zip(numbers, read_memories(connection, numbers), strict=True):
        keys = build_keys(memory)
        put_words(connection, number, (keys.title_words, keys.body_words, keys.place_words))
