"""Answers which files change together with a file, from the stored history."""

import math
import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from ripplegraph.config import HistoryConfig
from ripplegraph.graph.ids import is_text
from ripplegraph.indexing.history.history_gaps import describe_gaps
from ripplegraph.store.sql import statements
from ripplegraph.targets.resolution import find_exact
from ripplegraph.targets.unknown import build_missing_error

_PRIOR = 1.0
"""Added to the denominator of a score: one common change of two new files is no strong tie."""
_HALF_A_QUARTER = 46

Counts = Mapping[tuple[int, int], int]
"""How many commits there are of each period and size."""


@dataclass(frozen=True)
class CoChange:
    """A file that changed in the same commits as another one."""

    path: str
    score: float
    """From 0 to 1: how much of what touched either touched both, recently and in small commits."""
    together: int
    changes: int
    """How many commits changed this file, alone or not."""
    confidence: float
    """The share of the asked file's changes that changed this one, too."""
    reverse_confidence: float
    """The share of this file's changes that changed the asked one, too."""
    periods: Mapping[str, int]
    """The common changes by quarter, such as 2024Q3."""


@dataclass(frozen=True)
class CoChanges:
    """The files that change together with a file, best first, and what that rests on."""

    path: str
    """The path today, if the file was asked for by an earlier one."""
    changes: int
    commit: str | None
    """The commit whose history this is; None if no history was read."""
    commits_kept: int
    commits_total: int
    is_shallow: bool
    """Whether the repository holds only the newest part of its history."""
    gaps: tuple[str, ...]
    """What of the history could not be read, and why, in words."""
    matched: int
    gone: int
    """How many of the matched files are no longer there; they are not listed."""
    files: tuple[CoChange, ...]


def co_changes(
    connection: sqlite3.Connection,
    path: str,
    *,
    config: HistoryConfig,
    now: float | None = None,
    limit: int = 20,
    minimum: int = 2,
) -> CoChanges:
    """Find the files that changed in at least `minimum` of the commits that changed a file.

    A path that neither the history nor the graph has is an `UnknownTargetError`.
    """
    state = dict(connection.execute(statements.SELECT_HISTORY_STATE))
    today = datetime.fromtimestamp(now, UTC).date() if now is not None else datetime.now(UTC).date()
    weigh = _Weights(today, config)
    found = _find_path(connection, path)
    if found is None and find_exact(connection, path) is None:
        raise build_missing_error(connection, path)
    name, number = found or (path, 0)
    own = _count_changes(connection, number)
    pairs = _count_pairs(connection, number, config.max_commit_files)
    candidates = [
        (weigh.sum(counts), other, counts)
        for other, counts in pairs.items()
        if sum(counts.values()) >= minimum
    ]
    listed = []
    gone = 0
    for weight, other, counts in candidates:
        other_path = _get_row(connection, other)[0]
        if connection.execute(statements.SELECT_FILE_EXISTS, (other_path,)).fetchone() is None:
            gone += 1
        else:
            listed.append((weight, other_path, other, counts))
    best = _rank(connection, listed, own=own, weigh=weigh, limit=limit)
    return CoChanges(
        path=name,
        changes=sum(own.values()),
        commit=state.get("head") or None,
        commits_kept=int(state.get("kept", "0")),
        commits_total=int(state.get("total", "0")),
        is_shallow=bool(state.get("shallow")),
        gaps=tuple(describe_gaps(state)),
        matched=len(candidates),
        gone=gone,
        files=best,
    )


class _Weights:
    """The weight of a commit: half after each half-life, and less the more files it changed."""

    def __init__(self, today: date, config: HistoryConfig) -> None:
        self._today = today.toordinal()
        self._half_life = config.half_life_days
        self._largest = config.max_commit_files
        self._decays: dict[int, float] = {}

    def sum(self, counts: Counts) -> float:
        return math.fsum(
            count * self._get_decay(period) / math.log2(max(size, 2))
            for (period, size), count in counts.items()
            if size <= self._largest
        )

    def _get_decay(self, period: int) -> float:
        decay = self._decays.get(period)
        if decay is None:
            year, quarter = divmod(period, 4)
            middle = date(year, quarter * 3 + 1, 1).toordinal() + _HALF_A_QUARTER
            decay = self._decays[period] = 0.5 ** (max(0, self._today - middle) / self._half_life)
        return decay


def _rank(
    connection: sqlite3.Connection,
    candidates: Sequence[tuple[float, str, int, Counts]],
    *,
    own: Counts,
    weigh: _Weights,
    limit: int,
) -> tuple[CoChange, ...]:
    """Return the best candidates.

    The other file's commits weigh at least as much as the common ones: the highest score that
    leaves possible tells when the rest needs no look.
    """
    own_weight = weigh.sum(own)
    best: list[CoChange] = []
    for weight, path, number, counts in sorted(candidates, key=lambda item: (-item[0], item[1])):
        highest = weight / (math.sqrt(own_weight * weight) + _PRIOR)
        if len(best) >= limit and round(highest, 4) < best[-1].score:
            break
        theirs = _count_changes(connection, number)
        together = sum(counts.values())
        best.append(
            CoChange(
                path=path,
                score=round(weight / (math.sqrt(own_weight * weigh.sum(theirs)) + _PRIOR), 4),
                together=together,
                changes=sum(theirs.values()),
                confidence=round(together / sum(own.values()), 4),
                reverse_confidence=round(together / sum(theirs.values()), 4),
                periods=_count_by_period(counts),
            )
        )
        best.sort(key=lambda item: (-item.score, -item.together, item.path))
        del best[limit:]
    return tuple(best)


def _count_by_period(counts: Counts) -> Mapping[str, int]:
    periods: defaultdict[str, int] = defaultdict(int)
    for (period, _), count in sorted(counts.items()):
        year, quarter = divmod(period, 4)
        periods[f"{year}Q{quarter + 1}"] += count
    return dict(periods)


def _count_changes(connection: sqlite3.Connection, number: int) -> Counts:
    rows = connection.execute(statements.COUNT_HISTORY_CHANGES, (number,))
    return {(period, size): count for period, size, count in rows}


def _count_pairs(
    connection: sqlite3.Connection, number: int, largest: int
) -> Mapping[int, dict[tuple[int, int], int]]:
    pairs: defaultdict[int, dict[tuple[int, int], int]] = defaultdict(dict)
    values = {"path": number, "limit": largest}
    for other, period, size, count in connection.execute(statements.COUNT_HISTORY_PAIRS, values):
        pairs[other][period, size] = count
    return pairs


def _find_path(connection: sqlite3.Connection, path: str) -> tuple[str, int] | None:
    """Return the path that a file has today, by this or an earlier one, with its number."""
    if not is_text(path):
        return None
    row = connection.execute(statements.SELECT_HISTORY_PATH, (path,)).fetchone()
    if row is None:
        return None
    number, moved_to = row
    while moved_to is not None:
        number = moved_to
        path, moved_to = _get_row(connection, number)
    return path, number


def _get_row(connection: sqlite3.Connection, number: int) -> tuple[str, int | None]:
    row: tuple[str, int | None]
    row = connection.execute(statements.SELECT_HISTORY_PATH_BY_ID, (number,)).fetchone()
    return row
