"""Conditions of the preprocessor that cut through what a grammar reads as one.

    int run(int level
    #ifdef TRACE
            , int depth
    #endif
            )

A grammar knows conditions between statements and declarations, and reads all branches. Where one
stands inside an expression or a list, its lines become spaces. Where its branches do not open and
close as many braces, or each would be an expression by itself, only the first one stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

_DIRECTIVE = re.compile(
    rb"^[ \t]*\#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b(?:[^\n\\]|\\\r?\n|\\.)*",
    re.MULTILINE,
)
_NO_BRACES = re.compile(
    rb"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'", re.DOTALL
)
_LABEL = re.compile(rb"\)\s*:$")
_WORD = re.compile(rb"(\w+)$")
_CLEAN_WORDS = frozenset({b"else", b"do", b"endif", b"try"})
_BEFORE = 400
_LIST, _EXPRESSION, _CLEAN = "list", "expression", ""


@dataclass
class _Group:
    """A condition with its branches: the places of its lines."""

    mode: str
    lines: list[tuple[int, int]] = field(default_factory=list)


def settle_conditions(data: bytes) -> bytes:
    """Return code without conditions that a grammar cannot read; nothing changes its place."""
    if b"#" not in data:
        return data
    cuts: list[tuple[int, int]] = []
    stack: list[_Group] = []
    for found in _DIRECTIVE.finditer(data):
        word = found[1]
        if word in (b"if", b"ifdef", b"ifndef"):
            stack.append(_Group(_judge(data, found.start())))
        if not stack:
            continue
        group = stack[-1]
        group.lines.append(found.span())
        if word == b"endif":
            stack.pop()
            cuts += _find_cuts(data, group)
    return _blank(data, cuts) if cuts else data


def _judge(data: bytes, at: int) -> str:
    """Tell what a condition stands in by what comes before it."""
    text = data[max(0, at - _BEFORE) : at].rstrip()
    while text:
        line = text[text.rfind(b"\n") + 1 :]
        comment = line.find(b"//")
        if line.lstrip().startswith(b"#"):
            return _CLEAN
        if comment >= 0:
            text = text[: len(text) - len(line) + comment].rstrip()
        elif text.endswith(b"*/"):
            text = text[: max(0, text.rfind(b"/*"))].rstrip()
        else:
            break
    last = text[-1:]
    if last == b",":
        return _LIST
    if last in (b"", b";", b"{", b"}", b")", b">", b'"', b"\\", b"]"):
        return _CLEAN
    if last == b":":
        return _LIST if _LABEL.search(text) else _CLEAN
    word = _WORD.search(text)
    if word is not None:
        return _CLEAN if word[1] in _CLEAN_WORDS else _EXPRESSION
    return _EXPRESSION


def _find_cuts(data: bytes, group: _Group) -> list[tuple[int, int]]:
    lines = group.lines
    branches = [(start, end) for (_, start), (end, _) in pairwise(lines)]
    mode = group.mode
    if mode != _EXPRESSION and any(_leaves_open(data[start:end]) for start, end in branches):
        mode = _EXPRESSION
    if mode == _CLEAN:
        return []
    cuts = list(lines)
    if mode == _EXPRESSION and len(branches) > 1:
        cuts.append((branches[1][0], branches[-1][1]))
    return cuts


def _leaves_open(text: bytes) -> bool:
    """Whether a branch opens more braces than it closes, or the other way round."""
    if text.count(b"{") == text.count(b"}"):
        return False
    text = _NO_BRACES.sub(b"", text)
    return text.count(b"{") != text.count(b"}")


def _blank(data: bytes, cuts: list[tuple[int, int]]) -> bytes:
    parts: list[bytes] = []
    at = 0
    for start, end in sorted(cuts):
        if end <= at:
            continue
        begin = max(start, at)
        parts.append(data[at:begin])
        lines = data[begin:end].split(b"\n")
        parts.append(b"\n".join(b" " * len(line) for line in lines))
        at = end
    parts.append(data[at:])
    return b"".join(parts)
