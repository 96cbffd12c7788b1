"""Where memories are written and read: opens the databases and passes each request on."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.memory.clock import get_now, normalise_time
from ripplegraph.memory.drafts import Draft
from ripplegraph.memory.finding import (
    MemoryList,
    UnknownMemoryError,
    list_memories,
    resolve_memory,
    search_memories,
)
from ripplegraph.memory.gate import Gate
from ripplegraph.memory.journal import Cause, Journal
from ripplegraph.memory.registry import TypeRegistry
from ripplegraph.memory.remembering import remember
from ripplegraph.memory.view import MemoryView, build_view
from ripplegraph.store.connection import exists, open_for_reading
from ripplegraph.store.database import Database
from ripplegraph.store.memory_reading import MemoryFilter, read_events, read_latest_events
from ripplegraph.store.memory_records import Event
from ripplegraph.store.memory_writing import change_memories
from ripplegraph.store.summary import was_scanned

SHOWN_STATES = ("active", "candidate", "scratch")
"""What a list or search shows unless it is asked for other states."""


@dataclass(frozen=True)
class RememberedView(MemoryView):
    """A memory as it is now, and whether it was new."""

    created: bool


@dataclass(frozen=True)
class EventList:
    """Things that happened to memories."""

    events: tuple[Event, ...]


NOTHING_FOUND = MemoryList((), 0, 0, 0)


class Desk:
    """The memories of one project."""

    def __init__(
        self,
        database: Database,
        *,
        root: Path,
        graph: Database,
        registry: TypeRegistry,
        clock: Callable[[], str] = get_now,
    ) -> None:
        self.registry = registry
        self._database = database
        self._root = root
        self._graph = graph
        self._clock = clock

    def remember(self, draft: Draft) -> RememberedView:
        now = self._clock()
        with self._open_graph() as graph:
            memory = Gate(self._root, self.registry, graph).admit(draft, now=now)
        origin = memory.provenance
        cause = Cause(origin.agent or origin.role or origin.channel, draft.reason)
        with self._change() as journal:
            done = remember(journal, memory, cause)
        view = build_view(done.memory, self.registry, now=now)
        return RememberedView(**vars(view), created=done.created)

    def get(self, memory_id: str) -> MemoryView:
        with self._read() as connection:
            memory = resolve_memory(_require(connection, memory_id), memory_id)
        return build_view(memory, self.registry, now=self._clock())

    def list(self, wanted: MemoryFilter | None, *, limit: int | None) -> MemoryList:
        with self._read() as connection:
            if connection is None:
                return NOTHING_FOUND
            return list_memories(
                connection,
                wanted or MemoryFilter(states=SHOWN_STATES),
                registry=self.registry,
                now=self._clock(),
                limit=limit,
            )

    def search(self, query: str, wanted: MemoryFilter | None, *, limit: int | None) -> MemoryList:
        with self._read() as connection:
            if connection is None:
                return NOTHING_FOUND
            return search_memories(
                connection,
                query,
                wanted or MemoryFilter(states=SHOWN_STATES),
                registry=self.registry,
                now=self._clock(),
                limit=limit,
            )

    def get_history(self, memory_id: str) -> EventList:
        with self._read() as found:
            connection = _require(found, memory_id)
            events = read_events(connection, memory_id)
            if not events:
                events = read_events(connection, resolve_memory(connection, memory_id).id)
        return EventList(tuple(events))

    def get_log(self, *, after: str | None, action: str | None, limit: int) -> EventList:
        start = normalise_time(after) if after else None
        with self._read() as connection:
            if connection is None:
                return EventList(())
            events = read_latest_events(connection, after=start, action=action, limit=limit)
        return EventList(tuple(events))

    @contextmanager
    def _change(self) -> Iterator[Journal]:
        with change_memories(self._database) as connection:
            yield Journal(connection, now=self._clock())

    @contextmanager
    def _read(self) -> Iterator[sqlite3.Connection | None]:
        """Open the memories; there is nothing to open before the first one is written."""
        if not exists(self._database):
            yield None
            return
        with open_for_reading(self._database) as connection:
            yield connection

    @contextmanager
    def _open_graph(self) -> Iterator[sqlite3.Connection | None]:
        if not exists(self._graph):
            yield None
            return
        with open_for_reading(self._graph) as connection:
            yield connection if was_scanned(connection) else None


def _require(connection: sqlite3.Connection | None, memory_id: str) -> sqlite3.Connection:
    if connection is None:
        raise UnknownMemoryError(
            f"There is no memory {memory_id!r:.80}, nor any other.",
            hint="`ripple remember` adds one.",
        )
    return connection
