"""The scopes and definitions of a Java file, opened in one pass over what holds or names others."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.graph.expressions import Either, Expr
from ripplegraph.graph.facts import BindingKind
from ripplegraph.parsers.facts_builder import Regions, ScopeDraft
from ripplegraph.parsers.languages.java.context import MODULE, JavaFile, field
from ripplegraph.parsers.languages.java.functions import (
    open_constructor,
    open_lambda,
    open_method,
)
from ripplegraph.parsers.languages.java.typedefs import (
    define_constant,
    define_fields,
    open_type,
    open_unnamed,
)
from ripplegraph.parsers.languages.java.types import read_declared, read_type

_DECLARING = frozenset(
    {
        "local_variable_declaration",
        "class_declaration",
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
        "resource",
        "instanceof_expression",
        "type_pattern",
        "record_pattern_component",
    }
)

Entry = tuple[int, int, int, str, Node]
"""Start, negated end, rank among nodes of one span, type, node."""
Handler = Callable[[JavaFile, Node, ScopeDraft], ScopeDraft | None]

_HANDLERS: dict[str, Handler] = {
    "class_declaration": open_type,
    "interface_declaration": open_type,
    "enum_declaration": open_type,
    "record_declaration": open_type,
    "annotation_type_declaration": open_type,
    "method_declaration": open_method,
    "annotation_type_element_declaration": open_method,
    "constructor_declaration": open_constructor,
    "compact_constructor_declaration": open_constructor,
    "lambda_expression": open_lambda,
    "object_creation_expression": open_unnamed,
    "enum_constant": define_constant,
}


class Walk:
    """State of the pass: the open scopes, and those that begin later in the text."""

    def __init__(self, file: JavaFile) -> None:
        self.file = file
        self.stack: list[ScopeDraft] = [file.builder.scopes[MODULE]]
        self._later: list[ScopeDraft] = []

    def move_to(self, start: int) -> ScopeDraft:
        """Close and open scopes up to a place, and return the innermost there."""
        while self._later and self._later[-1].start <= start:
            scope = self._later.pop()
            self._close(scope.start)
            self.stack.append(scope)
        self._close(start)
        return self.stack[-1]

    def _close(self, at: int) -> None:
        while len(self.stack) > 1 and self.stack[-1].end <= at:
            self.stack.pop()

    def open(self, scope: ScopeDraft) -> None:
        """Take up a scope that begins here or later."""
        self._later.append(scope)
        self._later.sort(key=lambda s: (-s.start, -s.index))


def open_structure(file: JavaFile) -> None:
    """Visit every structural node in the order of the text and open what it opens."""
    walk = Walk(file)
    for start, _, _, kind, node in _find_entries(file):
        _visit(walk, kind, node, walk.move_to(start))
    bind_functional(file)
    spans = sorted((s.start, -s.end, s.index) for s in file.builder.scopes[1:])
    file.scope_regions = Regions([(start, -end, index) for start, end, index in spans], MODULE)


def _visit(walk: Walk, kind: str, node: Node, scope: ScopeDraft) -> None:
    file = walk.file
    handler = _HANDLERS.get(kind)
    if handler is not None:
        opened = handler(file, node, scope)
        if opened is not None:
            walk.open(opened)
    elif kind in ("field_declaration", "constant_declaration"):
        for inner in define_fields(file, node, scope):
            walk.open(inner)
    elif kind in _BINDERS:
        _BINDERS[kind](file, node, scope)
    elif kind in _BINDERS_INSIDE:
        inner = _open_block(file, node, scope)
        walk.open(inner)
        _BINDERS_INSIDE[kind](file, node, inner)
    elif node.start_byte not in file.bodies:
        walk.open(_open_block(file, node, scope))


def _open_block(file: JavaFile, node: Node, scope: ScopeDraft) -> ScopeDraft:
    return file.builder.open_scope("block", scope.index, -1, node.byte_range)


def _find_entries(file: JavaFile) -> list[Entry]:
    found = [_entry(node, 1) for node in file.captures.get("structure", ())]
    declaring = sorted(entry[0] for entry in found if entry[3] in _DECLARING)
    for node in file.captures.get("block", ()):
        start, end = node.byte_range
        at = bisect_left(declaring, start)
        if at < len(declaring) and declaring[at] < end:
            found.append(_entry(node, 0))
    found.sort(key=lambda entry: entry[:3])
    return found


def _entry(node: Node, rank: int) -> Entry:
    start, end = node.byte_range
    return start, -end, rank, node.type, node


def bind_functional(file: JavaFile) -> None:
    """An interface with one method to implement is what a function may stand for."""
    for index, methods in file.abstract.items():
        if len(methods) == 1:
            scope = file.builder.scopes[index]
            file.bind(scope, "()", "d", scope.start, index=methods[0])


def _bind_locals(file: JavaFile, node: Node, scope: ScopeDraft) -> None:
    written = field(node, "type")
    for declarator in node.children_by_field_name("declarator"):
        value = field(declarator, "value")
        _bind_name(file, field(declarator, "name"), scope, written, value, declarator)


def _bind_name(
    file: JavaFile,
    name: Node | None,
    scope: ScopeDraft,
    written: Node | None,
    value: Node | None,
    declarator: Node | None = None,
    *,
    is_loop: bool = False,
) -> None:
    """Bind a variable to its type, or to what it is given where that decides its type."""
    if name is None or name.type != "identifier":
        return
    file.skip.add(name.start_byte)
    annotation: Expr = read_declared(file, written, declarator)
    if annotation == "var":
        annotation = None
    kind: BindingKind = "x" if annotation is None else ":"
    file.bind(scope, file.name_of(name), kind, name.start_byte, annotation=annotation)
    if value is not None:
        file.pending.append((scope, len(scope.bindings) - 1, value, is_loop))


def _bind_resource(file: JavaFile, node: Node, scope: ScopeDraft) -> None:
    _bind_name(file, field(node, "name"), scope, field(node, "type"), field(node, "value"))


def _bind_tested(file: JavaFile, node: Node, scope: ScopeDraft) -> None:
    _bind_name(file, field(node, "name"), scope, field(node, "right"), None)


def _bind_pattern(file: JavaFile, node: Node, scope: ScopeDraft) -> None:
    parts = [c for c in node.named_children if c.type != "modifiers"]
    if len(parts) > 1:
        _bind_name(file, parts[-1], scope, parts[0], None)


def _bind_each(file: JavaFile, node: Node, scope: ScopeDraft) -> None:
    _bind_name(
        file, field(node, "name"), scope, field(node, "type"), field(node, "value"), is_loop=True
    )


def _bind_caught(file: JavaFile, node: Node, scope: ScopeDraft) -> None:
    for child in node.named_children:
        name = field(child, "name") if child.type == "catch_formal_parameter" else None
        if name is None:
            continue
        caught = [c for c in child.named_children if c.type == "catch_type"]
        types = [read_type(file, c) for part in caught for c in part.named_children]
        known = [written for written in types if written is not None]
        file.skip.add(name.start_byte)
        annotation = Either(tuple(known)) if len(known) > 1 else (known[0] if known else None)
        kind: BindingKind = "x" if annotation is None else ":"
        file.bind(scope, file.name_of(name), kind, name.start_byte, annotation=annotation)


Binder = Callable[[JavaFile, Node, ScopeDraft], None]
_BINDERS: dict[str, Binder] = {
    "local_variable_declaration": _bind_locals,
    "resource": _bind_resource,
    "instanceof_expression": _bind_tested,
    "type_pattern": _bind_pattern,
    "record_pattern_component": _bind_pattern,
}
"""What binds names where it stands."""
_BINDERS_INSIDE: dict[str, Binder] = {
    "enhanced_for_statement": _bind_each,
    "catch_clause": _bind_caught,
}
"""What binds names for all that is inside it."""
