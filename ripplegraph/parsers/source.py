"""The text of one file, addressed by byte offset, as extraction reads it."""

from __future__ import annotations

import codecs
from bisect import bisect_right
from itertools import accumulate, count
from operator import add


class Source:
    """A file's bytes as a string in which an index is a byte offset.

    Decoding as Latin-1 keeps one character per byte, so tree-sitter's offsets index it directly and
    slicing stays at C speed; a slice that holds non-ASCII text is decoded properly by `text`.
    """

    __slots__ = ("_lines", "ascii", "data", "raw")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.raw = data.decode("latin-1")
        self.ascii = data.isascii()
        self._lines: list[int] | None = None

    def text(self, start: int, end: int) -> str:
        """Return the text between two byte offsets; undecodable bytes become U+FFFD."""
        if self.ascii:
            return self.raw[start:end]
        return self.data[start:end].decode("utf-8", "replace")

    def line_at(self, offset: int) -> int:
        """Return the line number, from 1, of a byte offset."""
        return bisect_right(self._lines or self.lines, offset)

    @property
    def lines(self) -> list[int]:
        """The offsets at which lines begin."""
        if self._lines is None:
            self._lines = _line_starts(self.data)
        return self._lines

    @property
    def line_count(self) -> int:
        """The number of lines, a last one without a newline included."""
        if not self.data:
            return 0
        return self.data.count(b"\n") + (not self.data.endswith(b"\n"))


def _line_starts(data: bytes) -> list[int]:
    lengths = accumulate(map(len, data.split(b"\n")[:-1]))
    return [0, *map(add, lengths, count(1))]


def replace_undecodable(data: bytes) -> bytes:
    """Return text with a question mark for each byte that is no UTF-8, everything where it was.

    Conditions in queries decode what they look at, and fail where they cannot.
    """
    if data.isascii():
        return data
    try:
        data.decode()
    except UnicodeDecodeError:
        return data.decode(errors=_MARK).encode()
    return data


def _mark_undecodable(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "?" * (error.end - error.start), error.end


_MARK = "ripplegraph.mark"
codecs.register_error(_MARK, _mark_undecodable)
