"""What Rust definitions say about themselves: signatures, documentation, fingerprints."""

from __future__ import annotations

import re
from bisect import bisect_right

from ripplegraph.graph.facts import ANONYMOUS
from ripplegraph.parsers.fingerprint import ENDS, SEPARATOR, Cut, Pieces, short_hash
from ripplegraph.parsers.languages.rust.context import Opened, RustFile

_LONGEST_SIGNATURE = 400
_LONGEST_DOC = 200
_STRING = re.compile(
    rb"(b?r(?P<hashes>#*)\".*?\"(?P=hashes)|b?\"(?:\\.|[^\"\\])*\"|b?'(?:\\.|[^'\\\n])')", re.DOTALL
)
_BETWEEN_WORDS = re.compile(rb" (?<=[\w\x80-\xff] )(?=[\w\x80-\xff])")
_DOC = ("///", "//!")


def read_descriptions(file: RustFile) -> str:
    """Fill in signatures and documentation; return the first line of the file's."""
    for item in file.opened:
        fields = item.draft.fields
        if not fields["flags"] & ANONYMOUS:
            fields["doc"] = _documentation(file, item.above)
            text = file.line_text(item.start, item.body)
            fields["signature"] = text.removesuffix("=").strip()[:_LONGEST_SIGNATURE]
    return _first_inner_doc(file)


def _first_inner_doc(file: RustFile) -> str:
    """Return the first line of what a file says about itself, `//! ...`."""
    for line in file.raw.split("\n", 60)[:60]:
        text = line.strip()
        if text.startswith("//!"):
            words = text[3:].strip()
            if words:
                return _decoded(file, words)[:_LONGEST_DOC]
        elif text and not text.startswith(("//", "#!")):
            break
    return ""


def _documentation(file: RustFile, at: int) -> str:
    """Return the first line of the documentation right above a place."""
    lines = file.source.lines
    number = bisect_right(lines, at) - 1
    first = ""
    while number > 0:
        number -= 1
        text = file.raw[lines[number] : lines[number + 1]].strip()
        if not text.startswith("///"):
            break
        first = text[3:].strip() or first
    return _decoded(file, first)[:_LONGEST_DOC]


def _decoded(file: RustFile, text: str) -> str:
    return text if file.source.ascii else text.encode("latin-1").decode("utf-8", "replace")


def read_fingerprints(file: RustFile) -> tuple[str, str]:
    """Fill in the fingerprints of definitions; return those of the file's surface and of the rest.

    They are what formatting and comments do not change.
    """
    named = [item for item in file.opened if not item.draft.fields["flags"] & ANONYMOUS]
    cuts: list[Cut] = [
        (node.start_byte, ENDS, node.end_byte, b" ") for node in file.captures.get("comment", ())
    ]
    borders = {place for item in named for place in (item.above, item.body, item.end)}
    pieces = Pieces(file.source.data, cuts, borders, normalise)
    surface: list[str] = []
    for item in named:
        fields = item.draft.fields
        fields["signature_print"] = pieces.fingerprint((item.above, item.body))
        if item.body < item.end:
            fields["body_print"] = pieces.fingerprint((item.body, item.end))
        surface.append(f"{fields['qualified']} {fields['signature_print']}")
    return short_hash("\n".join(surface).encode()), pieces.fingerprint(*_outside(named))


def _outside(named: list[Opened]) -> list[tuple[int | None, int | None]]:
    """Return the parts of a file between its outermost definitions."""
    found: list[tuple[int | None, int | None]] = []
    at: int | None = None
    for item in sorted(named, key=lambda item: (item.above, -item.end)):
        if at is None or item.above >= at:
            found.append((at, item.above))
            at = item.end
    found.append((at, None))
    return found


def normalise(text: bytes) -> bytes:
    """Return Rust without what a formatter may choose, its strings as they are."""
    parts: list[bytes] = []
    at = 0
    for found in _STRING.finditer(text):
        parts += [_normalise_code(text[at : found.start()]), found[0]]
        at = found.end()
    parts.append(_normalise_code(text[at:]))
    return SEPARATOR.join(parts)


def _normalise_code(code: bytes) -> bytes:
    code = b" ".join(code.split())
    code = _BETWEEN_WORDS.sub(SEPARATOR, code).replace(b" ", b"")
    for bracket in (b")", b"]", b"}", b">"):
        code = code.replace(b"," + bracket, bracket)
    return code
