"""Scripts inside other files, and spellings that the grammars cannot read, as bytes they can."""

from __future__ import annotations

import re

from ripplegraph.parsers.languages.typescript.vue_templates import write_template

_SCRIPT = re.compile(rb"<script\b[^>]*>(.*?)</script\s*>", re.DOTALL | re.IGNORECASE)
_VISIBLE = re.compile(rb"[^\r\n]")
_SIGNATURE = re.compile(rb"\n[ \t]*[ \t](?=<(?:[A-Za-z_$]|\r?\n))")
_TYPE_STAR = re.compile(rb"\bexport\s+(type)\s+\*")
_ENDS_MEMBER = re.compile(rb"(?:[\w$\]})\"'`]|(?<!=)>)\Z")


def keep_scripts(data: bytes) -> bytes:
    """Return a Vue or Svelte file with spaces for everything outside its scripts."""
    parts: list[bytes] = []
    at = 0
    for found in _SCRIPT.finditer(data):
        start, end = found.span(1)
        parts.append(_VISIBLE.sub(b" ", data[at:start]))
        parts.append(data[start:end])
        # Two scripts of one file must not run together into one statement.
        at = end
        if data[at : at + 1] == b"<":
            parts.append(b";")
            at += 1
    parts.append(_VISIBLE.sub(b" ", data[at:]))
    return b"".join(parts)


def keep_vue(data: bytes) -> bytes:
    """Return a Vue file with its scripts, and with its template as one more."""
    out = bytearray(keep_scripts(data))
    write_template(data, out)
    return bytes(out)


def adapt_typescript(data: bytes) -> bytes:
    """Return TypeScript whose generic call signatures stand apart from the member before.

    In an interface without semicolons the grammar reads a line that begins with `<` on from the
    line before. A semicolon takes the place of the last space of the indentation, so no offset
    changes.
    """
    data = adapt_tsx(data)
    places = [
        found.end() - 1
        for found in _SIGNATURE.finditer(data)
        if _ENDS_MEMBER.search(_code_before(data, found.start()))
    ]
    if not places:
        return data
    changed = bytearray(data)
    for place in places:
        changed[place] = 0x3B
    return bytes(changed)


def adapt_tsx(data: bytes) -> bytes:
    """Return TypeScript without the `type` of `export type *`, which the grammar does not know."""
    if b"export type" not in data:
        return data
    return _TYPE_STAR.sub(lambda found: found[0].replace(b"type", b"    "), data)


def _code_before(data: bytes, end: int) -> bytes:
    """Return the last line of code before an offset, comments and blank lines left out."""
    while end > 0:
        start = data.rfind(b"\n", 0, end) + 1
        line = data[start:end].strip()
        if line.endswith(b"*/"):
            opening = data.rfind(b"/*", 0, end)
            if opening < 0:
                return line
            end = opening
            continue
        if line and not line.startswith(b"//"):
            return line.split(b" //")[0].rstrip()
        end = start - 1
    return b""
