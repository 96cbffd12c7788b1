"""The names of a Python file, found in its text as far as that is sure, else in its tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from tree_sitter import Node

from ripplegraph.parsers.languages.python.context import PythonFile

_NAME = r"[A-Za-z_\x80-\xff][A-Za-z_0-9\x80-\xff]*+"
# A dotted chain, and what follows it: a call, or a sign that it is bound and not read.
_CHAIN = rf"({_NAME}(?:\.{_NAME})*+)[ \t]*+(\(|=(?!=)|:=)?"
ROLE = 2
"""The group of what follows a chain."""
_MEMBERS = rf"({_NAME}(?:\.{_NAME})*+)[ \t]*+(\()?"
MEMBERS, CALLED = 3, 4
"""The groups of a chain that is read from an expression, and of what shows that it is called."""
_ESCAPED = r"\\(?:\r\n|.)"
# No group with alternatives is possessive here: Python before 3.11.5 gets such ones wrong.
LITERAL = "|".join(
    rf"{q}(?:[^{q}\\\n]++(?:{_ESCAPED}[^{q}\\\n]*+)*{q}"
    rf"|{q}{q}[^{q}\\]*+(?:(?:\\.|{q}(?!{q}{q}))[^{q}\\]*+)*{q}{{3}}"
    rf"|(?:{_ESCAPED}[^{q}\\\n]*+)*{q})"
    for q in "\"'"
)
"""A string without its prefix, in an expression to be compiled with `re.DOTALL`."""
_AT_NAME = re.compile(_CHAIN)
_NEVER = "((?!))?"
_AT_MEMBER = re.compile(rf"{_NEVER}{_NEVER}\.{_MEMBERS}")
LAST_CHAIN = re.compile(rf"{_NAME}(?:\.{_NAME})*+$")
"""The chain that a text ends with."""
_BOUND = re.compile(r"[ \t]*+=(?!=)")
# What begins with a point is part of a longer expression. The look ahead lets the search skip
# quickly what begins nothing.
_IN_CODE = re.compile(
    rf"(?=[\"'#.A-Za-z_0-9\x80-\xff])"
    rf"(?:[bBfFrRuU]{{0,2}}+(?:{LITERAL})|{_CHAIN}|\.(?:{_MEMBERS})?|#[^\n]*+"
    r"|[0-9][0-9A-Za-z_]*+)",
    re.DOTALL,
)

KEYWORDS: frozenset[str | None] = frozenset(
    [
        "", "False", "None", "True", "and", "as", "assert", "break", "class", "continue", "def",
        "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in",
        "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with",
        "yield",
    ]
)  # fmt: skip
"""What is never a name; "" is what was found that is no word at all."""
SOMETIMES_KEYWORDS = frozenset(
    {"_", "__future__", "async", "await", "case", "exec", "match", "print", "type"}
)


def is_bound(text: str, at: int) -> bool:
    """Tell whether an equals sign follows, as far as a chain that ends here would have it."""
    return _BOUND.match(text, at) is not None


def find_chains(file: PythonFile) -> Iterable[re.Match[str]]:
    """Find every dotted chain, as matches whose groups are the chain and what follows it.

    Keywords are found too, and strings, comments and numbers as matches without a chain.
    """
    if file.root.has_error:
        return _chains_of(file, file.root)
    found = _chains_in_code(file)
    if not file.source.ascii:
        found = list(found)
        if not all(match[1] is None or match[1].isascii() for match in found):
            # Which other letters make a name is not for us to say.
            return _chains_of(file, file.root)
    return found


def _chains_in_code(file: PythonFile) -> Iterable[re.Match[str]]:
    """Find the chains in the text, but for strings with code inside, whose ends the tree knows."""
    found: list[Iterable[re.Match[str]]] = []
    at = 0
    for node in file.captures.get("interpolation", ()):
        string = node.parent
        if node.start_byte >= at and string is not None:
            found.append(_IN_CODE.finditer(file.raw, at, string.start_byte))
            found.append(_chains_of(file, string))
            at = string.end_byte
    found.append(_IN_CODE.finditer(file.raw, at))
    return chain.from_iterable(found)


def _chains_of(file: PythonFile, node: Node) -> Iterator[re.Match[str]]:
    starts = []
    inside = [node]
    while inside:
        node = inside.pop()
        if node.type == "identifier":
            starts.append(node.start_byte)
        else:
            inside += node.named_children
    raw, at = file.raw, 0
    for start in sorted(starts):
        if start >= at:
            is_member = start > 0 and raw[start - 1] == "."
            found = _AT_MEMBER.match(raw, start - 1) if is_member else _AT_NAME.match(raw, start)
            if found is not None:
                at = found.end(MEMBERS if is_member else 1)
                yield found
