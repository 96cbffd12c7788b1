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
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

_DIRECTIVE = re.compile(
    rb"^[ \t]*\#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b(?:[^\n\\]|\\\r?\n|\\.)*",
    re.MULTILINE,
)
_LINKAGE = re.compile(
    rb"\s*(?:extern[ \t]*\"C(?:\+\+)?\"[ \t\r\n]*\{|\}(?:[ \t]*;)?)\s*"
    rb"(?:/\*[^*]*\*/\s*|//[^\n]*\s*)?"
)
_GUARD = re.compile(
    rb"[ \t]*#[ \t]*(?:ifndef[ \t]+|if[ \t]+!\s*defined[ \t]*\(?[ \t]*)(\w+)[^\n]*\n"
    # Nothing is given back: a file of remarks would be tried in every way to take them apart.
    rb"(?:\s++|/\*(?>.*?\*/)|//[^\n]*+)*+#[ \t]*define[ \t]+\1\b",
    re.DOTALL,
)
_LONGEST_HEAD = 20_000
_NO_BRACES = re.compile(
    rb"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n]++)*+\"|'(?:\\.|[^'\\\n]++)++'", re.DOTALL
)
_LABEL = re.compile(
    rb"(?:\)|^[ \t]*(?!default\b|public\b|private\b|protected\b|signals\b)\w+)\s*:$", re.MULTILINE
)
_UNFINISHED = re.compile(
    rb"(?:^|[;{}\n])[ \t]*(?:\}[ \t]*)?(?:else[ \t]+)?(?:if|while|for)\b[^;{}]*\)\Z|\belse\Z"
)
_TEMPLATE = re.compile(rb"(?:^|\n)[ \t]*template[ \t]*<[^;{}]*>\Z")
_GOES_ON = re.compile(rb"(?:\s++|/\*[^*]*+\*/|//[^\n]*+)*+(?:else\b|,|::|\|\||&&)")
_OPEN = re.compile(rb"[\w*&>][ \t\n]*\([^;{}]*\)\Z")
_BRACES = re.compile(rb"[{}]")
_WORD = re.compile(rb"(\w+)$")
_WORDS_ALONE = re.compile(
    rb"\s*(?:(?:constexpr|consteval|inline|static|extern|virtual|explicit|const)\s+)+"
)
_CLEAN_WORDS = frozenset({b"endif", b"try"})
_BEFORE = 400
_LIST, _EXPRESSION, _CLEAN = "list", "expression", ""


@dataclass
class _Group:
    """A condition with its branches: the places of its lines."""

    mode: str
    lines: list[tuple[int, int]] = field(default_factory=list)


def settle_conditions(data: bytes) -> bytes:
    """Return code without conditions that a grammar cannot read; nothing changes its place."""
    return _settle(data, _find_cuts) if b"#" in data else data


def drop_conditions(data: bytes) -> bytes:
    """Return code with all branches of all conditions, and no conditions."""
    return _settle(data, lambda _, group: group.lines)


def _settle(data: bytes, find_cuts: Callable[[bytes, _Group], list[tuple[int, int]]]) -> bytes:
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
            cuts += find_cuts(data, group)
    return _blank(data, cuts) if cuts else data


def _find_text(data: bytes, at: int) -> bytes:
    """Return the code before a place, without comments; nothing behind another directive."""
    text = data[max(0, at - _BEFORE) : at].rstrip()
    while text:
        line = text[text.rfind(b"\n") + 1 :]
        comment = line.find(b"//")
        if line.lstrip().startswith(b"#"):
            return b""
        if comment >= 0:
            text = text[: len(text) - len(line) + comment].rstrip()
        elif text.endswith(b"*/"):
            text = text[: max(0, text.rfind(b"/*"))].rstrip()
        else:
            break
    return text


def _judge(data: bytes, at: int) -> str:
    """Tell what a condition stands in by what comes before it."""
    text = _find_text(data, at)
    last = text[-1:]
    if last == b",":
        return _LIST
    if last == b">" and _TEMPLATE.search(text):
        return _EXPRESSION
    if last == b")" and _UNFINISHED.search(_NO_BRACES.sub(b" ", text).rstrip()):
        return _EXPRESSION
    if last in (b"", b";", b"{", b"}", b")", b">", b"\\", b"]"):
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
    if len(branches) == 1 and _LINKAGE.fullmatch(data, *branches[0]):
        return [(lines[0][0], lines[-1][1])]
    if len(branches) == 1 and _is_guard(data, lines):
        return lines
    mode = group.mode
    if mode != _EXPRESSION and any(_leaves_open(data[start:end]) for start, end in branches):
        mode = _EXPRESSION
    if mode == _CLEAN and any(_GOES_ON.match(data, start) for start, _ in branches):
        mode = _LIST
    if mode == _CLEAN and any(_WORDS_ALONE.fullmatch(data, *branch) for branch in branches):
        mode = _EXPRESSION
    if mode == _CLEAN and _is_unfinished(data, branches, lines[-1][1]):
        mode = _EXPRESSION
    if mode == _CLEAN:
        return []
    cuts = list(lines)
    if mode == _EXPRESSION and len(branches) > 1:
        cuts.append((branches[1][0], branches[-1][1]))
    return cuts


def _is_guard(data: bytes, lines: list[tuple[int, int]]) -> bool:
    """Whether a condition is around the whole file, which is to be read once."""
    start = lines[0][0]
    found = _GUARD.match(data, start)
    if found is None or data.find(b"#", lines[-1][1]) >= 0:
        return False
    return _NO_BRACES.sub(b"", data[max(0, start - _LONGEST_HEAD) : start]).isspace() or start == 0


def _is_unfinished(data: bytes, branches: list[tuple[int, int]], end: int) -> bool:
    """Whether the code behind a condition belongs to what a branch of it begins.

    That is the case for `if (...)` without a statement, and for the head of a function.
    """
    for start, until in branches:
        text = data[max(start, until - _BEFORE) : until].rstrip()
        if not text.endswith((b")", b"else")):
            continue
        text = _NO_BRACES.sub(b" ", text).rstrip()
        if _UNFINISHED.search(text):
            return True
        if len(branches) > 1 and data[end : end + _BEFORE].lstrip()[:1] == b"{":
            return _OPEN.search(text) is not None
    return False


def _leaves_open(text: bytes) -> bool:
    """Whether a branch closes braces that it does not open, or the other way round."""
    if b"{" not in text and b"}" not in text:
        return False
    depth = 0
    for brace in _BRACES.findall(_NO_BRACES.sub(b"", text)):
        depth += 1 if brace == b"{" else -1
        if depth < 0:
            return True
    return depth != 0


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
