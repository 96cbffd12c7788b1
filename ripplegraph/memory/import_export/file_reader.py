"""Reads files of memories piece by piece: lines, and the members of one JSON document."""

import codecs
import json
from collections.abc import Iterator
from typing import IO, Any, NamedTuple

import msgspec

from ripplegraph.errors import UsageError
from ripplegraph.memory.import_export.export import JSONL_KIND

LONGEST_LINE = 16_000_000
"""A line or an entry of more bytes is refused unread; what can be kept is far shorter."""
_CHUNK = 1 << 16
_BLANK = " \t\r\n"
_BROKEN_HINT = "Nothing was imported; correct the file."
_CUT_OFF = 16
"""So near to the end of what was read, an error may come from the end."""


class Line(NamedTuple):
    """A line of a file; one that is too long to be read has no text."""

    number: int
    offset: int
    text: str | None


def detect_format(stream: IO[bytes]) -> str:
    """Tell by its beginning whether a file holds JSON lines, a JSON document or notes."""
    stream.seek(0)
    start = stream.read(_CHUNK).lstrip(codecs.BOM_UTF8).lstrip()
    if not start.startswith((b"{", b"[{")):
        return "markdown"
    return "jsonl" if f'"{JSONL_KIND}"'.encode() in start.partition(b"\n")[0] else "json"


def read_lines(stream: IO[bytes], *, name: str) -> Iterator[Line]:
    """Yield the lines of a file, whatever their length."""
    stream.seek(0)
    number = offset = 0
    while data := stream.readline(LONGEST_LINE):
        number += 1
        start = offset
        offset += len(data)
        if len(data) == LONGEST_LINE and not data.endswith(b"\n"):
            while rest := stream.readline(LONGEST_LINE):
                offset += len(rest)
                if rest.endswith(b"\n"):
                    break
            yield Line(number, start, None)
            continue
        yield Line(number, start, _decode(data, number, name))


def read_line_at(stream: IO[bytes], offset: int) -> Any:
    """Return the JSON value of the line that begins at an offset."""
    stream.seek(offset)
    return load_json(stream.readline(LONGEST_LINE).decode(), 0)


def load_json(text: str, number: int) -> Any:
    """Read a JSON value, and say which line it is on if it is none."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        # The other reader takes a little more, and says better what is wrong.
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise UsageError(
                f"Line {number} is not valid JSON: {error}.", hint=_BROKEN_HINT
            ) from error


def read_members(stream: IO[bytes], *, name: str) -> Iterator[tuple[str, Any]]:
    """Yield the members of a JSON object, and those that are lists entry by entry.

    A list that has no entries is yielded as an empty one.
    """
    reader = _JsonReader(stream, name)
    reader.expect("{")
    if reader.peek() == "}":
        reader.expect("}")
    else:
        while True:
            key = str(reader.take_value())
            reader.expect(":")
            yield from ((key, value) for value in _read_value(reader))
            if reader.expect(",}") == "}":
                break
    if reader.peek():
        raise reader.build_error("there is more after its end")


def _read_value(reader: "_JsonReader") -> Iterator[Any]:
    if reader.peek() != "[":
        yield DocumentMember(reader.take_value())
        return
    reader.expect("[")
    if reader.peek() == "]":
        reader.expect("]")
        yield DocumentMember([])
        return
    while True:
        yield reader.take_value()
        if reader.expect(",]") == "]":
            return


class DocumentMember(NamedTuple):
    """A member of a document that is no list with entries."""

    value: Any


class _JsonReader:
    """A JSON document, of which one value at a time is in memory."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        stream.seek(0)
        self._stream = stream
        self._name = name
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._parse = json.JSONDecoder().raw_decode
        self._text = ""
        self._at = 0
        self._line = 1
        self._is_all = False

    def peek(self) -> str:
        """Return the next character that is not blank, or nothing at the end."""
        while True:
            rest = len(self._text)
            while self._at < rest and self._text[self._at] in _BLANK:
                self._at += 1
            if self._at < rest:
                return self._text[self._at]
            if not self._fill(_CHUNK):
                return ""

    def expect(self, characters: str) -> str:
        found = self.peek()
        if not found or found not in characters:
            wanted = " or ".join(characters)
            raise self.build_error(f"expected {wanted} instead of {found or 'the end'!r}")
        self._at += 1
        return found

    def take_value(self) -> Any:
        """Read the next value; what was read is doubled until the value is whole."""
        if not self.peek():
            raise self.build_error("it ends too early")
        wanted = _CHUNK
        while True:
            problem = ""
            try:
                value, end = self._parse(self._text, self._at)
                # A number at the end may go on.
                if end < len(self._text) or self._is_all:
                    self._at = end
                    return value
            except RecursionError as error:
                raise self.build_error("it is nested too deeply") from error
            except json.JSONDecodeError as error:
                problem = error.msg
                is_open = problem.startswith("Unterminated string")
                if self._is_all or not (is_open or error.pos > len(self._text) - _CUT_OFF):
                    self._at = error.pos
                    raise self.build_error(error.msg) from error
            if len(self._text) - self._at > LONGEST_LINE:
                raise self.build_error(f"an entry has more than {LONGEST_LINE:,} characters")
            self._fill(wanted)
            wanted = max(wanted, len(self._text) - self._at)

    def build_error(self, problem: str) -> UsageError:
        line = self._line + self._text.count("\n", 0, self._at)
        return UsageError(
            f"{self._name} is not valid JSON: {problem} on line {line}.", hint=_BROKEN_HINT
        )

    def _fill(self, size: int) -> bool:
        if self._is_all:
            return False
        data = self._stream.read(size)
        self._is_all = not data
        self._line += self._text.count("\n", 0, self._at)
        try:
            more = self._decoder.decode(data, final=self._is_all)
        except UnicodeDecodeError as error:
            raise _build_encoding_error(self._name, self._line) from error
        self._text = self._text[self._at :] + more
        self._at = 0
        return True


def _decode(data: bytes, number: int, name: str) -> str:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise _build_encoding_error(name, number) from error
    return text.removeprefix("\ufeff") if number == 1 else text


def _build_encoding_error(name: str, line: int) -> UsageError:
    return UsageError(f"{name} is not valid UTF-8, from line {line} on.", hint=_BROKEN_HINT)
