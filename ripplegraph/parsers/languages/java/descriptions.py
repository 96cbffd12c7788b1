"""What Java definitions say about themselves: signatures, documentation, fingerprints."""

from __future__ import annotations

import re

from ripplegraph.graph.facts import ANONYMOUS
from ripplegraph.parsers.fingerprint import ENDS, SEPARATOR, Cut, Pieces, short_hash
from ripplegraph.parsers.languages.java.context import JavaFile, Opened

_LONGEST_SIGNATURE = 400
_LONGEST_DOC = 200
_STRING = re.compile(rb"(\"\"\".*?\"\"\"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+')", re.DOTALL)
_BETWEEN_WORDS = re.compile(rb" (?<=[\w$\x80-\xff] )(?=[\w$\x80-\xff])")
_MARKUP = re.compile(r"\{@\w+\s+([^}]*)\}|</?\w+[^>]*>")


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
    """Fill in the fingerprints of definitions; return those of the file's surface and of the rest.

    They are what formatting and comments do not change.
    """
    named = [item for item in file.opened if not item.draft.fields["flags"] & ANONYMOUS]
    cuts: list[Cut] = [
        (node.start_byte, ENDS, node.end_byte, b" ") for node in file.captures.get("comment", ())
    ]
    borders = {place for item in named for place in (item.start, item.body, item.end)}
    pieces = Pieces(file.source.data, cuts, borders, normalise)
    surface: list[str] = []
    for item in named:
        fields = item.draft.fields
        fields["signature_print"] = pieces.fingerprint((item.start, item.body))
        if item.body < item.end:
            fields["body_print"] = pieces.fingerprint((item.body, item.end))
        surface.append(f"{fields['qualified']} {fields['signature_print']}")
    return short_hash("\n".join(surface).encode()), pieces.fingerprint(*_outside(named))


def _outside(named: list[Opened]) -> list[tuple[int | None, int | None]]:
    """Return the parts of a file between its outermost definitions."""
    found: list[tuple[int | None, int | None]] = []
    at: int | None = None
    for item in sorted(named, key=lambda item: (item.start, -item.end)):
        if at is None or item.start >= at:
            found.append((at, item.start))
            at = item.end
    found.append((at, None))
    return found


def normalise(text: bytes) -> bytes:
    """Return Java without what a formatter may choose, its strings as they are."""
    parts = _STRING.split(text)
    parts[::2] = [_normalise_code(code) for code in parts[::2]]
    return SEPARATOR.join(parts)


def _normalise_code(code: bytes) -> bytes:
    code = b" ".join(code.split())
    code = _BETWEEN_WORDS.sub(SEPARATOR, code).replace(b" ", b"")
    return code.replace(b",}", b"}")
