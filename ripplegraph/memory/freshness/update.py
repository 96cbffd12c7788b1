"""Updates the freshness of memories after changes of the code.

After each scan the changes of the graph say which memories to look at again. A sweep looks at all
of them. Everything that is found out goes to the graph database of the worktree; only moves go to
the memories themselves, as a trail that all worktrees can follow.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from ripplegraph.memory.clock import get_now
from ripplegraph.memory.freshness.check_round import CheckRound, Outcome, Progress
from ripplegraph.memory.freshness.learned_commits import find_learned_commits
from ripplegraph.memory.freshness.move_trail import record_moves
from ripplegraph.memory.freshness.sweep_report import SweepReport, build_report, summarise
from ripplegraph.memory.freshness.version_carryover import carry_over
from ripplegraph.memory.spool.memory_store import MemoryStore
from ripplegraph.store.connection import open_for_reading, open_for_writing
from ripplegraph.store.database import Database
from ripplegraph.store.graph.summary import read_meta
from ripplegraph.store.memory.freshness_cursor import (
    Cursor,
    read_concerned,
    read_cursor,
    read_position,
    write_concerned,
    write_cursor,
)
from ripplegraph.store.memory.freshness_rows import (
    Reached,
    delete_state,
    forget_same_files,
    write_reached,
    write_state,
)
from ripplegraph.store.sqlite.raw_connection import write_transaction


@dataclass(frozen=True)
class _Findings:
    """The findings of a round, and how far it went."""

    outcome: Outcome
    start: Cursor
    end: Cursor
    concerned: frozenset[str]
    """The memories that scans had marked."""
    reached: tuple[str | None, Reached] | None = None
    commit: str | None = None


class FreshnessUpdater:
    """Brings the state of all memories in one worktree up to date."""

    def __init__(
        self,
        *,
        graph: Database,
        memories: MemoryStore,
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
                found = _find_nothing(graph)
            else:
                found = self._look(memories, graph, CheckRound.check_changed, anew=False)
        self._write(found)

    def sweep(self, on_progress: Progress | None = None) -> SweepReport:
        """Look at every memory, and report what is new since the last sweep."""
        with self._open() as (memories, graph):
            if memories is None:
                return build_report((), {})
            found = self._look(
                memories, graph, lambda current: current.check_all(on_progress), anew=True
            )
        self._write(found, swept=True)
        return build_report(found.outcome.done, found.outcome.known)

    @contextmanager
    def _open(self) -> Iterator[tuple[sqlite3.Connection | None, sqlite3.Connection]]:
        with self._memories.read() as memories, open_for_reading(self._graph) as graph:
            yield memories, graph

    def _look(
        self,
        memories: sqlite3.Connection,
        graph: sqlite3.Connection,
        check: Callable[[CheckRound], Outcome],
        *,
        anew: bool,
    ) -> _Findings:
        now = self._clock()
        current = CheckRound(memories, graph, root=self._root, in_git=self._in_git, now=now)
        outcome = check(current)
        if not current.is_same_generation:
            outcome = self._carry_over(outcome, now)
        return _Findings(
            outcome,
            current.start,
            current.end,
            read_concerned(graph),
            find_learned_commits(memories, graph, self._root, in_git=self._in_git, anew=anew),
            read_meta(graph).get("commit"),
        )

    def _carry_over(self, outcome: Outcome, now: str) -> Outcome:
        """Look again at memories about code that is the same, but may be read differently now."""
        assessor, known = outcome.assessor, outcome.known
        if assessor is None:
            return outcome
        carried = carry_over(self._memories, assessor.code, outcome.done, known, now=now)
        done = [
            assessor.assess(carried[item.memory.id], known.get(item.memory.id))
            if item.memory.id in carried
            else item
            for item in outcome.done
        ]
        return replace(outcome, done=done)

    def _write(self, found: _Findings, *, swept: bool = False) -> None:
        known = found.outcome.known
        done = record_moves(self._memories, found.outcome.done, known, commit=found.commit)
        with open_for_writing(self._graph) as connection, write_transaction(connection):
            if read_cursor(connection) != found.start:
                # Someone else has followed in the meantime, and knows more.
                return
            for memory in found.outcome.gone:
                delete_state(connection, memory)
            for item in done:
                row = item.to_row()
                before = known[row.memory].swept if row.memory in known else None
                write_state(connection, replace(row, swept=summarise(row) if swept else before))
            if found.reached is not None:
                write_reached(connection, *found.reached)
            if read_concerned(connection) == found.concerned:
                write_concerned(connection, ())
                forget_same_files(connection)
            write_cursor(connection, found.end)


def _find_nothing(graph: sqlite3.Connection) -> _Findings:
    """Return that everything was followed where there is nothing to follow."""
    nothing = Outcome([], set(), {})
    return _Findings(nothing, read_cursor(graph), read_position(graph, 0), read_concerned(graph))
