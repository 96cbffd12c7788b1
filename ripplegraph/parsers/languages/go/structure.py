"""The scopes and definitions of a Go file, opened in one pass over what can hold or name others."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.parsers.facts_builder import Regions, ScopeDraft
from ripplegraph.parsers.languages.go.context import BLANK, MODULE, GoFile, field, names_of
from ripplegraph.parsers.languages.go.functions import open_function, open_literal, open_method
from ripplegraph.parsers.languages.go.packages import define_values
from ripplegraph.parsers.languages.go.typedefs import open_alias, open_type

_WORD = re.compile(r"[^\W\d]\w*")
_DECLARING = frozenset(
    {
        "short_var_declaration",
        "var_spec",
        "const_spec",
        "type_spec",
        "type_alias",
        "range_clause",
        "receive_statement",
        "type_switch_statement",
    }
)
_CASES = frozenset({"type_case", "default_case"})

Entry = tuple[int, int, int, str, Node]
"""Start, negated end, rank among nodes of one span, type, node."""


class Walk:
    """State of the pass: the open scopes, and those that begin later in the text."""

    def __init__(self, file: GoFile) -> None:
        self.file = file
        self.stack: list[ScopeDraft] = [file.builder.scopes[MODULE]]
        self.later: list[ScopeDraft] = []

    def move_to(self, start: int) -> ScopeDraft:
        """Close and open scopes up to a place, and return the innermost there."""
        stack = self.stack
        while self.later and self.later[-1].start <= start:
            scope = self.later.pop()
            self._close(scope.start)
            stack.append(scope)
        self._close(start)
        return stack[-1]

    def _close(self, at: int) -> None:
        while len(self.stack) > 1 and self.stack[-1].end <= at:
            self.stack.pop()

    def declare(self, scope: ScopeDraft, node: Node, value: Node | None) -> ScopeDraft:
        """Return the scope that a declaration binds in.

        A name is in scope after its declaration. Where what it is given, or its type, reads a name
        alike, that is another one: then the rest of the block is a scope of its own.
        """
        names = declared_names(self.file, node)
        read = [part for part in (field(node, "type"), value) if part is not None]
        if not any(
            names.intersection(_WORD.findall(self.file.raw, part.start_byte, part.end_byte))
            for part in read
        ):
            return scope
        if all(is_bound(self.file, scope, name) for name in names):
            return scope
        span = (node.end_byte, scope.end)
        inner = self.file.builder.open_scope("block", scope.index, -1, span)
        self.later.append(inner)
        self.later.sort(key=lambda s: -s.start)
        return inner


Handler = Callable[[GoFile, Node, ScopeDraft], ScopeDraft | None]
_HANDLERS: dict[str, Handler] = {
    "function_declaration": open_function,
    "method_declaration": open_method,
    "func_literal": open_literal,
    "type_spec": open_type,
    "type_alias": open_alias,
}


def open_structure(file: GoFile) -> None:
    """Visit every structural node in the order of the text and open what it opens."""
    walk = Walk(file)
    for start, _, _, kind, node in _find_entries(file):
        scope = walk.move_to(start)
        opened = _visit(walk, kind, node, scope)
        if opened is not None:
            walk.stack.append(opened)
    _own_extensions(file)
    spans = sorted((s.start, -s.end, s.index) for s in file.builder.scopes[1:])
    file.scope_regions = Regions([(start, -end, index) for start, end, index in spans], MODULE)


def _visit(walk: Walk, kind: str, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    file = walk.file
    handler = _HANDLERS.get(kind)
    if handler is not None:
        return handler(file, node, scope)
    if kind in ("var_spec", "const_spec") and scope.index == MODULE:
        define_values(file, node, scope)
    elif kind in ("short_var_declaration", "var_spec", "const_spec"):
        written, value = file.find_given(node)
        value = field(node, "right") or value
        _bind_values(file, node, walk.declare(scope, node, value), written, value)
    elif kind in ("range_clause", "receive_statement"):
        if any(child.type == ":=" for child in node.children):
            value = field(node, "right")
            _bind_ranged(file, node, walk.declare(scope, node, value), value)
    else:
        span = (node.start_byte, node.end_byte)
        inner = file.builder.open_scope("block", scope.index, -1, span)
        if kind in _CASES:
            _bind_case(file, node, inner)
        return inner
    return None


def _find_entries(file: GoFile) -> list[Entry]:
    found = [_entry(node, 1) for node in file.captures.get("structure", ())]
    declaring = sorted(entry[0] for entry in found if entry[3] in _DECLARING)
    switched = {entry[4].start_byte for entry in found if entry[3] == "type_switch_statement"}
    for node in file.captures.get("block", ()):
        start, end = node.byte_range
        at = bisect_left(declaring, start)
        holds = at < len(declaring) and declaring[at] < end
        is_case = bool(switched) and node.type in _CASES
        if holds or is_case:
            found.append(_entry(node, 0))
    found.sort(key=lambda entry: entry[:3])
    return found


def _entry(node: Node, rank: int) -> Entry:
    start, end = node.byte_range
    return start, -end, rank, node.type, node


def declared_names(file: GoFile, node: Node) -> set[str]:
    """Return the names that a declaration gives values to."""
    names = names_of(node)
    left = field(node, "left")
    if left is not None:
        names = [child for child in left.named_children if child.type == "identifier"]
    return {file.name_of(name) for name in names} - {BLANK}


def is_bound(file: GoFile, scope: ScopeDraft, name: str) -> bool:
    """Whether a block binds a name already; the body of a function has what its signature binds."""
    if any(binding.name == name for binding in scope.bindings):
        return True
    around = file.builder.scopes[max(scope.parent, MODULE)]
    return around.definition >= 0 and any(binding.name == name for binding in around.bindings)


def _bind_values(
    file: GoFile, node: Node, scope: ScopeDraft, written: Node | None, value: Node | None
) -> None:
    """Bind the names of a declaration, each to its own value or to a part of the only one."""
    left = field(node, "left")
    names = left.named_children if left is not None else names_of(node)
    values = [c for c in value.named_children if c.type != "comment"] if value is not None else []
    for i, name in enumerate(names):
        own = values[i] if len(values) == len(names) else (values[0] if values else None)
        form = "" if len(values) == len(names) else f"{i}"
        _bind_later(file, scope, name, written, own, form)


def _bind_later(
    file: GoFile,
    scope: ScopeDraft,
    name: Node,
    written: Node | None,
    value: Node | None,
    form: str,
) -> None:
    """Bind a name to what can only be read when all calls have numbers."""
    text = file.name_of(name)
    if name.type != "identifier":
        return
    file.skip.add(name.start_byte)
    if text == BLANK or is_bound(file, scope, text):
        return
    file.bind(scope, text, "x", name.start_byte)
    at = len(scope.bindings) - 1
    file.pending.append((scope, text, at, -1, written, value, form))


def _bind_ranged(file: GoFile, node: Node, scope: ScopeDraft, value: Node | None) -> None:
    left = field(node, "left")
    forms = ("ky", "[") if node.type == "range_clause" else ("", "x")
    for name, form in zip(left.named_children if left is not None else (), forms, strict=False):
        _bind_later(file, scope, name, None, value, form)


def _bind_case(file: GoFile, node: Node, scope: ScopeDraft) -> None:
    """In a case of a type switch, the name has the type of the case if that is only one."""
    switch = node.parent
    alias = field(switch, "alias") if switch is not None else None
    if switch is None or switch.type != "type_switch_statement" or alias is None:
        return
    types = node.children_by_field_name("type")
    for name in alias.named_children:
        if len(types) == 1 and types[0].type != "nil":
            _bind_later(file, scope, name, types[0], None, "")
        else:
            _bind_later(file, scope, name, None, field(switch, "value"), "")


def _own_extensions(file: GoFile) -> None:
    """What is added to a type that the same file defines belongs to that definition."""
    types = {b.name: b.index for b in file.builder.scopes[MODULE].bindings if b.kind == "d"}
    for name, scopes in file.extensions.items():
        for scope in scopes:
            scope.owner = types.get(name, -1)
