"""Whole-word occurrences of names in the text files of a project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
"""What words are made of, as git sees it: bytes of other letters are between words."""

Occurrence = tuple[int, str, int]
"""An offset, the name that stands there, and the line."""


Matches = Mapping[str, Mapping[bytes, int] | None]
"""By file, the words in it and how often each; None where there may be any."""


class FoundFile(NamedTuple):
    """A file with occurrences of names, in the order of the text."""

    path: str
    data: bytes
    found: Sequence[Occurrence]


def read_occurrences(
    root: str, path: str, words: Iterable[bytes], names: Mapping[bytes, str]
) -> FoundFile:
    """Return a file with the offset of each whole word among some."""
    data = read_file(root, path)
    return FoundFile(path, data, find_occurrences(data, words, names))


def read_file(root: str, path: str) -> bytes:
    """Return the bytes of a file; none where there is no such file."""
    try:
        # One after the other for a common name: a `Path` takes longer to make than to read.
        with open(f"{root}/{path}", "rb", buffering=0) as file:  # noqa: PTH123
            return file.read()
    except OSError:
        return b""


def find_occurrences(
    data: bytes, words: Iterable[bytes], names: Mapping[bytes, str]
) -> list[Occurrence]:
    """Return where words stand in a text, in its order, with their lines."""
    starts = sorted((at, names[word]) for word in words for at in _find_word(data, word))
    found: list[Occurrence] = []
    line, last = 1, 0
    for at, name in starts:
        line += data.count(b"\n", last, at)
        last = at
        found.append((at, name, line))
    return found


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
