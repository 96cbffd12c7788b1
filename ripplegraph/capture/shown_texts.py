"""Texts that an agent was shown, so that its repeating them is not taken for its own words."""

import re
from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from ripplegraph.capture.quotation_filter import CONTEXT_HEADINGS, Place, QuotationFilter
from ripplegraph.capture.signals import Signal, match_signal
from ripplegraph.memory.text import normalise

MAX_KEPT = 5_000
MAX_LINES = 1_000
MAX_LENGTH = 2_000
_LEAST = 12
"""A shorter text may stand in many lines by chance."""
_BEFORE = re.compile(r"(?:.*[^\w\s,])?\s*", re.DOTALL)
_AFTER = re.compile(r"[^\w\s]*\s*(?:[(\[{<].*)?", re.DOTALL)
"""What may come before and after a memory on its line: marks, a type, a title; an id, a date."""
_SIGNAL = re.compile(r"(?<!\w)(?:AGENTIUM_)?MEMORY:[^\n]+")
"""Wherever it stands on its line: tools put numbers, names of files and marks before it."""
_CONTEXT = re.compile(
    r"^ {0,3}#{1,6}[ \t]+[*_]*(?:" + "|".join(map(re.escape, sorted(CONTEXT_HEADINGS))) + ")",
    re.MULTILINE | re.IGNORECASE,
)
_OWN = ("<ripple-context", "Memories are notes from earlier work", "known_memories")
"""What stands in the texts of hooks and in the answers of tools that show memories."""
_VALUE = re.compile(r'\\*"(?:text|title)\\*": ?\\*"(.*?)\\*"[,}]', re.DOTALL)
"""A text in an answer, which may stand in a text of JSON again."""
_LINE_END = re.compile(r"\\+n")
_ESCAPE = re.compile(r"\\+(.)")
_ID = re.compile(r"\bm-[0-9a-z]{8}-[0-9a-z]{8}\b")


class ShownTexts:
    """The signals, and the lines of injected context, that an agent was shown of late."""

    def __init__(self) -> None:
        self._signals: OrderedDict[str, None] = OrderedDict()
        self._lines: deque[str] = deque(maxlen=MAX_LINES)
        self._ids: OrderedDict[str, None] = OrderedDict()
        self._frozen: frozenset[str] | None = None

    @property
    def ids(self) -> frozenset[str]:
        """Return the ids of memories that the agent was shown: to repeat one confirms nothing."""
        if self._frozen is None:
            self._frozen = frozenset(self._ids)
        return self._frozen

    def note(self, text: str) -> int:
        """Keep what matters of a text that the agent was shown; returns how many signals."""
        ids = _ID.findall(text)
        if ids:
            _keep(self._ids, ids)
            self._frozen = None
        own = any(mark in text for mark in _OWN)
        if own or _CONTEXT.search(text):
            self._note_lines(_find_context(text, quoted=own))
        if own:
            for value in _VALUE.findall(text):
                self._note_lines(_ESCAPE.sub(r"\1", _LINE_END.sub("\n", value)).split("\n"))
        lines = (match.group().removesuffix("\r") for match in _SIGNAL.finditer(text))
        found = [signal for signal in map(match_signal, lines) if signal is not None]
        for signal in found:
            bare = replace(signal, text=signal.text.rstrip("\"'`, "))
            _keep(self._signals, (_hash(signal), _hash(bare)))
        return len(found)

    def holds(self, signal: Signal) -> bool:
        """Tell whether a signal repeats a text that the agent was shown."""
        text = normalise(signal.text[:MAX_LENGTH])
        shown = len(text) >= _LEAST and any(_is_shown(text, line) for line in self._lines)
        return shown or _hash(signal) in self._signals

    def _note_lines(self, lines: Iterable[str]) -> None:
        known = set(self._lines)
        for line in lines:
            shown = normalise(line[:MAX_LENGTH])
            if len(shown) >= _LEAST and shown not in known:
                self._lines.append(shown)
                known.add(shown)

    def to_plain(self) -> dict[str, Any]:
        return {
            "signals": list(self._signals),
            "lines": list(self._lines),
            "ids": list(self._ids),
        }

    def restore(self, plain: dict[str, Any]) -> None:
        self._signals = OrderedDict.fromkeys(map(str, plain["signals"]))
        self._lines = deque(map(str, plain["lines"]), maxlen=MAX_LINES)
        self._ids = OrderedDict.fromkeys(map(str, plain["ids"]))
        self._frozen = None


def _find_context(text: str, *, quoted: bool) -> Iterator[str]:
    """Yield the lines of blocks of context; with `quoted`, also those between tags."""
    quotations = QuotationFilter()
    for line in text.split("\n"):
        place = quotations.enter(line)
        fenced = place is Place.FENCE and quotations.in_context
        if place is Place.CONTEXT or fenced or (quoted and place is Place.QUOTE):
            yield line


def _is_shown(text: str, line: str) -> bool:
    """Tell whether a line shows a text; where more words go on with it, that is another text."""
    at = line.find(text)
    if at < 0:
        return False
    before, after = line[:at], line[at + len(text) :]
    return bool(_BEFORE.fullmatch(before) and _AFTER.fullmatch(after))


def _keep(kept: OrderedDict[str, None], items: Iterable[str]) -> None:
    """Add items as the latest ones, and forget the oldest where there are too many."""
    for item in items:
        kept[item] = None
        kept.move_to_end(item)
    while len(kept) > MAX_KEPT:
        kept.popitem(last=False)


def _hash(signal: Signal) -> str:
    text = f"{signal.kind.casefold()}\0{normalise(signal.text)}"
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
