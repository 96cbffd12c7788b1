"""Leaves out what conditional compilation offers a second time, where both together are no code."""

from __future__ import annotations

import re
from typing import Final

from tree_sitter import Parser
from tree_sitter_language_pack import get_language

_DIRECTIVE: Final = re.compile(rb"^[ \t]*#[ \t]*(if|elif|else|endif)\b[^\n]*", re.MULTILINE)
_CODE: Final = re.compile(rb"[^\s]")


def leave_out_alternatives(data: bytes) -> bytes:
    """Return C# that parses as a whole: of `#if` and `#else`, the first part that has code."""
    if b"#if" not in data:
        return data
    if not Parser(get_language("csharp")).parse(data).root_node.has_error:
        return data
    spans: list[tuple[int, int]] = []
    depth: list[int] = []
    for found in _DIRECTIVE.finditer(data):
        word = found[1]
        spans.append(found.span())
        if word == b"if":
            depth.append(-1)
        elif depth and depth[-1] < 0 and word != b"endif":
            depth[-1] = found.end()
        if depth and word == b"endif":
            start = depth.pop()
            if start >= 0:
                spans.append((start, found.start()))
    return _blank(data, spans)


def _blank(data: bytes, spans: list[tuple[int, int]]) -> bytes:
    """Return text with parts of it replaced by space, everything else where it was."""
    kept = bytearray(data)
    for start, end in spans:
        kept[start:end] = _CODE.sub(b" ", data[start:end])
    return bytes(kept)
