"""What Go definitions say about themselves: signatures, documentation, fingerprints."""

from __future__ import annotations

import re
from bisect import bisect_right

from ripplegraph.graph.facts import ANONYMOUS
from ripplegraph.parsers.fingerprint import SEPARATOR, DefinitionExtent, print_definitions
from ripplegraph.parsers.languages.go.context import GoFile, Opened

_LONGEST_SIGNATURE = 400
_LONGEST_DOC = 200
_STRING = re.compile(rb"(`[^`]*`|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+')")
_BETWEEN_WORDS = re.compile(rb" (?<=[\w\x80-\xff] )(?=[\w\x80-\xff])")
_DIRECTIVE = re.compile(r"//(?:go:|nolint|lint:|\s*\+build)")
_DECLARED = ("const ", "type ", "var ", "func ")


def read_descriptions(file: GoFile) -> str:
    """Fill in signatures and documentation; return the first line of the package's."""
    for item in file.opened:
        fields = item.draft.fields
        if fields["flags"] & ANONYMOUS:
            continue
        start = _statement_start(file, item.start)
        fields["doc"] = _documentation(file, start)
        fields["signature"] = _signature(file, item)
    package = file.captures.get("package")
    clause = file.raw.rfind("package", 0, package[0].start_byte) if package else -1
    return _documentation(file, clause) if clause >= 0 else ""


def _signature(file: GoFile, item: Opened) -> str:
    text = file.line_text(item.start, item.body)
    if item.draft.fields["kind"] == "variable":
        text = text.removesuffix("=")
    return text.strip()[:_LONGEST_SIGNATURE]


def _statement_start(file: GoFile, at: int) -> int:
    """Return where the statement begins that a definition stands in: `type T` begins with `type`.

    In a group in parentheses each definition has a line, and a comment, of its own.
    """
    line = file.raw.rfind("\n", 0, at) + 1
    return line if file.raw.startswith(_DECLARED, line) else at


def _documentation(file: GoFile, at: int) -> str:
    """Return the first line of the comment right above a place."""
    lines = file.source.lines
    number = bisect_right(lines, at) - 1
    first = ""
    while number > 0:
        number -= 1
        text = file.source.text(lines[number], lines[number + 1]).strip()
        if not text.startswith("//"):
            return first or _block_comment(file, lines[number + 1], text)
        if not _DIRECTIVE.match(text):
            first = text[2:].strip()[:_LONGEST_DOC]
    return first


def _block_comment(file: GoFile, end: int, text: str) -> str:
    if not text.endswith("*/"):
        return ""
    start = file.raw.rfind("/*", 0, end)
    words = (
        file.source.text(start + 2, end).strip().removesuffix("*/").strip() if start >= 0 else ""
    )
    return words.split("\n", 1)[0].strip()[:_LONGEST_DOC]


def read_fingerprints(file: GoFile) -> tuple[str, str]:
    """Fill in fingerprints of definitions; return those of the file's surface and of the rest."""
    extents = [
        DefinitionExtent(item.draft.fields, item.start, item.body, item.end)
        for item in file.opened
        if not item.draft.fields["flags"] & ANONYMOUS
    ]
    comments = file.captures.get("comment", ())
    return print_definitions(file.source.data, comments, extents, normalise)


def normalise(text: bytes) -> bytes:
    """Return Go without what a formatter may choose, its strings as they are."""
    parts = _STRING.split(text)
    parts[::2] = [_normalise_code(code) for code in parts[::2]]
    return SEPARATOR.join(parts)


def _normalise_code(code: bytes) -> bytes:
    code = b" ".join(code.replace(b";", b" ").split())
    code = _BETWEEN_WORDS.sub(SEPARATOR, code).replace(b" ", b"")
    for bracket in (b")", b"]", b"}"):
        code = code.replace(b"," + bracket, bracket)
    return code
