"""Standard input and output of the MCP server: each request that is read gets an answer.

The lines of the client pass a check before the SDK reads them, and what does not pass is answered
here. So is what a client asks first, while the SDK is still loaded. When the input ends, the server
ends once all that it was asked is answered.
"""

import io
import json
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import msgspec

from ripplegraph.server.handshake import Handshake, load_handshake
from ripplegraph.server.messages import (
    INVALID_REQUEST,
    LONGEST_LINE,
    Checked,
    Id,
    check_line,
    find_id,
    refuse,
)

if TYPE_CHECKING:
    from ripplegraph.app.project import Project

_CHUNK = 1 << 16
_LAST_WAIT = 600.0
"""Seconds to wait for open answers after the end of the input."""


def serve_stdio(open_project: "Callable[[], Project]", load_server: "Callable[[], Any]") -> None:
    """Serve a client, and load what builds the server while its first questions are answered."""
    with check_input():
        load_server().build_server(open_project).run("stdio")


@contextmanager
def check_input() -> Iterator[None]:
    """Put the check between the SDK and the standard streams of this process.

    Meanwhile whatever else prints goes to standard error, and programs that are started read
    nothing: the two streams belong to the client.
    """
    streams = sys.stdin, sys.stdout
    source, sink = os.dup(0), os.dup(1)
    _redirect(os.open(os.devnull, os.O_RDONLY), 0)
    _redirect(os.dup(2), 1)
    output = AnswerOutput(sink)
    reader = RequestReader(source, output, load_handshake())
    reader.start()
    sys.stdin = io.TextIOWrapper(io.BufferedReader(RequestInput(reader.lines, output)), "utf-8")
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(output), "utf-8")
    try:
        yield
    finally:
        sys.stdin, sys.stdout = streams
        os.dup2(source, 0)
        os.dup2(sink, 1)


def _redirect(source: int, target: int) -> None:
    os.dup2(source, target)
    os.close(source)


class AnswerOutput(io.RawIOBase):
    """Whole lines to the client, from the SDK and from the check; it knows what is still open."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._partial = b""
        self._open: Counter[Id] = Counter()
        self._greeted: Counter[Id] = Counter()
        self._gone = False
        self._changed = threading.Condition()

    def writable(self) -> bool:
        return True

    def write(self, data: "bytes | bytearray | memoryview") -> int:  # type: ignore[override]
        """Take bytes of the SDK, and give each line away as soon as it is whole."""
        *lines, self._partial = (self._partial + bytes(data)).split(b"\n")
        for line in lines:
            number = msgspec.json.decode(line, type=_Answer).id
            if not self._was_greeted(number):
                self.send(line + b"\n")
                self.settle(number)
        return len(data)

    def _was_greeted(self, number: Id | None) -> bool:
        """Tell whether a request was answered before the SDK came to it; once for each."""
        with self._changed:
            if number is None or not self._greeted[number]:
                return False
            self._greeted[number] -= 1
            return True

    def greet(self, number: Id, answer: bytes) -> None:
        """Answer a request that the SDK will answer, too."""
        with self._changed:
            self._greeted[number] += 1
        self.send(answer)

    def send(self, line: bytes) -> None:
        with self._changed:
            try:
                while line and not self._gone:
                    line = line[os.write(self._descriptor, line) :]
            except OSError:
                # Nobody reads any more: there is nobody to answer, and nobody to tell.
                self._gone = True
                self._changed.notify_all()

    def expect(self, number: Id) -> None:
        with self._changed:
            self._open[number] += 1

    def settle(self, number: Id | None) -> None:
        with self._changed:
            if number is not None and number in self._open:
                self._open[number] -= 1
                self._open += Counter()  # leaves out what has come to nothing
                self._changed.notify_all()

    def wait(self) -> None:
        """Wait until all that was asked is answered, or nobody is there to be answered."""
        with self._changed:
            self._changed.wait_for(lambda: self._gone or not self._open, _LAST_WAIT)


class RequestReader(threading.Thread):
    """Reads the client's lines from the start, and puts those that pass in a queue."""

    def __init__(self, descriptor: int, output: AnswerOutput, handshake: Handshake) -> None:
        super().__init__(name="requests", daemon=True)
        self.lines: SimpleQueue[bytes] = SimpleQueue()
        """What the SDK is to read; an empty line stands for the end."""
        self._descriptor = descriptor
        self._output = output
        self._handshake = handshake

    def run(self) -> None:
        try:
            for line, whole in _read_lines(self._descriptor):
                self._take(check_line(line) if whole else _refuse_long(line))
        finally:
            self.lines.put(b"")

    def _take(self, checked: Checked) -> None:
        if checked.answer:
            self._output.send(checked.answer)
        if checked.waits is not None:
            greeted = self._handshake.answer(json.loads(checked.line))
            if greeted:
                self._output.greet(checked.waits, greeted)
            else:
                self._output.expect(checked.waits)
        if checked.cancels is not None:
            self._output.settle(checked.cancels)
        if checked.line:
            self.lines.put(checked.line)


class RequestInput(io.RawIOBase):
    """The lines of the client that passed the check, for the SDK."""

    def __init__(self, lines: "SimpleQueue[bytes]", output: AnswerOutput) -> None:
        self._lines = lines
        self._output = output
        self._rest = b""
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]
        if not self._rest and not self._ended:
            self._rest = self._lines.get()
            self._ended = not self._rest
            if self._ended:
                self._output.wait()
        part = self._rest[: len(buffer)]
        self._rest = self._rest[len(part) :]
        buffer[: len(part)] = part
        return len(part)


class _Answer(msgspec.Struct):
    """The part of a message of the SDK that says what it answers."""

    id: Id | None = None


def _refuse_long(start: bytes) -> Checked:
    number = find_id(start.decode("utf-8", errors="replace"))
    reason = f"The message is longer than {LONGEST_LINE} bytes."
    return refuse(number, INVALID_REQUEST, reason)


def _read_lines(descriptor: int) -> Iterator[tuple[bytes, bool]]:
    """Yield lines, of one that is too long its start; and whether it is the whole line."""
    parts: list[bytes] = []
    size = 0
    while chunk := os.read(descriptor, _CHUNK):
        *ended, rest = chunk.split(b"\n")
        for end in ended:
            yield b"".join([*parts, end]), size + len(end) <= LONGEST_LINE
            parts, size = [], 0
        size += len(rest)
        if size <= LONGEST_LINE:
            parts.append(rest)
    if size:
        yield b"".join(parts), size <= LONGEST_LINE
