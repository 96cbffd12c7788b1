"""What definitions say about themselves: signatures, documentation, fingerprints."""

from __future__ import annotations

import re
from bisect import bisect_left

from ripplegraph.graph.facts import ANONYMOUS
from ripplegraph.parsers.fingerprint import SEPARATOR, DefinitionExtent, print_definitions
from ripplegraph.parsers.languages.c.context import CFile, Opened

_LONGEST_SIGNATURE = 400
_LONGEST_DOC = 200
_STRING = re.compile(rb"(\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+')")
_BETWEEN_WORDS = re.compile(rb" (?<=[\w\x80-\xff] )(?=[\w\x80-\xff])")
_WORDS = re.compile(r"[^\W_]")
_MARKS = "/*!< \t\r\n"
_KERNEL_DOC = re.compile(r"^\w+(?:\(\))?\s*-+\s*")
_LICENCE = re.compile(r"copyright|licen[sc]e|spdx|\$id|@file|\\file", re.IGNORECASE)


def read_descriptions(file: CFile) -> str:
    """Fill in signatures and documentation; return the first line of the file's."""
    comments = [node.byte_range for node in file.captures.get("comment", ())]
    ends = [end for _, end in comments]
    for item in file.opened:
        fields = item.draft.fields
        if fields["flags"] & ANONYMOUS:
            continue
        fields["signature"] = _signature(file, item)
        place = bisect_left(ends, item.start + 1) - 1
        if place >= 0 and not file.raw[ends[place] : item.start].strip(" \t\r\n"):
            fields["doc"] = _documentation(file, comments, place)
    return _first_line(file, *comments[0]) if comments and comments[0][0] == 0 else ""


def _signature(file: CFile, item: Opened) -> str:
    text = file.line_text(item.start, min(item.body, item.start + 2 * _LONGEST_SIGNATURE))
    if item.draft.fields["kind"] == "variable":
        text = text.removesuffix("=")
    return text.strip().removesuffix(";")[:_LONGEST_SIGNATURE]


def _documentation(file: CFile, comments: list[tuple[int, int]], place: int) -> str:
    """Return the first line of a comment; lines with two slashes are one comment."""
    raw = file.raw
    while place > 0 and raw.startswith("//", comments[place][0]):
        start, end = comments[place - 1]
        between = raw[end : comments[place][0]]
        if not raw.startswith("//", start) or between.strip() or between.count("\n") > 1:
            break
        place -= 1
    start = comments[place][0]
    line = raw.rfind("\n", 0, start) + 1
    if raw[line:start].strip():
        # It belongs to what stands before it.
        return ""
    return _first_line(file, *comments[place])


def _first_line(file: CFile, start: int, end: int) -> str:
    for line in file.source.text(start, min(end, start + 2000)).splitlines():
        text = line.strip(_MARKS)
        if _WORDS.search(text) and not _LICENCE.search(text):
            return _KERNEL_DOC.sub("", text).strip()[:_LONGEST_DOC]
    return ""


def read_fingerprints(file: CFile) -> tuple[str, str]:
    """Fill in fingerprints of definitions; return those of the file's surface and of the rest."""
    extents = [
        DefinitionExtent(item.draft.fields, item.start, item.body, item.end)
        for item in file.opened
        if not item.draft.fields["flags"] & ANONYMOUS
    ]
    comments = file.captures.get("comment", ())
    return print_definitions(file.source.data, comments, extents, normalise)


def normalise(text: bytes) -> bytes:
    """Return code without what a formatter may choose, its strings as they are."""
    if b'"' not in text and b"'" not in text:
        return _normalise_code(text)
    parts = _STRING.split(text)
    parts[::2] = [_normalise_code(code) for code in parts[::2]]
    return SEPARATOR.join(parts)


def _normalise_code(code: bytes) -> bytes:
    code = b" ".join(code.replace(b"\\\n", b" ").split())
    code = _BETWEEN_WORDS.sub(SEPARATOR, code).replace(b" ", b"")
    return code.replace(b",}", b"}")
