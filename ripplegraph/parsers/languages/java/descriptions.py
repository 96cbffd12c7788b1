"""What Java definitions say about themselves: signatures, documentation, fingerprints."""

from __future__ import annotations

import re

from ripplegraph.graph.facts import ANONYMOUS
from ripplegraph.parsers.fingerprint import SEPARATOR, DefinitionExtent, print_definitions
from ripplegraph.parsers.languages.java.context import JavaFile, Opened

_LONGEST_SIGNATURE = 400
_LONGEST_DOC = 200
_STRING = re.compile(rb"(\"\"\".*?\"\"\"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+')", re.DOTALL)
_BETWEEN_WORDS = re.compile(rb" (?<=[\w$\x80-\xff] )(?=[\w$\x80-\xff])")
_MARKUP = re.compile(r"\{@\w++\s++([^}]*+)\}|</?\w++[^>]*+>")


def read_descriptions(file: JavaFile) -> None:
    """Fill in signatures and documentation."""
    for item in file.opened:
        fields = item.draft.fields
        if not fields["flags"] & ANONYMOUS:
            fields["doc"] = _documentation(file, item.start)
            fields["signature"] = _signature(file, item)


def _signature(file: JavaFile, item: Opened) -> str:
    text = file.line_text(item.head, item.body).strip()
    if item.draft.fields["kind"] == "variable":
        text = text.removesuffix("=").rstrip(" ;")
    return text.removesuffix(";")[:_LONGEST_SIGNATURE]


def _documentation(file: JavaFile, at: int) -> str:
    """Return the first line of the comment right above a place."""
    raw = file.raw
    while at > 0 and raw[at - 1].isspace():
        at -= 1
    if not raw.endswith("*/", 0, at):
        return ""
    start = raw.rfind("/*", 0, at)
    for line in file.source.text(start, at - 2).split("\n") if start >= 0 else ():
        words = _MARKUP.sub(r"\1", line.strip().lstrip("/*")).strip()
        if words:
            return "" if words.startswith("@") else words[:_LONGEST_DOC]
    return ""


def read_fingerprints(file: JavaFile) -> tuple[str, str]:
    """Fill in fingerprints of definitions; return those of the file's surface and of the rest."""
    extents = [
        DefinitionExtent(item.draft.fields, item.start, item.body, item.end)
        for item in file.opened
        if not item.draft.fields["flags"] & ANONYMOUS
    ]
    comments = file.captures.get("comment", ())
    return print_definitions(file.source.data, comments, extents, normalise)


def normalise(text: bytes) -> bytes:
    """Return Java without what a formatter may choose, its strings as they are."""
    parts = _STRING.split(text)
    parts[::2] = [_normalise_code(code) for code in parts[::2]]
    return SEPARATOR.join(parts)


def _normalise_code(code: bytes) -> bytes:
    code = b" ".join(code.split())
    code = _BETWEEN_WORDS.sub(SEPARATOR, code).replace(b" ", b"")
    return code.replace(b",}", b"}")
