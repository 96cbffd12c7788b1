"""What definitions say about themselves: signatures, documentation, fingerprints."""

from __future__ import annotations

import re
from typing import Final

from ripplegraph.parsers.fingerprint import ENDS, SEPARATOR, Cut, TextPieces, short_hash
from ripplegraph.parsers.tagged.context import Opened, TaggedFile
from ripplegraph.parsers.tagged.tags import FREE, INDENTED

_LONGEST_SIGNATURE: Final = 400
_LONGEST_DOC: Final = 200
_LONGEST_LITERAL: Final = 200
_MARKS: Final = " \t\r\n/*!#;%-{}()|<>'\"@"
_STRING: Final = re.compile(rb"(\"(?:\\.|[^\"\\\n])*\")")
_BETWEEN_WORDS: Final = re.compile(rb"(?<=[\w\x80-\xff])[ \t]+(?=[\w\x80-\xff])")
_SPACES: Final = re.compile(rb"[ \t\x0b\x0c\r]+")
_AT_ENDS: Final = b" \t\r{=:"


def read_descriptions(file: TaggedFile) -> str:
    """Fill in signatures and documentation; return the first line of what the file says first."""
    comments: dict[int, tuple[int, int, int]] = {}
    lines = file.source.lines
    line_at = file.source.line_at
    for match in file.of("comment"):
        first, last = line_at(match.start), line_at(max(match.start, match.end - 1))
        above = comments.get(first - 1)
        if file.raw[lines[first - 1] : match.start].strip():
            continue
        top = above[0] if above is not None and above[0] >= 0 else first
        start = above[1] if above is not None else match.start
        comments[last] = (top, start, match.end)
    for item in file.opened:
        fields = item.draft.fields
        fields["signature"] = _signature(file, item)
        found = comments.get(line_at(item.start) - 1)
        if found is not None:
            fields["doc"] = _first_line(file, found[1], found[2])
    first_comment = min(comments.values(), default=None)
    if first_comment is None or first_comment[0] > 2:
        return ""
    return _first_line(file, first_comment[1], first_comment[2])


def _first_line(file: TaggedFile, start: int, end: int) -> str:
    """Return the first line of a comment that says something."""
    for line in file.source.text(start, end).split("\n"):
        text = line.strip(_MARKS)
        if text:
            return text[:_LONGEST_DOC]
    return ""


def _signature(file: TaggedFile, item: Opened) -> str:
    text = file.line_text(item.start, item.body if item.body > item.start else item.end)
    if item.body >= item.end and item.draft.fields["kind"] != "variable":
        text = file.source.text(item.start, item.end).strip().split("\n", 1)[0].strip()
    return text.rstrip(" {=:").strip()[:_LONGEST_SIGNATURE]


def read_fingerprints(file: TaggedFile) -> tuple[str, str]:
    """Fill in the fingerprints of definitions; return those of the file's surface and of the rest.

    They are what comments, and space that means nothing, do not change.
    """
    cuts: list[Cut] = [(match.start, ENDS, match.end, b" ") for match in file.of("comment")]
    borders = {place for item in file.opened for place in (item.start, item.body, item.end)}
    pieces = TextPieces(file.source.data, cuts, borders, _NORMALISE[file.tags.layout])
    surface: list[str] = []
    for item in file.opened:
        fields = item.draft.fields
        fields["signature_print"] = pieces.fingerprint((item.start, item.body))
        if item.body < item.end:
            fields["body_print"] = pieces.fingerprint((item.body, item.end))
        surface.append(f"{fields['qualified']} {fields['signature_print']}")
    return short_hash("\n".join(surface).encode()), pieces.fingerprint(*_outside(file.opened))


def _outside(opened: list[Opened]) -> list[tuple[int | None, int | None]]:
    """Return the parts of a file between its outermost definitions."""
    found: list[tuple[int | None, int | None]] = []
    at: int | None = None
    for item in sorted(opened, key=lambda item: (item.start, -item.end)):
        if at is None or item.start >= at:
            found.append((at, item.start))
            at = item.end
    found.append((at, None))
    return found


def _normalise_free(text: bytes) -> bytes:
    """Return code without the space that separates nothing, its strings as they are."""
    parts = _STRING.split(text)
    parts[::2] = [_join_words(b" ".join(code.split())) for code in parts[::2]]
    return SEPARATOR.join(parts)


def _join_words(code: bytes) -> bytes:
    return _BETWEEN_WORDS.sub(SEPARATOR, code).replace(b" ", b"")


def _normalise_lines(text: bytes) -> bytes:
    """Return code line by line, without empty ones and the space around words."""
    lines = [_SPACES.sub(b" ", line).strip() for line in text.split(b"\n")]
    return b"\n".join(line for line in lines if line)


def _normalise_indented(text: bytes) -> bytes:
    """Return code line by line, without empty ones, each as far to the right as it is."""
    lines = [line.rstrip().expandtabs() for line in text.split(b"\n")]
    return b"\n".join(line for line in lines if line)


_NORMALISE: Final = {
    FREE: _normalise_free,
    INDENTED: _normalise_indented,
    "lines": _normalise_lines,
}
