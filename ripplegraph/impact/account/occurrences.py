"""Whole-word occurrences of names in the text files of a project."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

_WORD = re.compile(rb"\w", re.ASCII)


class FoundFile(NamedTuple):
    """A file with occurrences: their offsets, each with the name that stands there."""

    path: str
    data: bytes
    found: Sequence[tuple[int, str]]


def read_occurrences(root: Path, paths: Iterable[str], names: Iterable[str]) -> Iterator[FoundFile]:
    """Yield the files that have whole words among the names, with the offset of each."""
    words = {name.encode("utf-8", "surrogateescape"): name for name in names}
    find = _build_finder(words)
    for path in paths:
        try:
            data = (root / path).read_bytes()
        except OSError:
            continue
        found = [(match.start(), words[match[0]]) for match in find.finditer(data)]
        if found:
            yield FoundFile(path, data, found)


def _build_finder(words: Iterable[bytes]) -> re.Pattern[bytes]:
    """Return a pattern for whole words as git sees them: letters, digits and underscores."""
    longest = sorted(words, key=lambda word: (-len(word), word))
    plain = all(_WORD.match(word) and _WORD.match(word[-1:]) for word in longest)
    choice = b"|".join(re.escape(word) for word in longest)
    around = (rb"\b", rb"\b") if plain else (rb"(?<!\w)", rb"(?!\w)")
    return re.compile(b"%b(?:%b)%b" % (around[0], choice, around[1]), re.ASCII)


def cut_line(data: bytes, position: int) -> tuple[int, bytes]:
    """Return where the line around an offset begins, and its bytes without the line end."""
    start = data.rfind(b"\n", 0, position) + 1
    end = data.find(b"\n", position)
    return start, data[start : len(data) if end < 0 else end].rstrip(b"\r")
