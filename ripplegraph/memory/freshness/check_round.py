"""One round of looking at memories: which ones, where their code is, how they stand."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.git.renames import find_renames
from ripplegraph.graph.changes import ChangeLog, RecordedChange
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.graph.model import ChangeKind
from ripplegraph.graph.watch_keys import find_around, find_folders, name_looks
from ripplegraph.memory.anchors.code_reader import CodeReader
from ripplegraph.memory.anchors.location import AnchorFinder, Renames, collect_moves
from ripplegraph.memory.freshness.assessment import Assessment, Assessor
from ripplegraph.memory.freshness.distant_changes import DistantChange, find_distant_changes
from ripplegraph.memory.states import LIVE_STATES
from ripplegraph.store.graph.change_log import read_changes
from ripplegraph.store.memory.freshness_cursor import (
    Cursor,
    read_concerned,
    read_cursor,
    read_position,
)
from ripplegraph.store.memory.freshness_rows import (
    EVERYTHING,
    StateRow,
    find_placed,
    find_watching,
    read_states,
)
from ripplegraph.store.memory.memory_reader import (
    find_changed_since,
    read_by_ids,
    read_last_event,
    read_live,
)
from ripplegraph.store.records.memory_records import Memory

Progress = Callable[[str, int, int], None]
MOST_COMMITS = 20
"""Of so many commits a scan asks git at most which files were renamed since; a sweep of all."""
_COMING_AND_GOING = frozenset({ChangeKind.ADDED, ChangeKind.REMOVED, ChangeKind.MOVED})


@dataclass(frozen=True)
class Outcome:
    """The outcome of a round."""

    done: list[Assessment]
    gone: set[str]
    """Memories that are not live any more."""
    known: Mapping[str, StateRow]
    """What was known before."""
    assessor: Assessor | None = None


class CheckRound:
    """Looks at memories as they are in one moment of both databases."""

    def __init__(
        self,
        memories: sqlite3.Connection,
        graph: sqlite3.Connection,
        *,
        root: Path,
        in_git: bool,
        now: str,
    ) -> None:
        self._memories = memories
        self._graph = graph
        self._root = root
        self._in_git = in_git
        self._now = now
        self.start = read_cursor(graph)
        """How far had been followed."""
        self.end = read_position(graph, read_last_event(memories))
        self._concerned = read_concerned(graph)

    @property
    def is_same_generation(self) -> bool:
        return self.start.generation == self.end.generation

    def check_changed(self) -> Outcome:
        """Look at the memories that something since the last round may concern."""
        log = self._read_log()
        if log is None or EVERYTHING in self._concerned:
            return self.check_all(None)
        wanted = find_changed_since(self._memories, self.start.event) | self._concerned
        ripples: Mapping[str, list[DistantChange]] = {}
        if log.changes:
            wanted |= find_watching(self._graph, find_changed_places(log.changes))
            ripples = find_distant_changes(self._graph, log.changes)
            wanted |= ripples.keys()
        found = read_by_ids(self._memories, wanted)
        live = [memory for memory in found if memory.state in LIVE_STATES]
        gone = wanted - {memory.id for memory in live}
        return self._assess(live, gone, log.changes, ripples, MOST_COMMITS, None)

    def check_all(self, on_progress: Progress | None) -> Outcome:
        """Look at every memory."""
        log = self._read_log()
        changes = log.changes if log is not None else ()
        live = list(read_live(self._memories))
        gone = find_placed(self._graph) - {memory.id for memory in live}
        ripples = find_distant_changes(self._graph, changes)
        return self._assess(live, gone, changes, ripples, None, on_progress)

    def _read_log(self) -> ChangeLog | None:
        """Return the changes since the last round, or None where they are not all known."""
        if self.start.generation is None or not self.is_same_generation:
            return None
        log = read_changes(self._graph, self.start.change)
        return log if log.complete else None

    def _assess(
        self,
        live: list[Memory],
        gone: set[str],
        changes: Iterable[RecordedChange],
        ripples: Mapping[str, list[DistantChange]],
        most_commits: int | None,
        on_progress: Progress | None,
    ) -> Outcome:
        code = CodeReader(self._graph, self._root)
        finder = AnchorFinder(code, collect_moves(changes), self._build_renames(most_commits))
        assessor = Assessor(finder, now=self._now, start=self._get_followed())
        known = read_states(self._graph, [memory.id for memory in live])
        assessor.prepare(live)
        done = []
        for number, memory in enumerate(live, 1):
            last = known.get(memory.id)
            done.append(assessor.assess(memory, last, ripples.get(memory.id, ())))
            if on_progress is not None:
                on_progress("sweep", number, len(live))
        return Outcome(done, gone, known, assessor)

    def _get_followed(self) -> Cursor:
        return self.start if self.is_same_generation else self.end

    def _build_renames(self, most: int | None) -> Callable[[str], Renames]:
        """Return what says which files were renamed since a commit; of `most` commits at most."""
        known: dict[str, Renames] = {}

        def find(commit: str) -> Renames:
            if commit not in known:
                if not self._in_git or (most is not None and len(known) >= most):
                    return {}
                found = find_renames(self._root, commit)
                known[commit] = {old: new for old, new in found.items() if _is_text(new)}
            return known[commit]

        return find


def _is_text(path: str) -> bool:
    """Tell whether a path can be an id: not every name of a file is valid text."""
    return not any("\ud800" <= character <= "\udfff" for character in path)


def find_changed_places(changes: Iterable[RecordedChange]) -> Iterator[str]:
    """Yield all that changes concern, in the words of `graph/watch_keys.py`."""
    for change in changes:
        for node in filter(None, (change.id, change.previous_id)):
            yield from find_around(node)
            if SEPARATOR not in node and change.kind in _COMING_AND_GOING:
                yield from find_folders(node)
        for body in filter(None, (change.old_body_fingerprint, change.new_body_fingerprint)):
            yield name_looks(body)
