"""The service that writes and reads memories."""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace

from ripplegraph.config import MemoryConfig
from ripplegraph.memory.checks import check_query
from ripplegraph.memory.clock import get_period, normalise_time
from ripplegraph.memory.freshness.confirmation import add_current_looks
from ripplegraph.memory.lifecycle.cleanup import (
    NOTHING_CLEANED,
    PERIOD_KEY,
    CleanupReport,
    clean_up,
    plan_cleanup,
)
from ripplegraph.memory.lifecycle.stats import MemoryStats, build_stats
from ripplegraph.memory.lookup import UnknownMemoryError, resolve_memory
from ripplegraph.memory.paths import confine
from ripplegraph.memory.queries.outdated_files import find_outdated
from ripplegraph.memory.queries.search import (
    MemoryList,
    build_trust,
    list_memories,
    search_memories,
)
from ripplegraph.memory.queries.views import MemoryView
from ripplegraph.memory.services.base import NOTHING_FOUND, ProjectService, retry_without_graph
from ripplegraph.memory.services.reports import Deletion, EventList, RememberedView, UndoReport
from ripplegraph.memory.writing.additions import remember
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.memory.writing.edits import Edit, check_reason, confirm, edit, flag, undo
from ripplegraph.memory.writing.gate import Gate
from ripplegraph.memory.writing.journal import Cause
from ripplegraph.memory.writing.relations import relate
from ripplegraph.store.connection import exists
from ripplegraph.store.memory.freshness_rows import read_all_verdicts
from ripplegraph.store.memory.memory_reader import (
    MemoryFilter,
    read_counts,
    read_events,
    read_latest_events,
)
from ripplegraph.store.memory.meta import read_memory_meta
from ripplegraph.store.memory.spool_view import find_waiting, is_view
from ripplegraph.store.records.memory_records import Relation


class MemoryService(ProjectService):
    """Reads, adds, changes and removes the memories of one project."""

    @retry_without_graph
    def remember(self, draft: Draft) -> RememberedView:
        now = self._clock()
        with self._open_graph() as graph:
            memory = Gate(self._root, self.registry, graph, self._folder).admit(draft, now=now)
        origin = memory.provenance
        cause = Cause(origin.agent or origin.role or origin.channel, draft.reason)
        with self.memories.change() as journal:
            done = remember(journal, memory, cause)
        return RememberedView(**vars(self._view(done.memory, journal)), created=done.created)

    @retry_without_graph
    def get(self, memory_id: str) -> MemoryView:
        with self.memories.read() as found, self._open_graph() as graph:
            connection = _require(found, memory_id)
            memory = resolve_memory(connection, memory_id)
            (view,) = self._build_views(graph, [memory], find_waiting(connection))
        return view

    @retry_without_graph
    def list(self, wanted: MemoryFilter | None, *, limit: int | None) -> MemoryList:
        with self.memories.read() as connection, self._open_graph() as graph:
            chosen = self._place(wanted, connection, graph)
            if connection is None:
                return NOTHING_FOUND
            found = list_memories(connection, chosen, limit=limit)
            return self._build_list(graph, found, find_waiting(connection))

    @retry_without_graph
    def search(self, query: str, wanted: MemoryFilter | None, *, limit: int | None) -> MemoryList:
        check_query(query)
        with self.memories.read() as connection, self._open_graph() as graph:
            chosen = self._place(wanted, connection, graph)
            if connection is None:
                return NOTHING_FOUND
            verdicts = read_all_verdicts(graph) if graph is not None else {}
            found = search_memories(
                connection,
                query,
                chosen,
                trust=build_trust(self.registry, verdicts, now=self._clock()),
                limit=limit,
            )
            return self._build_list(graph, found, find_waiting(connection))

    @retry_without_graph
    def find_outdated(self, views: Sequence[MemoryView]) -> frozenset[str]:
        """Return the files that memories are about and that changed since they were scanned."""
        with self._open_graph() as graph:
            return find_outdated(self._root, graph, views) if graph is not None else frozenset()

    @retry_without_graph
    def edit(self, memory_id: str, wanted: Edit, *, actor: str, reason: str) -> MemoryView:
        with self._open_graph() as graph, self.memories.change() as journal:
            gate = Gate(self._root, self.registry, graph, self._folder)
            memory = resolve_memory(journal.connection, memory_id)
            after = edit(journal, gate, memory, wanted, _build_cause(actor, reason))
        return self._view(after, journal)

    @retry_without_graph
    def confirm(self, memory_id: str, *, source: str, actor: str, reason: str) -> MemoryView:
        with self._open_graph() as graph, self.memories.change() as journal:
            memory = resolve_memory(journal.connection, memory_id)
            seen = add_current_looks(graph, memory, root=self._root, now=journal.now)
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


def _build_cause(actor: str, reason: str) -> Cause:
    return Cause(check_reason(actor), check_reason(reason))


def _require(connection: sqlite3.Connection | None, memory_id: str) -> sqlite3.Connection:
    if connection is None:
        raise UnknownMemoryError(
            f"There is no memory {memory_id!r:.80}, nor any other.",
            hint="`ripple remember` adds one.",
        )
    return connection
