"""Ranges of a file that are comments or strings, by its syntax tree, whatever its language."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from functools import cache

from tree_sitter import Language as Grammar
from tree_sitter import Node, Query, QueryCursor

from ripplegraph.graph.quiet_kinds import CODE, COMMENT, STRING

_COMMENTS = re.compile(r"(?:^|_)comment$|^haddock$|^jsx_text$")
_STRINGS = re.compile(
    r"(?:^|_)(?:string|string_literal|string_lit|str_lit|string_value|string_expression"
    r"|encapsed_string|nowdoc|heredoc|heredoc_body|heredoc_template|quoted_template|charlist"
    r"|char_literal|character_literal|regex|regex_literal|quoted_atom)$|^stringliteral"
)
_INSIDE = re.compile(
    r"(?:^|_)interpolation(?:_expression)?$|^interpolated_(?:expression|identifier)$"
    r"|^template_(?:substitution|interpolation|expression)$|^command_substitution$"
)
_NEITHER = re.compile(r"^(?:keyword_|concatenated_|chained_|bit|system_lib_)")
_ALONE = "(block (string) @comment) (module (string) @comment)"
_IN_STATEMENT = "(expression_statement . (string) @comment .)"
"""Strings that nothing takes, by which Python documents what is around them."""
_CODES = {"comment": COMMENT, "string": STRING, "code": CODE}


def find_quiet_ranges(root: Node, grammar: Grammar) -> bytes:
    """Return starts, ends and kinds of comments and strings: three lists, packed one by one.

    Ranges do not overlap: code inside a string is left out of it.
    """
    cursor = _build_cursor(grammar)
    if cursor is None:
        return b""
    found = [
        (*node.byte_range, _CODES[name])
        for name, nodes in cursor.captures(root).items()
        for node in nodes
    ]
    flat = list(_flatten(sorted(found, key=_get_place)))
    parts = (array("I", [item[at] for item in flat]) for at in range(3))
    return b"".join(part.tobytes() for part in parts)


def _get_place(found: tuple[int, int, int]) -> tuple[int, int, int]:
    """Put what is around others before them; a string that documents is a comment."""
    start, end, kind = found
    return start, -end, kind


def _flatten(found: Iterable[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield ranges that do not overlap, of those around each other the innermost."""
    open_ranges: list[tuple[int, int]] = []
    at = 0
    last: tuple[int, int, int] | None = None
    for start, end, kind in found:
        if last is not None and (start, end) == last[:2]:
            continue
        while open_ranges and open_ranges[-1][0] <= start:
            until, around = open_ranges.pop()
            if around != CODE and at < until:
                yield at, until, around
            at = max(at, until)
        if open_ranges and open_ranges[-1][1] != CODE and at < start:
            yield at, start, open_ranges[-1][1]
        at = max(at, start)
        open_ranges.append((end, kind))
        last = (start, end, kind)
    while open_ranges:
        until, around = open_ranges.pop()
        if around != CODE and at < until:
            yield at, until, around
        at = max(at, until)


@cache
def _build_cursor(grammar: Grammar) -> QueryCursor | None:
    """Return a search for the nodes of a grammar that are comments, strings or code in strings."""
    kinds: dict[str, list[str]] = {"comment": [], "string": [], "code": []}
    names = {
        str(grammar.node_kind_for_id(number))
        for number in range(grammar.node_kind_count)
        if grammar.node_kind_is_named(number) and grammar.node_kind_is_visible(number)
    }
    for name in sorted(names):
        role = _find_role(name)
        if role is not None:
            kinds[role].append(name)
    parts = [
        f"[{' '.join(f'({name})' for name in found)}] @{role}"
        for role, found in kinds.items()
        if found
    ]
    if {"block", "module", "string_start"} <= names:
        parts.append(_IN_STATEMENT if "expression_statement" in names else _ALONE)
    return QueryCursor(Query(grammar, "\n".join(parts))) if parts else None


def _find_role(kind: str) -> str | None:
    if _NEITHER.search(kind):
        return None
    if _COMMENTS.search(kind):
        return "comment"
    if _INSIDE.search(kind):
        return "code"
    return "string" if _STRINGS.search(kind.lower()) else None
