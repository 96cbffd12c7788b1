"""Texts of requests and routes: what is put together at run time becomes `{}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ripplegraph.graph.facts import Mention
from ripplegraph.parsers.source import Source

_OPENING = re.compile(
    r"[\w$]+\s*(?:<[^()]{0,200}?>)?\(\s*"
    r"(?:[a-z][\w.]*(?:\(\))?\s*,\s*(?=[\"'](?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b"
    r"|http\.Method))?"
    r"(?:(?:[\"'](GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[\"']|http\.Method([A-Z]\w+))\s*,\s*)?"
    r"(?:url\s*=\s*|path\s*=\s*)?(?:(?:fmt\.Sprintf|String\.format|sprintf|format!)\(\s*)?"
)
_TERM = re.compile(
    r"\s*(?:[fFrRbBuU]{0,2}(\"\"\"|[\"'`])|[A-Za-z_$][\w$.?!]*(?:\[[^\]\n]{0,80}\])?"
    r"(?:\([^()\n]{0,120}\))?)"
)
_PLUS = re.compile(r"\s*\+\s*")
_GAP = re.compile(r"\$\{[^{}]*\}|\{[^{}]*\}|%[sdvq]|#\{[^{}]*\}")
_METHOD = re.compile(r"\bmethod\s*[:=]\s*[\"'`](\w{3,7})[\"'`]")
_OBJECT_URL = re.compile(r"url:\s*([\"'`])(/[^\"'`\n]{1,200})\1")
_AROUND = 200
_LONGEST = 300
_MOST_TERMS = 8


def read_request(raw: str, position: int) -> tuple[str, str] | None:
    """Return the method, if it is an argument before it, and the text of a call's URL."""
    found = _OPENING.match(raw, position)
    if found is None:
        return None
    text = read_text(raw, found.end())
    method = found[1] or (found[2] or "").upper()
    return None if text is None else (method, text)


def read_text(raw: str, at: int) -> str | None:
    """Return a string, or several with other things between them, that are added up."""
    pieces: list[str] = []
    literal = False
    for _ in range(_MOST_TERMS):
        term = _TERM.match(raw, at)
        if term is None:
            break
        at = term.end()
        if term[1]:
            end = raw.find(term[1], at, at + _LONGEST)
            if end < 0 or "\n" in raw[at:end]:
                return None
            pieces.append(mark_gaps(raw[at:end]))
            at, literal = end + len(term[1]), True
        else:
            pieces.append("{}")
        plus = _PLUS.match(raw, at)
        if plus is None:
            break
        at = plus.end()
    return "".join(pieces) if literal else None


def mark_gaps(text: str) -> str:
    """Return a text with `{}` for what is put in."""
    return _GAP.sub("{}", text) if "{" in text or "%" in text else text


def read_method(raw: str, start: int, end: int) -> str:
    """Return the method that options between two offsets name, or nothing."""
    found = _METHOD.search(raw, start, end)
    return found[1].upper() if found else ""


def find_request_objects(source: Source) -> Iterator[Mention]:
    """Yield the requests that are described by an object with a `url`."""
    raw = source.raw
    if "url:" not in raw:
        return
    for found in _OBJECT_URL.finditer(raw):
        start = raw.rfind("{", max(0, found.start() - _AROUND), found.start()) + 1
        end = raw.find("}", found.end(), found.end() + _AROUND)
        method = read_method(raw, start, end if end > 0 else found.end() + _AROUND)
        line = source.line_at(found.start())
        yield Mention("request", f"{method} {mark_gaps(found[2])}", found.start(2), line)
