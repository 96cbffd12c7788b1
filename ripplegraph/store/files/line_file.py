"""A small file of JSON lines in `.ripple/` that many processes append to, and that stays small.

A line is written at once and under a lock, so none is lost or mixed with another. When the file
would grow beyond its bound, what is in it is folded into less, and takes its place as a whole.
"""

import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ripplegraph.store.files.file_lock import try_lock

Line = Mapping[str, Any]
_TRIES = 25
_PAUSE_SECONDS = 0.002
_FLAGS = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0)


class LineFile(NamedTuple):
    """A file of lines: its path, its largest size, and how it is shortened."""

    path: Path
    bound: int
    fold: Callable[[list[Line]], list[Line]]

    def append(self, line: Line) -> bool:
        """Add a line; tells whether that worked, and never raises or waits for long."""
        data = _encode(line)
        try:
            for _ in range(_TRIES):
                if self._try_append(data):
                    return True
                time.sleep(_PAUSE_SECONDS)
        except OSError:
            return False
        return False

    def read(self) -> list[Line]:
        """Return the lines that can be read; a crash may have left a torn one."""
        try:
            content = self.path.read_bytes()
        except OSError:
            return []
        return [line for line in map(_decode, content.splitlines()) if line is not None]

    def has(self, text: str) -> bool:
        """Tell whether a text is in the file, without reading its lines."""
        try:
            return text.encode() in self.path.read_bytes()
        except OSError:
            return False

    def _try_append(self, data: bytes) -> bool:
        descriptor = os.open(self.path, _FLAGS, 0o600)
        try:
            if not try_lock(descriptor) or not self._is_current(descriptor):
                return False
            size = os.fstat(descriptor).st_size
            if size + len(data) > self.bound:
                self._make_smaller(data)
                return True
            os.write(descriptor, data if size == 0 or self._is_whole(size) else b"\n" + data)
            return True
        finally:
            os.close(descriptor)

    def _is_current(self, descriptor: int) -> bool:
        """Tell whether what was locked is still the file, and not one that was replaced."""
        return os.path.samestat(os.fstat(descriptor), self.path.stat())

    def _is_whole(self, size: int) -> bool:
        with self.path.open("rb") as stream:
            stream.seek(size - 1)
            return stream.read(1) == b"\n"

    def _make_smaller(self, data: bytes) -> None:
        folded = b"".join(map(_encode, self.fold(self.read())))
        partial = self.path.with_name(f"{self.path.name}.partial-{os.getpid()}")
        try:
            partial.write_bytes(folded + data)
            partial.replace(self.path)
        finally:
            partial.unlink(missing_ok=True)


def _encode(line: Line) -> bytes:
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"


def _decode(data: bytes) -> Line | None:
    try:
        line = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return line if isinstance(line, dict) else None
