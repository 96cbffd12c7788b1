"""Readers of transcripts by form: entries of JSON, or plain text."""

from collections.abc import Iterator
from typing import Protocol

from ripplegraph.capture.line_reader import MAX_LINE, Line
from ripplegraph.capture.report import Offer
from ripplegraph.capture.signal_extraction import SignalExtractor
from ripplegraph.capture.signals import SignalFinder
from ripplegraph.capture.transcripts.detection import PLAIN, parse_entry
from ripplegraph.capture.transcripts.messages import Format

_LONGEST = 100_000
"""How many characters of a line of plain text are looked at: many more than are ever kept."""


class Reader(Protocol):
    """Reads one form of transcript."""

    name: str

    @property
    def at_rest(self) -> bool:
        """Tell whether reading could begin with the next line."""

    def read(self, line: Line) -> Iterator[Offer]:
        """Yield the offers of a line."""

    def finish(self) -> Iterator[Offer]:
        """Yield the offers that the end of the transcript completes."""


class EntryReader:
    """Reads JSON lines; each is a world of its own."""

    at_rest = True

    def __init__(self, form: Format, extractor: SignalExtractor) -> None:
        self.name = form.name
        self._form = form
        self._extractor = extractor

    def read(self, line: Line) -> Iterator[Offer]:
        if not line.content.strip():
            return
        entry = parse_entry(line)
        if entry is None:
            self._extractor.counts.pass_over(line.number, _say_why(line))
            return
        for message in self._form.read(entry, self._extractor.session):
            yield from self._extractor.hear(line.number, message, self._form.agent)

    def finish(self) -> Iterator[Offer]:
        yield from ()


class PlainReader:
    """Reads plain text, all of which an agent said."""

    def __init__(self, extractor: SignalExtractor, *, after: int = 0, name: str = PLAIN) -> None:
        self.name = name
        self._extractor = extractor
        self._after = after
        self._finder = SignalFinder()
        self._extractor.counts.messages = 1

    @property
    def at_rest(self) -> bool:
        return self._finder.at_rest

    def read(self, line: Line) -> Iterator[Offer]:
        text = line.text[:_LONGEST]
        for finding in self._finder.feed(text.removeprefix("\ufeff")):
            yield from self._extractor.weigh(self._after + finding.row, finding)

    def finish(self) -> Iterator[Offer]:
        if self._finder.in_fence:
            row = self._after + self._finder.fence_row
            self._extractor.counts.notices.append(
                f"The fence that begins on line {row} is never closed; nothing after it counts."
            )
        for finding in self._finder.finish():
            yield from self._extractor.weigh(self._after + finding.row, finding)


def _say_why(line: Line) -> str:
    if line.is_cut:
        return f"it has {line.size:,} bytes, and at most {MAX_LINE:,} are read"
    if not line.is_ended:
        return "it is not complete yet"
    return "it is no JSON object"
