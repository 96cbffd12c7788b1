"""Whole-word occurrences of names in the text files of a project."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
"""What words are made of, as git sees it: bytes of other letters are between words."""

Occurrence = tuple[int, str, int]
"""An offset, the name that stands there, and the line."""


Matches = Mapping[str, Sequence[tuple[int, bytes]] | None]
"""By file, the line and the word of each match; None where any line may have some."""


class FoundFile(NamedTuple):
    """A file with occurrences of names, in the order of the text."""

    path: str
    data: bytes
    found: Sequence[Occurrence]


def read_occurrences(
    root: Path, path: str, matches: Sequence[tuple[int, bytes]] | None, names: Mapping[bytes, str]
) -> FoundFile:
    """Return a file with the offset of each whole word among the names."""
    data = read_file(root, path)
    return FoundFile(path, data, list(_find_in_lines(data, matches, names)))


def read_file(root: Path, path: str) -> bytes:
    """Return the bytes of a file; none where there is no such file."""
    try:
        return (root / path).read_bytes()
    except OSError:
        return b""


def _find_in_lines(
    data: bytes, matches: Sequence[tuple[int, bytes]] | None, names: Mapping[bytes, str]
) -> Iterator[Occurrence]:
    if matches is None and not any(word in data for word in names):
        return
    pieces = data.split(b"\n")
    ends = [0, *accumulate(map(len, pieces))]
    for line, words in _group_by_line(matches, names, len(pieces)):
        text, start = pieces[line - 1], ends[line - 1] + line - 1
        found = [(start + at, names[word], line) for word in words for at in _find_word(text, word)]
        yield from sorted(found) if len(words) > 1 else found


def _group_by_line(
    matches: Sequence[tuple[int, bytes]] | None, names: Iterable[bytes], last: int
) -> Iterable[tuple[int, Collection[bytes]]]:
    """Return the lines to look into, each with the words to look for."""
    if matches is None:
        return [(line, [*names]) for line in range(1, last + 1)]
    words: dict[int, dict[bytes, None]] = {}
    for line, word in matches:
        if line <= last:
            words.setdefault(line, {})[word] = None
    return words.items()


def _find_word(text: bytes, word: bytes) -> Iterator[int]:
    """Yield where a whole word stands."""
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        starts = not at or text[at - 1] not in _WORD
        if starts and (end == len(text) or text[end] not in _WORD):
            yield at
            at = text.find(word, end)
        else:
            at = text.find(word, at + 1)
