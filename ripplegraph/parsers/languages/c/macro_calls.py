"""Calls in macros whose receiver is another call there: `Log(__FILE__).stream()`.

The body of a macro is text to the grammar. What is called by name in it is found among its words;
here the names behind a closing parenthesis are put to the call that it closes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ripplegraph.graph.expressions import Attribute
from ripplegraph.graph.facts import MACRO, Call
from ripplegraph.parsers.languages.c.context import CFile

_MEMBER = re.compile(r"\)[\s\\]*(?:\.|->)[\s\\]*([^\W\d]\w*)\s*\(")
_CALLEE = re.compile(r"[^\W\d]\w*(?:\s*(?:->|\.|::)\s*~?[^\W\d]\w*)*\s*\Z")
_LONGEST_NAME = 200
_LONGEST_CALL = 4000


def read_chained_calls(file: CFile) -> None:
    """Add the calls of members of what macros call."""
    calls = file.builder.calls
    known = {call.position: i for i, call in enumerate(calls) if call.scope in file.macro_scopes}
    for scope in sorted(file.macro_scopes):
        draft = file.builder.scopes[scope]
        for closing, at, name in _find_members(file.raw, draft.start, draft.end):
            receiver = known.get(_find_callee(file.raw, draft.start, closing))
            if receiver is None:
                continue
            known[at] = len(calls)
            fields = file.builder.definitions[draft.definition].fields
            if fields["flags"] & MACRO:
                fields["yields"] = (*fields.get("yields", ()), len(calls))
            calls.append(Call(scope, at, file.source.line_at(at), Attribute(receiver, name)))


def _find_members(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Yield the names that are called behind a closing parenthesis, with both places."""
    for found in _MEMBER.finditer(text, start, end):
        yield found.start(), found.start(1), found[1]


def _find_callee(text: str, start: int, closing: int) -> int:
    """Return where the name begins that is called by the parentheses that close at a place."""
    depth = 0
    for at in range(closing, max(start, closing - _LONGEST_CALL) - 1, -1):
        if text[at] == ")":
            depth += 1
        elif text[at] == "(":
            depth -= 1
            if not depth:
                found = _CALLEE.search(text, max(start, at - _LONGEST_NAME), at)
                return -1 if found is None else found.start()
    return -1
