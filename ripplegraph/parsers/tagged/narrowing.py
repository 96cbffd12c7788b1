"""Where a variable is known to be of a type, because the code was asked for that first."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node

from ripplegraph.graph.facts import Binding
from ripplegraph.parsers.tagged.context import TaggedFile
from ripplegraph.parsers.tagged.types import read_type

_AROUND: Final = frozenset({"parenthesized_expression", "binary_expression"})
_LEAVING: Final = ("return", "throw", "continue", "break", "exit")


def read_narrowing(file: TaggedFile) -> None:
    """Bind names again where they passed a question for their type."""
    for match in file.of("narrow"):
        node, written = match.part("name"), read_type(file, match.part("type"))
        if node is None or written is None:
            continue
        scope, name = file.scope_at(node.start_byte), file.name(node)
        span = _find_span(file, match.node)
        # A binding here would hide one further out.
        if span is not None and any(binding.name == name for binding in scope.bindings):
            start, end = span
            scope.bindings.append(Binding(name, "t", start, end, annotation=written))


def _find_span(file: TaggedFile, node: Node) -> tuple[int, int] | None:
    """Return where the answer to a question holds: from there on to the end of what it decides."""
    start, is_negated, outer = node.end_byte, False, node.parent
    while outer is not None:
        if outer.type == "unary_op_expression":
            is_negated = not is_negated
        elif outer.type == "binary_expression" and not _is_and(file, outer, is_negated):
            return None
        elif outer.type not in _AROUND:
            break
        node, outer = outer, outer.parent
    body = outer.child_by_field_name("body") if outer is not None else None
    if outer is None or body is None or outer.child_by_field_name("condition") != node:
        return None if is_negated else (start, node.end_byte)
    if not is_negated:
        return start, body.end_byte
    around = outer.parent
    if around is None or outer.type != "if_statement" or not _leaves(file, body):
        return None
    return outer.end_byte, around.end_byte


def _is_and(file: TaggedFile, node: Node, is_negated: bool) -> bool:
    """Whether both sides of an operator hold where it does; where neither does, it is an "or"."""
    operator = node.child_by_field_name("operator")
    return operator is not None and file.text(operator) == ("||" if is_negated else "&&")


def _leaves(file: TaggedFile, body: Node) -> bool:
    last = body.named_children[-1] if body.named_children else body
    return file.text(last).startswith(_LEAVING)
