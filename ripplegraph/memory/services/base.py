"""Base of the services that read and write memories: opens both databases, builds views."""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from ripplegraph.errors import RippleError, StoreError
from ripplegraph.memory.clock import get_now
from ripplegraph.memory.freshness.status import read_statuses
from ripplegraph.memory.queries.places import PlaceFinder
from ripplegraph.memory.queries.search import Found, MemoryList
from ripplegraph.memory.queries.views import MemoryView, build_view
from ripplegraph.memory.spool.memory_store import MemoryStore
from ripplegraph.memory.states import SHOWN_STATES
from ripplegraph.memory.types.definition import LINK
from ripplegraph.memory.types.registry import TypeRegistry
from ripplegraph.memory.writing.gate import Gate
from ripplegraph.memory.writing.journal import Journal
from ripplegraph.store.connection import exists, open_for_reading
from ripplegraph.store.database import Database
from ripplegraph.store.graph.summary import was_scanned
from ripplegraph.store.integrity import is_damaged
from ripplegraph.store.memory.memory_reader import MemoryFilter
from ripplegraph.store.memory.spool_view import is_view
from ripplegraph.store.records.memory_records import Memory

NOTHING_FOUND = MemoryList((), 0, 0, 0)

AnyService = TypeVar("AnyService", bound="ProjectService")
Values = ParamSpec("Values")
Result = TypeVar("Result")


def retry_without_graph(
    method: Callable[Concatenate[AnyService, Values], Result],
) -> Callable[Concatenate[AnyService, Values], Result]:
    """Call a method again without the graph if the graph is damaged.

    Such a method must not fail because of the graph once its changes are written.
    """

    @functools.wraps(method)
    def call(service: AnyService, /, *values: Values.args, **options: Values.kwargs) -> Result:
        try:
            return method(service, *values, **options)
        except Exception as error:
            if service.has_lost_graph or not service.is_of_graph(error):
                raise
            service.has_lost_graph = True
        return method(service, *values, **options)

    return call


class ProjectService:
    """The memories and the graph of one project, opened for each request."""

    def __init__(
        self,
        database: Database,
        *,
        root: Path,
        graph: Database,
        registry: TypeRegistry,
        folder: Path | None = None,
        clock: Callable[[], str] = get_now,
    ) -> None:
        self.registry = registry
        self._database = database
        self.memories = MemoryStore(database, build_gate=lambda: Gate(root, registry), clock=clock)
        self._root = root
        self._folder = folder or root
        self._graph = graph
        self._clock = clock
        self.has_lost_graph = False
        """Whether the graph was found damaged: all goes on as if nothing had been scanned."""

    def _view(self, memory: Memory, journal: Journal) -> MemoryView:
        """Show a memory that was just changed."""
        waiting = [memory.id] if is_view(journal.connection) else []
        return self._show(memory, waiting)

    @retry_without_graph
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

    def _place(
        self,
        wanted: MemoryFilter | None,
        memories: sqlite3.Connection | None,
        graph: sqlite3.Connection | None,
    ) -> MemoryFilter:
        """Complete what is wanted: about a target means where its code is in this worktree."""
        chosen = leave_out_links(wanted or MemoryFilter(states=SHOWN_STATES))
        if chosen.about is None:
            return chosen
        finder = PlaceFinder(memories, graph, root=self._root, folder=self._folder)
        return replace(chosen, ids=finder.find_about(chosen.about))

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
        standings = read_statuses(graph, memories, root=self._root, now=now)
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


def leave_out_links(wanted: MemoryFilter) -> MemoryFilter:
    """Leave out what is part of the graph, unless it is asked for or waits for a review."""
    if wanted.types is not None or wanted.needs_review:
        return wanted
    return replace(wanted, but_types=(LINK,))
