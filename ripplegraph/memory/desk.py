"""Where memories are written and read: opens the databases and passes each request on."""

import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import IO

from ripplegraph.config import MemoryConfig
from ripplegraph.errors import RippleError, StoreError
from ripplegraph.memory.changing import Edit, check_reason, confirm, edit, flag, undo
from ripplegraph.memory.clock import get_now, normalise_time
from ripplegraph.memory.drafts import Draft
from ripplegraph.memory.exporting import export_lines, write_document
from ripplegraph.memory.finding import (
    Found,
    MemoryList,
    UnknownMemoryError,
    build_trust,
    check_query,
    list_memories,
    resolve_memory,
    search_memories,
)
from ripplegraph.memory.freshness.about import find_about, normalise_about
from ripplegraph.memory.freshness.disk import find_outdated
from ripplegraph.memory.freshness.reading import read_standings
from ripplegraph.memory.freshness.vouching import look_again
from ripplegraph.memory.gate import Gate
from ripplegraph.memory.import_results import ImportReport
from ripplegraph.memory.importing import BATCH, Importer, Progress, Task, build_interruption
from ripplegraph.memory.journal import Cause, Journal
from ripplegraph.memory.lifecycle import (
    NOTHING_CLEANED,
    PERIOD_KEY,
    CleanupReport,
    clean_up,
    get_period,
    plan_cleanup,
)
from ripplegraph.memory.paths import confine
from ripplegraph.memory.registry import TypeRegistry
from ripplegraph.memory.relations import relate
from ripplegraph.memory.remembering import remember
from ripplegraph.memory.spool.opening import Memories
from ripplegraph.memory.stats import MemoryStats, build_stats
from ripplegraph.memory.text import load_quick_numbers
from ripplegraph.memory.types import LINK
from ripplegraph.memory.view import MemoryView, build_view
from ripplegraph.memory.without_graph import spare_graph
from ripplegraph.store.connection import exists, open_for_reading
from ripplegraph.store.database import Database
from ripplegraph.store.integrity import is_damaged
from ripplegraph.store.memory_reading import (
    MemoryFilter,
    read_counts,
    read_events,
    read_last_event,
    read_latest_events,
)
from ripplegraph.store.memory_records import Event, Memory, Relation
from ripplegraph.store.memory_state import read_all_verdicts
from ripplegraph.store.spool_view import find_waiting, is_view
from ripplegraph.store.summary import read_memory_meta, was_scanned

SHOWN_STATES = ("active", "candidate", "scratch")
"""What a list or search shows unless it is asked for other states."""


@dataclass(frozen=True)
class RememberedView(MemoryView):
    """A memory as it is now, and whether it was new."""

    created: bool


@dataclass(frozen=True)
class Deletion(Event):
    """The event of a deletion."""

    spooled: bool = False


@dataclass(frozen=True)
class EventList:
    """Things that happened to memories."""

    events: tuple[Event, ...]


@dataclass(frozen=True)
class UndoReport:
    """The change that was taken back, and the memory as it is now, if it is still there."""

    undone: Event
    memory: MemoryView | None
    spooled: bool = False


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
        self.memories = Memories(database, build_gate=lambda: Gate(root, registry), clock=clock)
        self._root = root
        self._graph = graph
        self._clock = clock
        self.has_lost_graph = False
        """Whether the graph was found damaged: all goes on as if nothing had been scanned."""

    @spare_graph
    def remember(self, draft: Draft) -> RememberedView:
        now = self._clock()
        with self._open_graph() as graph:
            memory = Gate(self._root, self.registry, graph).admit(draft, now=now)
        origin = memory.provenance
        cause = Cause(origin.agent or origin.role or origin.channel, draft.reason)
        with self.memories.change() as journal:
            done = remember(journal, memory, cause)
        return RememberedView(**vars(self._view(done.memory, journal)), created=done.created)

    @spare_graph
    def get(self, memory_id: str) -> MemoryView:
        with self.memories.read() as found, self._open_graph() as graph:
            connection = _require(found, memory_id)
            memory = resolve_memory(connection, memory_id)
            (view,) = self._build_views(graph, [memory], find_waiting(connection))
        return view

    @spare_graph
    def list(self, wanted: MemoryFilter | None, *, limit: int | None) -> MemoryList:
        with self.memories.read() as connection, self._open_graph() as graph:
            if connection is None:
                return NOTHING_FOUND
            chosen = self._place(wanted, connection, graph)
            found = list_memories(connection, chosen, limit=limit)
            return self._build_list(graph, found, find_waiting(connection))

    @spare_graph
    def search(self, query: str, wanted: MemoryFilter | None, *, limit: int | None) -> MemoryList:
        check_query(query)
        with self.memories.read() as connection, self._open_graph() as graph:
            if connection is None:
                return NOTHING_FOUND
            verdicts = read_all_verdicts(graph) if graph is not None else {}
            found = search_memories(
                connection,
                query,
                self._place(wanted, connection, graph),
                trust=build_trust(self.registry, verdicts, now=self._clock()),
                limit=limit,
            )
            return self._build_list(graph, found, find_waiting(connection))

    def _place(
        self,
        wanted: MemoryFilter | None,
        memories: sqlite3.Connection,
        graph: sqlite3.Connection | None,
    ) -> MemoryFilter:
        """Complete what is wanted: about a place means where code is in this worktree."""
        chosen = _leave_out_links(wanted or MemoryFilter(states=SHOWN_STATES))
        if chosen.about is None:
            return chosen
        place = normalise_about(chosen.about)
        return replace(chosen, ids=find_about(memories, graph, place))

    def _build_list(
        self, graph: sqlite3.Connection | None, found: Found, waiting: Collection[str]
    ) -> MemoryList:
        views = self._build_views(graph, found.memories, waiting)
        return MemoryList(views, found.matched, len(views), found.matched - len(views))

    def _build_views(
        self,
        graph: sqlite3.Connection | None,
        memories: Sequence[Memory],
        waiting: Collection[str],
    ) -> tuple[MemoryView, ...]:
        now = self._clock()
        standings = read_standings(graph, memories, root=self._root, now=now)
        return tuple(
            build_view(
                memory,
                self.registry,
                now=now,
                standing=standings[memory.id],
                spooled=memory.id in waiting,
            )
            for memory in memories
        )

    @spare_graph
    def find_outdated(self, views: Sequence[MemoryView]) -> frozenset[str]:
        """Return the files that memories are about and that changed since they were scanned."""
        with self._open_graph() as graph:
            return find_outdated(self._root, graph, views) if graph is not None else frozenset()

    @spare_graph
    def edit(self, memory_id: str, wanted: Edit, *, actor: str, reason: str) -> MemoryView:
        with self._open_graph() as graph, self.memories.change() as journal:
            gate = Gate(self._root, self.registry, graph)
            memory = resolve_memory(journal.connection, memory_id)
            after = edit(journal, gate, memory, wanted, _build_cause(actor, reason))
        return self._view(after, journal)

    @spare_graph
    def confirm(self, memory_id: str, *, source: str, actor: str, reason: str) -> MemoryView:
        with self._open_graph() as graph, self.memories.change() as journal:
            memory = resolve_memory(journal.connection, memory_id)
            seen = look_again(graph, memory, root=self._root, now=journal.now)
            cause = _build_cause(actor, reason)
            after = confirm(journal, memory, source=source, cause=cause, anchors=seen.anchors)
        return self._view(after, journal)

    def flag(
        self,
        memory_id: str,
        *,
        problem: str,
        original: str | None,
        actor: str,
        reason: str,
        by_agent: bool = False,
    ) -> MemoryView:
        with self.memories.change() as journal:
            memory = resolve_memory(journal.connection, memory_id)
            other = resolve_memory(journal.connection, original) if original else None
            cause = _build_cause(actor, reason)
            after = flag(
                journal, memory, problem=problem, original=other, cause=cause, by_agent=by_agent
            )
        return self._view(after, journal)

    def delete(self, memory_id: str, *, actor: str, reason: str) -> Deletion:
        with self.memories.change() as journal:
            memory = resolve_memory(journal.connection, memory_id)
            event = journal.remove(memory, _build_cause(actor, reason))
        return Deletion(**vars(event), spooled=is_view(journal.connection))

    def undo(self, memory_id: str, *, actor: str) -> UndoReport:
        with self.memories.change() as journal:
            event, memory = undo(journal, memory_id, actor=actor)
        view = self._view(memory, journal) if memory else None
        return UndoReport(event, view, spooled=is_view(journal.connection))

    def relate(self, memory_id: str, relation: Relation, *, actor: str, reason: str) -> MemoryView:
        with self.memories.change() as journal:
            source = resolve_memory(journal.connection, memory_id)
            checked = relation
            if relation.target_memory:
                target = resolve_memory(journal.connection, relation.target_memory)
                checked = replace(relation, target_memory=target.id)
            elif relation.target_path:
                path = confine(relation.target_path, self._root)
                checked = replace(relation, target_path=path)
            after = relate(journal, source, checked, _build_cause(actor, reason))
        return self._view(after, journal)

    def clean_up(self, config: MemoryConfig, *, current: str | None, if_due: bool) -> CleanupReport:
        with self.memories.change() as journal:
            period = get_period(journal.now)
            if if_due and read_memory_meta(journal.connection).get(PERIOD_KEY) == period:
                return replace(NOTHING_CLEANED, period=period, skipped=True)
            done = clean_up(journal, registry=self.registry, config=config, current=current)
        return replace(done, spooled=is_view(journal.connection))

    def plan_cleanup(self, config: MemoryConfig, *, current: str | None) -> CleanupReport:
        now = self._clock()
        with self.memories.read() as connection:
            if connection is None:
                return replace(NOTHING_CLEANED, period=get_period(now), trial=True)
            return plan_cleanup(
                connection, registry=self.registry, config=config, current=current, now=now
            )

    def get_stats(self, config: MemoryConfig) -> MemoryStats:
        with self.memories.read() as connection:
            counts = read_counts(connection) if connection else []
        size = self._database.path.stat().st_size if exists(self._database) else None
        return build_stats(counts, size, self.plan_cleanup(config, current=None))

    def export(self, format_name: str) -> Iterator[str]:
        """Yield the text of an export, piece by piece."""
        if format_name == "jsonl":
            for line in self.export_lines():
                yield f"{line}\n"
            return
        chosen = _leave_out_links(MemoryFilter(states=SHOWN_STATES))
        with self.memories.read() as connection:
            yield from write_document(
                connection, chosen, project=self._root.name, now=self._clock()
            )

    def export_lines(self) -> Iterator[str]:
        with self.memories.read() as connection:
            if connection is not None:
                yield from export_lines(connection)

    @spare_graph
    def take_in(
        self,
        source: str | IO[bytes],
        *,
        name: str,
        actor: str,
        on_progress: Progress | None = None,
    ) -> ImportReport:
        stream = (
            BytesIO(source.encode(errors="surrogatepass")) if isinstance(source, str) else source
        )
        importer = Importer(stream, name=name, actor=check_reason(actor), on_progress=on_progress)
        load_quick_numbers()
        is_spooled = False
        with closing(importer.read()) as tasks:
            try:
                while True:
                    more, in_spool = self._take_some(importer, tasks)
                    is_spooled = is_spooled or in_spool
                    importer.results.settle()
                    if not more:
                        break
            except KeyboardInterrupt as error:
                self._settle(importer)
                raise build_interruption(name, importer.results.kept) from error
        return importer.build_report(spooled=is_spooled and importer.results.kept > 0)

    def _take_some(self, importer: Importer, tasks: Iterator[Task]) -> tuple[bool, bool]:
        """Take in as much as one transaction holds; a spool takes everything at once."""
        importer.results.last_event = 0
        # What is wrong with the file shows before memories are opened.
        first = next(tasks, None)
        if first is None:
            return False, False
        with self._open_graph() as graph, self.memories.change() as journal:
            in_spool = is_view(journal.connection)
            gate = Gate(self._root, self.registry, graph)
            limit = None if in_spool else BATCH
            more = importer.take(journal, gate, chain((first,), tasks), limit)
            importer.results.last_event = read_last_event(journal.connection)
        return more, in_spool

    def _settle(self, importer: Importer) -> None:
        """Count what an interrupt found on its way to the disk, if it got there."""
        with self.memories.read() as connection:
            last = read_last_event(connection) if connection is not None else 0
        if last >= importer.results.last_event > 0:
            importer.results.settle()

    def get_history(self, memory_id: str) -> EventList:
        with self.memories.read() as found:
            connection = _require(found, memory_id)
            events = read_events(connection, memory_id)
            if not events:
                events = read_events(connection, resolve_memory(connection, memory_id).id)
        return EventList(tuple(events))

    def get_log(self, *, after: str | None, action: str | None, limit: int) -> EventList:
        start = normalise_time(after) if after else None
        with self.memories.read() as connection:
            if connection is None:
                return EventList(())
            events = read_latest_events(connection, after=start, action=action, limit=limit)
        return EventList(tuple(events))

    def _view(self, memory: Memory, journal: Journal) -> MemoryView:
        """Show a memory that was just changed."""
        waiting = [memory.id] if is_view(journal.connection) else []
        return self._show(memory, waiting)

    @spare_graph
    def _show(self, memory: Memory, waiting: Collection[str]) -> MemoryView:
        with self._open_graph() as graph:
            (view,) = self._build_views(graph, [memory], waiting)
        return view

    def is_of_graph(self, error: Exception) -> bool:
        """Tell whether damage of the graph led to an error."""
        if isinstance(error, StoreError):
            return error.path == self._graph.path
        return not isinstance(error, RippleError) and is_damaged(self._graph)

    @contextmanager
    def _open_graph(self) -> Iterator[sqlite3.Connection | None]:
        if self.has_lost_graph or not exists(self._graph):
            yield None
            return
        with open_for_reading(self._graph) as connection:
            yield connection if was_scanned(connection) else None


def _build_cause(actor: str, reason: str) -> Cause:
    return Cause(check_reason(actor), check_reason(reason))


def _leave_out_links(wanted: MemoryFilter) -> MemoryFilter:
    """Leave out what is part of the graph, unless it is asked for or waits for a review."""
    if wanted.types is not None or wanted.needs_review:
        return wanted
    return replace(wanted, but_types=(LINK,))


def _require(connection: sqlite3.Connection | None, memory_id: str) -> sqlite3.Connection:
    if connection is None:
        raise UnknownMemoryError(
            f"There is no memory {memory_id!r:.80}, nor any other.",
            hint="`ripple remember` adds one.",
        )
    return connection
