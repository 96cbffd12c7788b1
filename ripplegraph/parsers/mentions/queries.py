"""Tables that statements in strings name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ripplegraph.graph.facts import Mention
from ripplegraph.parsers.source import Source

_TABLE = re.compile(
    r"""\b(?:FROM|JOIN|INTO|UPDATE|TABLE(?:\s+IF\s+(?:NOT\s+)?EXISTS)?|TRUNCATE)\s+"""
    r"""((?:["`\[]?\w+["`\]]?\.)?["`\[]?[A-Za-z_]\w*)""",
    re.IGNORECASE,
)
_WHOLE = (
    re.compile(r"\s*select\b.+\bfrom\b", re.IGNORECASE | re.DOTALL),
    re.compile(r"\s*update\b.+\bset\b", re.IGNORECASE | re.DOTALL),
    re.compile(r"\s*(?:insert|delete|with|alter|drop|truncate|replace|merge)\b", re.IGNORECASE),
)
_NEXT = re.compile(r"\s*(?:[+.\\]\s*)?[fFrRbBuU]{0,2}([\"'])")
_TRIM = re.compile(r"[\"`\[\]]")
_NO_TABLES = frozenset({"select", "values", "set", "only", "lateral", "unnest", "table", "where"})
_LONGEST = 4_000
_MOST_PIECES = 30


def find_tables(source: Source, start: int) -> Iterator[Mention]:
    """Yield the tables that the statement in the string with its quote at an offset names."""
    raw = source.raw
    if raw.startswith(raw[start] * 2, max(0, start - 2)):
        # The last of three quotes that a longer string begins with.
        start -= 2
    text = read_literals(raw, start)
    if any(form.match(text) for form in _WHOLE):
        line = source.line_at(start)
        names = {_TRIM.sub("", name).rpartition(".")[2].lower() for name in _TABLE.findall(text)}
        for name in sorted(names - _NO_TABLES):
            yield Mention("table", name, start, line)


def read_literals(raw: str, start: int) -> str:
    """Return the string that begins with the quote at an offset, and those written right after."""
    pieces: list[str] = []
    at = start
    for _ in range(_MOST_PIECES):
        quote = raw[at]
        width = 3 if raw.startswith(quote * 3, at) else 1
        end = raw.find(quote * width, at + width, at + _LONGEST)
        if end < 0:
            break
        pieces.append(raw[at + width : end])
        following = _NEXT.match(raw, end + width) if quote != "`" else None
        if following is None:
            break
        at = following.start(1)
    return " ".join(pieces)
