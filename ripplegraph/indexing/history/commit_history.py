"""Keeps the history of a project in its graph database: which commits touched which file.

The counts of files that change together follow from it when they are asked for, by period and size
of the commit; see `cochange_queries.py`. Kept this way a history takes less room than its pairs
would, none has to be dropped, and a rename moves a few rows.

What is stored is a function of the checked-out commit, the settings and, in a shallow clone, where
it ends; so reading only the new commits gives what reading all of them would. When the commit does
not continue the recorded one along its first parents, all is put together again, from commits
that are still there from before where possible. The oldest commits are let go in blocks, for the
same reason: each block begins at a fixed number, counted from the first commit. The numbers of the
rows ascend from older commits to newer ones, so what came last needs no look at the times, which
anyone may set.
"""

import sqlite3
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ripplegraph.config import HistoryConfig
from ripplegraph.errors import GitError
from ripplegraph.git.damaged_history import Damage, find_cuts
from ripplegraph.git.log import (
    Commit,
    is_along_first_parents,
    list_commits,
    read_clone_filter,
    read_commits,
)
from ripplegraph.git.repository import Repository, read_shallow_boundary
from ripplegraph.indexing.history.history_state import (
    describe_objects,
    describe_settings,
    may_be_mended,
    read_state,
)
from ripplegraph.indexing.history.path_replay import Move, encode_changes, find_path_ids, replay
from ripplegraph.store.sql import statements

_LAST_SECOND = 253_402_300_799
"""The end of the year 9999; a commit may claim any time."""


@dataclass(frozen=True)
class CochangeUpdate:
    """The report of an update of the history."""

    commits_read: int
    """How many were read from git, and not known from before."""
    commits_kept: int
    commits_total: int
    rebuilt: bool
    problem: str | None = None
    """Why git could not tell the history, which then stays as it was."""


def update_cochange(
    connection: sqlite3.Connection,
    repository: Repository,
    *,
    head: str | None,
    config: HistoryConfig,
) -> CochangeUpdate | None:
    """Bring the history to a commit, in the transaction that is open.

    Returns None when it is there already. A history that git cannot read is no reason for a scan
    to fail: what is stored then stays, but for commits that were read before the trouble.
    """
    boundary = read_shallow_boundary(repository)
    state = read_state(connection)
    settings = describe_settings(boundary, config)
    continues = settings.items() <= state.items() and not may_be_mended(state, repository)
    if continues and state["head"] == (head or ""):
        return None
    history = _History(connection, repository, config, boundary)
    try:
        update = None
        if continues and head and state["head"]:
            update = history.extend(state["head"], head, total=int(state["total"]))
        if update is None:
            update = history.rebuild(head)
    except GitError as error:
        kept, total = int(state.get("kept", "0")), int(state.get("total", "0"))
        _write_state(connection, {**state, "problem": error.message})
        return CochangeUpdate(0, kept, total, rebuilt=False, problem=error.message)
    state = {
        **settings,
        "head": head or "",
        "kept": str(update.commits_kept),
        "total": str(update.commits_total),
        **_describe_gaps(history.damage, state if not update.rebuilt else {}, repository),
    }
    _write_state(connection, state)
    return update


def _describe_gaps(
    damage: Damage, before: Mapping[str, str], repository: Repository
) -> dict[str, str]:
    """Return what is recorded of what could not be read; nothing where all could be."""
    gaps = {
        "cuts": int(before.get("cuts", "0")) + len(damage.cuts),
        "unreadable": int(before.get("unreadable", "0")) + damage.unreadable,
        "without_renames": int(before.get("without_renames", "0")) + damage.without_renames,
    }
    found = {name: str(count) for name, count in gaps.items() if count}
    if found:
        found["objects"] = describe_objects(repository)
    clone_filter = read_clone_filter(repository.root)
    return {**found, "filter": clone_filter} if clone_filter else found


def _write_state(connection: sqlite3.Connection, state: Mapping[str, str]) -> None:
    connection.execute(statements.DELETE_HISTORY_STATE)
    connection.executemany(statements.INSERT_HISTORY_STATE, sorted(state.items()))


class _PathIds(dict[str, int]):
    """The number of each path, which is made up when the path is new."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__()
        self._connection = connection

    def __missing__(self, path: str) -> int:
        row = self._connection.execute(statements.SELECT_HISTORY_PATH, (path,)).fetchone()
        if row is None:
            cursor = self._connection.execute(statements.INSERT_HISTORY_PATH, (path,))
            number = cursor.lastrowid or 0
        else:
            number = row[0]
        self[path] = number
        return number


class _History:
    """The stored history, while it is being changed."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        repository: Repository,
        config: HistoryConfig,
        boundary: frozenset[str],
    ) -> None:
        self._connection = connection
        self._root = repository.root
        self._limit = config.max_commits
        self._block = max(1, config.max_commits // 10)
        self._boundary = boundary
        self.damage = Damage()
        self._path_ids = _PathIds(connection)

    def extend(self, old: str, new: str, *, total: int) -> CochangeUpdate | None:
        """Add the commits since the recorded one; None if that is not how one gets there."""
        if not is_along_first_parents(self._root, ancestor=old, head=new):
            return None
        ids = self._list(new, since=old)
        start = self._get_start(total)
        if self._get_start(total + len(ids)) != start:
            return None
        known = {commit: row for commit in ids if (row := self._find(commit)) is not None}
        read = self._read(ids, known)
        total += len(ids)
        ids = [commit for commit in ids if commit in known]
        last: int | None
        (last,) = self._connection.execute(statements.SELECT_LAST_TOUCHING_COMMIT).fetchone()
        self._order(ids, known, after=last or 0)
        before = dict(self._connection.execute(statements.SELECT_HISTORY_MOVES))
        moves = dict(before)
        self._apply([known[commit] for commit in ids], moves)
        for path in before.keys() | moves.keys():
            if before.get(path) != moves.get(path):
                self._connection.execute(statements.UPDATE_HISTORY_PATH, (moves.get(path), path))
        return CochangeUpdate(read, total - start, total, rebuilt=False)

    def rebuild(self, head: str | None) -> CochangeUpdate:
        """Put everything together from the newest commits that a commit reaches."""
        newest, total = self._list_newest(head)
        ids = newest[: total - self._get_start(total)]
        ids.reverse()
        known = self._find_all()
        read = self._read(ids, known)
        ids = [commit for commit in ids if commit in known]
        self._connection.execute(statements.DELETE_HISTORY_TOUCHES)
        self._connection.execute(statements.DELETE_HISTORY_MOVES)
        self._order(ids, known, after=0)
        moves: dict[int, int] = {}
        touches = self._collect([known[commit] for commit in ids], moves)
        self._forget(known, ids)
        self._connection.executemany(statements.INSERT_HISTORY_TOUCH, touches)
        updates = ((target, path) for path, target in moves.items())
        self._connection.executemany(statements.UPDATE_HISTORY_PATH, updates)
        return CochangeUpdate(read, len(ids), total, rebuilt=True)

    def _get_start(self, total: int) -> int:
        """Return the number of the first commit to keep, where there are so many."""
        return max(0, total - self._limit) // self._block * self._block

    def _list(self, head: str, since: str | None = None) -> list[str]:
        ids = [
            commit
            for commit in list_commits(
                self._root, head, since=since, boundary=self._find_boundary()
            )
            if commit not in self._boundary
        ]
        ids.reverse()
        return ids

    def _list_newest(self, head: str | None) -> tuple[list[str], int]:
        """Return as many commits as could be kept, newest first, and how many there are."""
        try:
            return self._count_newest(head)
        except GitError:
            cuts = find_cuts(self._root, head, self._boundary) if head else None
            if not cuts:
                raise
            self.damage.cuts |= cuts
            self._boundary |= cuts
            return self._count_newest(head)

    def _find_boundary(self) -> frozenset[str]:
        """Return where git is to stop; of a shallow clone it knows by itself."""
        return self._boundary if self.damage.cuts else frozenset()

    def _count_newest(self, head: str | None) -> tuple[list[str], int]:
        newest: list[str] = []
        total = 0
        commits = list_commits(self._root, head, boundary=self._find_boundary()) if head else ()
        for commit in commits:
            if commit not in self._boundary:
                total += 1
                if len(newest) < self._limit + self._block:
                    newest.append(commit)
        return newest, total

    def _find(self, commit: str) -> tuple[int, bytes] | None:
        key = (bytes.fromhex(commit),)
        row: tuple[int, bytes] | None
        row = self._connection.execute(statements.SELECT_HISTORY_COMMIT, key).fetchone()
        return row

    def _find_all(self) -> dict[str, tuple[int, bytes]]:
        rows = self._connection.execute(statements.SELECT_HISTORY_COMMITS)
        return {key.hex(): (number, changes) for number, key, changes in rows}

    def _read(self, ids: Sequence[str], known: dict[str, tuple[int, bytes]]) -> int:
        """Read from git and store the commits that are not known; return how many."""
        missing = [commit for commit in ids if commit not in known]
        read = 0
        for commit in read_commits(self._root, missing, self.damage):
            known[commit.id] = self._store(commit)
            read += 1
        return read

    def _order(
        self, ids: Sequence[str], known: dict[str, tuple[int, bytes]], *, after: int
    ) -> None:
        """Make the numbers of commits ascend as they follow each other, whenever they were read."""
        numbers = [after, *(known[commit][0] for commit in ids)]
        if all(one < two for one, two in pairwise(numbers)):
            return
        (last,) = self._connection.execute(statements.SELECT_LAST_HISTORY_COMMIT).fetchone()
        for number, commit in enumerate(ids, last + 1):
            old, changes = known[commit]
            self._connection.execute(statements.UPDATE_HISTORY_COMMIT, (number, old))
            known[commit] = number, changes

    def _store(self, commit: Commit) -> tuple[int, bytes]:
        changes = encode_changes(commit.changes, self._path_ids)
        cursor = self._connection.execute(
            statements.INSERT_HISTORY_COMMIT,
            (bytes.fromhex(commit.id), get_period(commit.time), len(commit.changes), changes),
        )
        return cursor.lastrowid or 0, changes

    def _apply(self, commits: Sequence[tuple[int, bytes]], moves: dict[int, int]) -> None:
        execute = self._connection.execute
        for step in replay(commits, moves):
            if isinstance(step, Move):
                execute(statements.UPDATE_HISTORY_TOUCHES, (step.target, step.source))
                execute(statements.DELETE_HISTORY_TOUCHES_OF_PATH, (step.source,))
            else:
                execute(statements.INSERT_HISTORY_TOUCH, step)

    def _collect(
        self, commits: Sequence[tuple[int, bytes]], moves: dict[int, int]
    ) -> Iterator[tuple[int, int]]:
        touches: defaultdict[int, set[int]] = defaultdict(set)
        for step in replay(commits, moves):
            if isinstance(step, Move):
                touches[step.target] |= touches.pop(step.source, set())
            else:
                touches[step.path].add(step.commit)
        return ((path, commit) for path in sorted(touches) for commit in sorted(touches[path]))

    def _forget(self, known: Mapping[str, tuple[int, bytes]], ids: Sequence[str]) -> None:
        """Drop old commits of other branches, and paths that nothing names any more."""
        used = set(ids)
        others = sorted((row[0] for commit, row in known.items() if commit not in used))
        dropped = set(others[: -(self._limit // 2) or len(others)])
        if dropped:
            rows = ((number,) for number in sorted(dropped))
            self._connection.executemany(statements.DELETE_HISTORY_COMMIT, rows)
        named: set[int] = set()
        for number, changes in known.values():
            if number not in dropped:
                named.update(find_path_ids(changes))
        paths = self._connection.execute(statements.SELECT_HISTORY_PATHS).fetchall()
        unnamed = ((number,) for number, _ in paths if number not in named)
        self._connection.executemany(statements.DELETE_HISTORY_PATH, unnamed)


def get_period(seconds: int) -> int:
    """Return the quarter of a year in which a time lies: four times the year, and 0 to 3."""
    moment = time.gmtime(min(max(seconds, 0), _LAST_SECOND))
    return moment.tm_year * 4 + (moment.tm_mon - 1) // 3
