"""Reads a transcript line by line in bounded memory, whatever its lines are like."""

from collections.abc import Iterator
from typing import IO, NamedTuple

MAX_LINE = 32 * 1024 * 1024
"""How many bytes of a line are read; a picture in a transcript takes a few million."""
_STEP = 1024 * 1024


class Line(NamedTuple):
    """A line of a transcript, as bytes."""

    number: int
    content: bytes
    end: int
    """The offset of the next line."""
    size: int
    is_ended: bool
    """Whether a line break ends it: what does not may still grow."""

    @property
    def is_cut(self) -> bool:
        return len(self.content) < self.size

    @property
    def text(self) -> str:
        """Return its text; what is no UTF-8 becomes characters that the gate refuses."""
        return self.content.decode("utf-8", "surrogateescape")


def read_lines(
    stream: IO[bytes], *, number: int = 0, offset: int = 0, longest: int = MAX_LINE
) -> Iterator[Line]:
    """Yield the lines of a stream that stands at an offset, after so many lines."""
    while True:
        parts, size, kept = [], 0, 0
        ended = False
        while not ended:
            part = stream.readline(_STEP)
            if not part:
                break
            ended = part.endswith(b"\n")
            body = part.removesuffix(b"\n")
            size += len(body)
            parts.append(body[: longest - kept])
            kept += len(parts[-1])
            offset += len(part)
        if not ended and not size:
            return
        number += 1
        yield Line(number, b"".join(parts), offset, size, ended)
