"""What Rust definitions say about themselves: signatures, documentation, fingerprints."""

from __future__ import annotations

import re
from bisect import bisect_right

from ripplegraph.graph.facts import ANONYMOUS
from ripplegraph.parsers.fingerprint import SEPARATOR, DefinitionExtent, print_definitions
from ripplegraph.parsers.languages.rust.context import RustFile

_LONGEST_SIGNATURE = 400
_LONGEST_DOC = 200
_STRING = re.compile(
    rb"(b?r(?P<hashes>#*)\".*?\"(?P=hashes)|b?\"(?:\\.|[^\"\\]++)*+\"|b?'(?:\\.|[^'\\\n])')"
    rb"|(?P<unclosed>\")",
    re.DOTALL,
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
    """Fill in fingerprints of definitions; return those of the file's surface and of the rest."""
    extents = [
        DefinitionExtent(item.draft.fields, item.above, item.body, item.end)
        for item in file.opened
        if not item.draft.fields["flags"] & ANONYMOUS
    ]
    comments = file.captures.get("comment", ())
    return print_definitions(file.source.data, comments, extents, normalise)


def normalise(text: bytes) -> bytes:
    """Return Rust without what a formatter may choose, its strings as they are."""
    parts: list[bytes] = []
    at = 0
    for found in _STRING.finditer(text):
        if found["unclosed"]:
            # Nor is any quote behind it closed, and to look for that would take very long.
            break
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
