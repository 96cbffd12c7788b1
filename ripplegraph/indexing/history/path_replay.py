"""Follows files through a history: which commit touched what has this path today.

A commit's changes are kept as numbers, each the number of a path with the kind of the change in
its two lowest bits; a rename is followed by the path the file had before.

Commits of branches that were merged come one branch after the other. When one branch renamed a
file and the next one, older, still changes it under the old name, that name leads on to the new
one, until a file is added under the old name again.
"""

import sys
from array import array
from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from typing import NamedTuple

from ripplegraph.git.log import FileChange

_CODES = {"M": 0, "D": 0, "A": 1, "R": 2}
_ADDED, _RENAMED = _CODES["A"], _CODES["R"]
_SHIFT = 2


class PathChange(NamedTuple):
    """A commit changed the file that has this path now."""

    path: int
    commit: int


class Move(NamedTuple):
    """All that touched one path belongs to another one from here on."""

    source: int
    target: int


def encode_changes(changes: Sequence[FileChange], path_ids: MutableMapping[str, int]) -> bytes:
    numbers = array("I")
    for change in changes:
        numbers.append(path_ids[change.path] << _SHIFT | _CODES[change.status])
        if change.old_path is not None:
            numbers.append(path_ids[change.old_path])
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def find_path_ids(changes: bytes) -> Iterator[int]:
    """Yield every path that encoded changes name."""
    for _, path, old in _decode(changes):
        yield path
        if old:
            yield old


def replay(
    commits: Iterable[tuple[int, bytes]], moves: MutableMapping[int, int]
) -> Iterator[PathChange | Move]:
    """Yield what commits (their number and encoded changes), oldest first, mean for today's paths.

    `moves` says where files went that are no longer where they were; it is kept up to date.
    """
    for commit, changes in commits:
        for code, path, old in _decode(changes):
            if code == _RENAMED:
                source = _follow(old, moves)
                moves.pop(path, None)
                if source != path:
                    moves[source] = path
                    yield Move(source, path)
                yield PathChange(path, commit)
            elif code == _ADDED:
                moves.pop(path, None)
                yield PathChange(path, commit)
            else:
                yield PathChange(_follow(path, moves), commit)


def _follow(path: int, moves: MutableMapping[int, int]) -> int:
    # This ends: what something moves to leads nowhere itself at that moment.
    while (target := moves.get(path)) is not None:
        path = target
    return path


def _decode(changes: bytes) -> Iterator[tuple[int, int, int]]:
    numbers = array("I")
    numbers.frombytes(changes)
    if sys.byteorder == "big":
        numbers.byteswap()
    items = iter(numbers)
    for number in items:
        code = number & ((1 << _SHIFT) - 1)
        yield code, number >> _SHIFT, next(items) if code == _RENAMED else 0
