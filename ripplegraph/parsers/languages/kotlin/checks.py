"""Where a condition of a Kotlin file shows that a variable has a type."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.parsers.building import ScopeDraft
from ripplegraph.parsers.languages.java.context import JavaFile
from ripplegraph.parsers.languages.kotlin.types import TYPES, child_of, clean_name, read_type

_CONDITIONS = frozenset({"conjunction_expression", "parenthesized_expression"})


def open_checked(file: JavaFile, node: Node, scope: ScopeDraft) -> list[ScopeDraft]:
    """Open the scopes in which a variable is known to have a type: `if (x is Type) { ... }`."""
    if any(child.type == "!is" for child in node.children):
        return []
    if node.type == "type_test":
        return _open_case(file, node, scope)
    found: list[ScopeDraft] = []
    name, at = child_of(node, "simple_identifier"), node.parent
    while at is not None and at.type in _CONDITIONS:
        if at.type == "conjunction_expression" and node.end_byte < at.end_byte:
            found += _open(file, node, name, scope, (node.end_byte, at.end_byte))
        at = at.parent
    behind = at.child_by_field_name("consequence") if at is not None else None
    if at is None or at.type != "if_expression" or behind is None:
        return found
    condition = at.child_by_field_name("condition")
    if condition is not None and node.end_byte <= condition.end_byte:
        found += _open(file, node, name, scope, behind.byte_range)
    return found


def _open_case(file: JavaFile, node: Node, scope: ScopeDraft) -> list[ScopeDraft]:
    """Open the scope of a case of a `when` that tests the type of a variable."""
    condition = node.parent
    entry = condition.parent if condition is not None else None
    whole = entry.parent if entry is not None else None
    name = child_of(child_of(whole, "when_subject"), "simple_identifier")
    body = child_of(entry, "control_structure_body")
    tests = [c for c in entry.named_children if c.type == "when_condition"] if entry else []
    if body is None or len(tests) != 1:
        return []
    return _open(file, node, name, scope, body.byte_range)


def _open(
    file: JavaFile, node: Node, name: Node | None, scope: ScopeDraft, span: tuple[int, int]
) -> list[ScopeDraft]:
    written = read_type(file, child_of(node, *TYPES))
    if name is None or written is None:
        return []
    inner = file.builder.open_scope("block", scope.index, -1, span)
    text = clean_name(file.name_of(name))
    file.bind(inner, text, ":", inner.start, annotation=written)
    return [inner]
