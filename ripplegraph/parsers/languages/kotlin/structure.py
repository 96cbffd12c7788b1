"""The scopes and definitions of a Kotlin file, opened in one pass over its structure."""

from __future__ import annotations

from bisect import bisect_left

from tree_sitter import Node

from ripplegraph.graph.facts import BindingKind
from ripplegraph.parsers.facts_builder import Regions, ScopeDraft
from ripplegraph.parsers.languages.java.context import MODULE, JavaFile
from ripplegraph.parsers.languages.java.structure import Handler, Walk, bind_functional
from ripplegraph.parsers.languages.kotlin.checks import open_checked
from ripplegraph.parsers.languages.kotlin.functions import (
    bind_parts,
    open_constructor,
    open_function,
)
from ripplegraph.parsers.languages.kotlin.lambdas import open_lambda
from ripplegraph.parsers.languages.kotlin.typedefs import (
    define_alias,
    define_entry,
    define_property,
    open_object,
    open_type,
)
from ripplegraph.parsers.languages.kotlin.types import TYPES, child_of, clean_name, read_type

Entry = tuple[int, int, int, str, Node]
_CHECKS = ("check_expression", "type_test")

_HANDLERS: dict[str, Handler] = {
    "class_declaration": open_type,
    "object_declaration": open_type,
    "object_literal": open_object,
    "enum_entry": define_entry,
    "function_declaration": open_function,
    "secondary_constructor": open_constructor,
    "lambda_literal": open_lambda,
    "anonymous_function": open_lambda,
    "type_alias": define_alias,
    "property_declaration": define_property,
}


def open_structure(file: JavaFile) -> None:
    """Visit every structural node in the order of the text and open what it opens."""
    walk = Walk(file)
    for start, _, _, kind, node in _find_entries(file):
        scope = walk.move_to(start)
        if kind in _CHECKS:
            for inner in open_checked(file, node, scope):
                walk.open(inner)
            continue
        handler = _HANDLERS.get(kind)
        opened = handler(file, node, scope) if handler is not None else _open(file, node, scope)
        if opened is not None:
            walk.open(opened)
    bind_functional(file)
    spans = sorted((s.start, -s.end, s.index) for s in file.builder.scopes[1:])
    file.scope_regions = Regions([(start, -end, index) for start, end, index in spans], MODULE)


def _open(file: JavaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Open a block; what a companion has is its class' own."""
    if node.type == "companion_object":
        return None
    inner = file.builder.open_scope("block", scope.index, -1, node.byte_range)
    if node.type == "for_statement":
        _bind_each(file, node, inner)
    elif node.type == "when_expression":
        _bind_subject(file, child_of(node, "when_subject"), inner)
    elif node.type == "catch_block":
        name = child_of(node, "simple_identifier")
        written = read_type(file, child_of(node, *TYPES))
        if name is not None:
            kind: BindingKind = "x" if written is None else ":"
            file.bind(inner, file.name_of(name), kind, name.start_byte, annotation=written)
    return inner


def _bind_subject(file: JavaFile, node: Node | None, scope: ScopeDraft) -> None:
    """Bind what a `when` names: `when (val x = read())`."""
    variable = child_of(node, "variable_declaration")
    name = child_of(variable, "simple_identifier")
    if node is None or name is None:
        return
    written = read_type(file, child_of(variable, *TYPES))
    kind: BindingKind = "x" if written is None else ":"
    text = clean_name(file.name_of(name))
    file.skip.add(name.start_byte)
    file.bind(scope, text, kind, name.start_byte, annotation=written)
    file.pending.append((scope, len(scope.bindings) - 1, node.named_children[-1], False))


def _bind_each(file: JavaFile, node: Node, scope: ScopeDraft) -> None:
    variable, values = child_of(node, "variable_declaration"), node.named_children
    name = child_of(variable, "simple_identifier")
    if name is None:
        bind_parts(file, child_of(node, "multi_variable_declaration"), scope)
        return
    written = read_type(file, child_of(variable, *TYPES))
    kind: BindingKind = "x" if written is None else ":"
    text = clean_name(file.name_of(name))
    file.bind(scope, text, kind, name.start_byte, annotation=written)
    behind = [v for v in values if variable is not None and v.start_byte >= variable.end_byte]
    if behind:
        file.pending.append((scope, len(scope.bindings) - 1, behind[0], True))


def _find_entries(file: JavaFile) -> list[Entry]:
    found = [_entry(node, 1) for node in file.captures.get("structure", ())]
    declaring = sorted(entry[0] for entry in found if entry[3] == "property_declaration")
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
