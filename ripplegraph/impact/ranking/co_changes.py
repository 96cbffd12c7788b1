"""Reads from the stored history with which files a file changes, and what changed last.

A change of a file weighs less the more files its commit changed, and half after each `HALF_LIFE`
later changes of the same file. So a file that changes seldom remembers long, and neither a clock
nor the commits elsewhere matter. The share of another file is that of the changes, so weighed, in
which it took part.
"""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from heapq import nlargest
from typing import Final, NamedTuple

from ripplegraph.store.sql import statements

HALF_LIFE: Final = 20
"""After so many more changes of a file a change of it counts half."""
LAST_CHANGES: Final = 100
"""How many changes of the file are read; older ones would count next to nothing."""
THIRD_FILES: Final = 8
"""Through how many of the closest partners others are found."""
LAST_CHANGES_OF_THIRD: Final = 40
MOST_INDIRECT: Final = 100
"""How many of the files behind third files are kept, the closest ones."""
RECENT_HALF_LIFE: Final = 5
"""After so many more commits of the project a commit counts half as recent."""
LAST_COMMITS: Final = 30
_FADING: Final = 0.5 ** (1 / HALF_LIFE)
_RECENT_FADING: Final = 0.5 ** (1 / RECENT_HALF_LIFE)
_PRIOR: Final = 1.0
"""Added to every whole: the one change that a new file has seen is no proof."""


class Shares(NamedTuple):
    """How a file changes with the one that was asked about; shares from 0 to 1."""

    together: float
    indirect: float
    recent: float
    commits: int = 0
    """How many of the last changes of the other one it took part in."""
    changes: int = 0
    """How many of these were looked at."""


class _Changes(NamedTuple):
    """The files of the last changes of a file, by number."""

    shares: Mapping[int, float]
    commits: Mapping[int, int]
    total: int


_NONE: Final = _Changes({}, {}, 0)


def read_co_changes(
    connection: sqlite3.Connection, path: str, *, largest: int
) -> dict[str, Shares]:
    """Find the files that change with a file, directly or by way of a third, or changed lately.

    Only files that are there today are returned. Commits with more files than `largest` do not
    count.
    """
    number = _find_number(connection, path)
    own = _read_changes(connection, number, largest, LAST_CHANGES) if number else _NONE
    together = own.shares
    names = _read_names(connection, together)
    indirect: defaultdict[int, float] = defaultdict(float)
    for third in nlargest(THIRD_FILES, names, key=lambda other: (together[other], names[other])):
        others = _read_changes(connection, third, largest, LAST_CHANGES_OF_THIRD).shares
        for other, share in others.items():
            indirect[other] += together[third] * share
    recent = _read_recent(connection, largest)
    farther = [other for other in indirect if other not in names]
    closest = nlargest(MOST_INDIRECT, farther, key=indirect.__getitem__)
    names |= _read_names(connection, {*closest, *recent} - names.keys() - {number})
    return {
        name: Shares(
            together.get(other, 0.0),
            indirect.get(other, 0.0),
            recent.get(other, 0.0),
            own.commits.get(other, 0),
            own.total,
        )
        for other, name in names.items()
    }


def _read_changes(
    connection: sqlite3.Connection, number: int, largest: int, limit: int
) -> _Changes:
    """Read in what share of a file's last changes each other file took part."""
    values = {"path": number, "largest": largest, "limit": limit}
    sums: defaultdict[int, float] = defaultdict(float)
    commits: Counter[int] = Counter()
    last, weight, age, whole = 0, 0.0, 1.0, _PRIOR
    for commit, size, other in connection.execute(statements.SELECT_HISTORY_CHANGES, values):
        if commit != last:
            last, weight = commit, age / max(size - 1, 1)
            whole += weight
            age *= _FADING
        sums[other] += weight
        commits[other] += 1
    sums.pop(number, None)
    total = commits.pop(number, 0)
    return _Changes({other: found / whole for other, found in sums.items()}, commits, total)


def _read_recent(connection: sqlite3.Connection, largest: int) -> Mapping[int, float]:
    """Return in what share of the last commits each file was changed, the newest counting most."""
    values = {"largest": largest, "limit": LAST_COMMITS}
    sums: defaultdict[int, float] = defaultdict(float)
    last, weight, age, whole = 0, 0.0, 1.0, _PRIOR
    for commit, path in connection.execute(statements.SELECT_HISTORY_LAST, values):
        if commit != last:
            last, weight = commit, age
            whole += weight
            age *= _RECENT_FADING
        sums[path] += weight
    return {path: found / whole for path, found in sums.items()}


def _find_number(connection: sqlite3.Connection, path: str) -> int:
    """Return the number of a path of today in the history; 0 if no commit has it."""
    row = connection.execute(statements.SELECT_HISTORY_PATH, (path,)).fetchone()
    return row[0] if row else 0


def _read_names(connection: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, str]:
    listed = json.dumps(sorted(numbers))
    return dict(connection.execute(statements.SELECT_HISTORY_FILES, (listed,)).fetchall())
