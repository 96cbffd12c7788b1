"""Keeps what is known about memories in step with the code of a worktree.

After each scan the changes of the graph say which memories to look at again. A sweep looks at all
of them. Everything that is found out goes to the graph database of the worktree; only moves go to
the memories themselves, as a trail that all worktrees can follow.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ripplegraph.git.ancestry import find_reached
from ripplegraph.git.renames import find_renames
from ripplegraph.graph.changes import ChangeLog
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.memory.clock import get_now
from ripplegraph.memory.freshness.assessing import EVERYTHING, Assessment, Assessor
from ripplegraph.memory.freshness.code import Code
from ripplegraph.memory.freshness.places import Finder, Moves, Renames, collect_moves
from ripplegraph.memory.freshness.reporting import SweepReport, build_report, summarise
from ripplegraph.memory.freshness.ripples import find_notes
from ripplegraph.memory.freshness.trail import record_moves
from ripplegraph.memory.freshness.verdicts import Note
from ripplegraph.memory.relations import LIVE_STATES
from ripplegraph.memory.spool.opening import Memories
from ripplegraph.store.changes import read_changes, read_generation
from ripplegraph.store.connection import open_for_reading, open_for_writing, write_transaction
from ripplegraph.store.database import Database
from ripplegraph.store.memory_reading import (
    find_changed_since,
    get_memory,
    read_last_event,
    read_live,
    read_origins,
)
from ripplegraph.store.memory_records import Memory
from ripplegraph.store.memory_state import (
    Cursor,
    Reached,
    StateRow,
    delete_state,
    find_placed,
    find_watching,
    read_cursor,
    read_position,
    read_reached,
    read_states,
    write_cursor,
    write_reached,
    write_state,
)
from ripplegraph.store.summary import read_meta

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class _Findings:
    """What was found out about some memories, to be written."""

    done: list[Assessment]
    gone: set[str]
    """Memories that are not live any more."""
    known: Mapping[str, StateRow]
    """What was known before."""
    position: Cursor
    reached: tuple[str | None, Reached] | None
    commit: str | None


class Keeper:
    """Brings the state of all memories in one worktree up to date; one at a time."""

    def __init__(
        self,
        *,
        graph: Database,
        memories: Memories,
        root: Path,
        in_git: bool,
        clock: Callable[[], str] = get_now,
    ) -> None:
        self._graph = graph
        self._memories = memories
        self._root = root
        self._in_git = in_git
        self._clock = clock

    def follow(self) -> None:
        """Look again at the memories that changes since the last time may concern."""
        with self._open() as (memories, graph):
            if memories is None:
                return
            cursor = read_cursor(graph)
            log = _read_log(graph, cursor)
            if log is None:
                found = self._check_all(memories, graph, None)
            else:
                found = self._check_some(memories, graph, log, cursor)
        if found.done or found.gone or found.position != cursor or found.reached is not None:
            self._write(found)

    def sweep(self, on_progress: Progress | None = None) -> SweepReport:
        """Look at every memory, and report what is new since the last sweep."""
        with self._open() as (memories, graph):
            if memories is None:
                return build_report((), {})
            found = self._check_all(memories, graph, on_progress)
        report = build_report(found.done, found.known)
        self._write(found, swept=True)
        return report

    @contextmanager
    def _open(self) -> Iterator[tuple[sqlite3.Connection | None, sqlite3.Connection]]:
        with self._memories.read() as memories, open_for_reading(self._graph) as graph:
            yield memories, graph

    # Checking -----------------------------------------------------------------------------------

    def _check_some(
        self,
        memories: sqlite3.Connection,
        graph: sqlite3.Connection,
        log: ChangeLog,
        cursor: Cursor,
    ) -> _Findings:
        wanted = find_changed_since(memories, cursor.event)
        notes: Mapping[str, list[Note]] = {}
        if log.changes:
            wanted |= find_watching(graph, _find_changed_places(log))
            notes = find_notes(graph, log.changes, now=self._clock())
            wanted |= notes.keys()
        finder = Finder(Code(graph), collect_moves(log.changes))
        found = [memory for name in sorted(wanted) if (memory := get_memory(memories, name))]
        live = [memory for memory in found if memory.state in LIVE_STATES]
        gone = wanted - {memory.id for memory in live}
        return self._assess(memories, live, gone, finder, notes, None)

    def _check_all(
        self,
        memories: sqlite3.Connection,
        graph: sqlite3.Connection,
        on_progress: Progress | None,
    ) -> _Findings:
        log = _read_log(graph, read_cursor(graph))
        moves = collect_moves(log.changes) if log is not None else Moves()
        finder = Finder(Code(graph), moves, self._build_renames())
        notes = find_notes(graph, read_changes(graph).changes, now=self._clock())
        live = list(read_live(memories))
        gone = find_placed(graph) - {memory.id for memory in live}
        return self._assess(memories, live, gone, finder, notes, on_progress)

    def _build_renames(self) -> Callable[[str], Renames]:
        @cache
        def find(commit: str) -> Renames:
            return find_renames(self._root, commit) if self._in_git else {}

        return find

    def _assess(
        self,
        memories: sqlite3.Connection,
        live: list[Memory],
        gone: set[str],
        finder: Finder,
        notes: Mapping[str, list[Note]],
        on_progress: Progress | None,
    ) -> _Findings:
        graph = finder.code.connection
        assessor = Assessor(finder, now=self._clock())
        known = read_states(graph, [memory.id for memory in live])
        done = []
        for number, memory in enumerate(live, 1):
            last = known.get(memory.id)
            done.append(assessor.assess(memory, last, notes.get(memory.id, ())))
            if on_progress is not None:
                on_progress("sweep", number, len(live))
        return _Findings(
            done,
            gone,
            known,
            read_position(graph, read_last_event(memories)),
            self._find_reached(memories, graph),
            finder.code.commit,
        )

    def _find_reached(
        self, memories: sqlite3.Connection, graph: sqlite3.Connection
    ) -> tuple[str | None, Reached] | None:
        """Find which memories' commits are part of what is checked out, if that may be new."""
        if not self._in_git:
            return None
        head = read_meta(graph).get("commit")
        known_head, known = read_reached(graph)
        commits = read_origins(memories)
        if (head or "") == (known_head or "") and known.keys() >= commits:
            return None
        reached: dict[str, bool | None] = dict.fromkeys(commits)
        return head, reached | find_reached(self._root, commits)

    # Writing ------------------------------------------------------------------------------------

    def _write(self, found: _Findings, *, swept: bool = False) -> None:
        done = record_moves(self._memories, found.done, found.known, commit=found.commit)
        with open_for_writing(self._graph) as connection, write_transaction(connection):
            for memory in found.gone:
                delete_state(connection, memory)
            for item in done:
                row = item.to_row()
                known = found.known.get(row.memory)
                before = known.swept if known is not None else None
                write_state(connection, replace(row, swept=summarise(row) if swept else before))
            if found.reached is not None:
                write_reached(connection, *found.reached)
            write_cursor(connection, found.position)


def _read_log(graph: sqlite3.Connection, cursor: Cursor) -> ChangeLog | None:
    """Return the changes since the last time, or None where they do not tell everything."""
    if cursor.generation is None or cursor.generation != read_generation(graph):
        return None
    log = read_changes(graph, cursor.change)
    return log if log.complete else None


def _find_changed_places(log: ChangeLog) -> Iterable[str]:
    """Return the ids that changes concern: their own, and those of everything around them."""
    found = {EVERYTHING}
    for change in log.changes:
        for node in filter(None, (change.id, change.previous_id)):
            found.add(node)
            path, _, label = node.partition(SEPARATOR)
            found.add(path)
            while "." in label:
                label = label.rpartition(".")[0]
                found.add(f"{path}{SEPARATOR}{label}")
    return found
