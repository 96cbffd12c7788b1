"""Search for signals in a text, in each of the three dialects."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ripplegraph.capture.quotation_filter import Place, QuotationFilter
from ripplegraph.capture.suggestions import HEADING, MAX_BLOCK, Suggestion, parse_block
from ripplegraph.errors import UsageError

_MEMORY = re.compile(r" {0,3}MEMORY:[ \t]*([^\W\d_][\w /-]{0,39}?)[ \t]*:(.*)", re.DOTALL)
_AGENTIUM = re.compile(r" {0,3}AGENTIUM_MEMORY:[ \t]*(\S*)(.*)", re.DOTALL)
_QUOTE_MARKS = re.compile(r"^[ \t>]+")
_BLOCK_HINT = "Put one fenced JSON array right under the heading."


class Dialect(StrEnum):
    """A way of writing a signal."""

    MEMORY = "MEMORY:type:text"
    AGENTIUM = "AGENTIUM_MEMORY: KIND text"
    SUGGESTIONS = "MEMORY_SUGGESTIONS"
    REMEMBER = "/remember"


@dataclass(frozen=True)
class Signal:
    """Something to remember: which line of a text says it, and where that line stands."""

    dialect: Dialect
    kind: str
    """The type or kind as it is written."""
    text: str
    row: int
    place: Place = Place.OPEN
    suggestion: Suggestion | None = None


@dataclass(frozen=True)
class Flaw:
    """A block of suggestions, or an entry of one, that cannot be read."""

    row: int
    reason: str
    hint: str


Finding = Signal | Flaw


class SignalFinder:
    """Finds signals line by line; each line yields those that it completes."""

    def __init__(self) -> None:
        self._quotations = QuotationFilter()
        self._row = 0
        self._heading = 0
        self._in_block = False
        self._lines: list[str] = []
        self._size = 0
        self.fence_row = 0
        """Where the last fence began."""

    @property
    def at_rest(self) -> bool:
        """Tell whether the next line is read as the first one would be."""
        return self._quotations.at_rest and not self._heading

    @property
    def in_fence(self) -> bool:
        return self._quotations.fence is not None

    def feed(self, line: str) -> list[Finding]:
        """Read the next line, which has no line break in it but perhaps a last `\\r`."""
        self._row += 1
        line = line.removesuffix("\r")
        place = self._quotations.enter(line)
        if place is Place.DELIMITER and self.in_fence:
            self.fence_row = self._row
        if not self._heading:
            return self._feed_outside(line, place)
        if self._in_block:
            return self._feed_block(line, place)
        return self._feed_heading(line, place)

    def finish(self) -> list[Finding]:
        """Return a flaw for the block that the end of the text leaves open."""
        if not self._heading:
            return []
        missing = "does not end" if self._in_block else "has no fence"
        return [self._end_block(f"The block of suggestions {missing}.")]

    def _feed_outside(self, line: str, place: Place) -> list[Finding]:
        if place is Place.OPEN and HEADING.fullmatch(line):
            self._heading = self._row
            return []
        bare = _QUOTE_MARKS.sub("", line) if place is Place.QUOTE else line
        signal = match_signal(bare, self._row, place)
        return [] if signal is None else [signal]

    def _feed_heading(self, line: str, place: Place) -> list[Finding]:
        """Look for the fence under a heading; only empty lines may come before it."""
        fence = self._quotations.fence
        if place is Place.DELIMITER and fence is not None and fence.info in ("", "json"):
            self._in_block, self._lines, self._size = True, [], 0
            return []
        if place is Place.OPEN and not line.strip():
            return []
        flaw = self._end_block("Under the heading of suggestions there is no fenced JSON.")
        return [flaw, *self._feed_outside(line, place)]

    def _feed_block(self, line: str, place: Place) -> list[Finding]:
        if place is Place.FENCE:
            self._size += len(line) + 1
            if self._size <= MAX_BLOCK:
                self._lines.append(line)
            return []
        if self._size > MAX_BLOCK:
            return [self._end_block(f"A block of suggestions has over {MAX_BLOCK:,} characters.")]
        row, self._heading, self._in_block = self._heading, 0, False
        return read_suggestions("\n".join(self._lines), row)

    def _end_block(self, reason: str) -> Flaw:
        flaw = Flaw(self._heading, reason, _BLOCK_HINT)
        self._heading, self._in_block = 0, False
        return flaw


def find_signals(text: str) -> Iterator[Finding]:
    """Find every signal of a text, also those that do not count where they stand."""
    finder = SignalFinder()
    for line in text.split("\n"):
        yield from finder.feed(line)
    yield from finder.finish()


def match_signal(line: str, row: int = 1, place: Place = Place.OPEN) -> Signal | None:
    """Read a line as a signal of one of the dialects that take a line."""
    for dialect, form in ((Dialect.MEMORY, _MEMORY), (Dialect.AGENTIUM, _AGENTIUM)):
        found = form.fullmatch(line)
        if found:
            return Signal(dialect, found[1], found[2].strip(), row, place)
    return None


def read_suggestions(text: str, row: int) -> list[Finding]:
    """Read the JSON of a block whose heading is in a row."""
    try:
        entries = parse_block(text)
    except UsageError as error:
        return [Flaw(row, error.message, error.hint)]
    return [_build_finding(entry, row) for entry in entries]


def _build_finding(entry: Suggestion | UsageError, row: int) -> Finding:
    if isinstance(entry, UsageError):
        return Flaw(row, entry.message, entry.hint)
    text = entry.summary.strip()
    return Signal(Dialect.SUGGESTIONS, entry.event_type, text, row, suggestion=entry)
