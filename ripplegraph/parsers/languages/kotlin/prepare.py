"""Kotlin that its grammar does not know, with blanks in its place: all else stays where it is."""

from __future__ import annotations

import re

# Nothing is given back: a file of remarks would be tried in every way to take them apart.
_REMARK = rb"//[^\n]*+|(?>/\*.*?\*/)"
_WORD = rb"(?:private|protected|internal|public|actual|expect|@[\w.:]+(?:\([^()\n]*\))?)"
_CONSTRUCTOR = re.compile(
    rb"\bclass\s+`?\w+`?(?:\s*<[^{}()]*>)?("
    rb"(?:[^\S\n]|" + _REMARK + rb")*+\n(?:\s|" + _REMARK + rb"|" + _WORD + rb"\b)*+"
    rb"constructor)(?=\s*\()",
    re.DOTALL,
)
"""A constructor that stands on another line than the name of its class."""
_ACTUAL = re.compile(rb"\bactual(?=\s+(?:val|var|constructor)\b)")
_CAST = re.compile(rb"^\s+as\??\s+[^\n=]*$", re.MULTILINE)
"""A cast that begins a line."""
_DELEGATE = re.compile(
    rb"^[ \t]*(?:[\w@]+[ \t]+)*(?:val|var)\b[^\n]*|\b(by\s+[\w.]+(?:\([^()\n]*\))?)(?=\s*[,{])",
    re.MULTILINE,
)
"""What a class hands an interface on to, which looks like a call that is given the body; what a
property is handed on to is left alone."""
_UNTIL = re.compile(rb"\.\.<")
_VISIBLE = re.compile(rb"\S")


def blank_unknown(data: bytes) -> bytes:
    """Return the source of a file without what would make its grammar lose track."""
    if b"constructor" in data:
        data = _CONSTRUCTOR.sub(_blank_first, data)
    if b"actual" in data:
        data = _ACTUAL.sub(_blank, data)
    if b"..<" in data:
        data = _UNTIL.sub(b".. ", data)
    if b" by " in data:
        data = _DELEGATE.sub(_blank_first, data)
    return _CAST.sub(_blank, data) if b" as" in data else data


def _blank(match: re.Match[bytes]) -> bytes:
    return _VISIBLE.sub(b" ", match[0])


def _blank_first(match: re.Match[bytes]) -> bytes:
    if match[1] is None:
        return match[0]
    start = match.start(1) - match.start()
    return match[0][:start] + _VISIBLE.sub(b" ", match[1])
