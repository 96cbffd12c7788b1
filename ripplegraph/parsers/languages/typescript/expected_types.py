"""The types that are expected of the objects that a script writes down, by where they stand."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import Attribute, Awaited, Element, Expr, InstanceOf, TakenBy
from ripplegraph.graph.facts import ASYNC
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.typescript.context import ScriptFile, key_text
from ripplegraph.parsers.languages.typescript.expressions import read_expression
from ripplegraph.parsers.languages.typescript.types import read_type

_DEEPEST = 6
_FARTHEST = 4
_THROUGH = frozenset(
    {"parenthesized_expression", "ternary_expression", "binary_expression", "non_null_expression"}
)
_CALLS = frozenset({"call_expression", "new_expression"})


class Expected:
    """Finds what is expected of objects; to be asked about outer ones before inner ones."""

    def __init__(self, file: ScriptFile) -> None:
        self._file = file
        self._known: dict[int, tuple[Expr, int]] = {}
        """For objects with an expected type: what stands for it, and how deep they lie."""

    def find(self, node: Node) -> Expr:
        """Return something of the type that is expected where an object stands."""
        found, depth = self._find(node, 0)
        if found is None or depth > _DEEPEST:
            return None
        self._known[node.id] = found, depth
        return found

    def _find(self, node: Node, steps: int) -> tuple[Expr, int]:
        around = node.parent
        if around is None or steps > _FARTHEST:
            return None, 0
        kind = around.type
        if kind in _THROUGH:
            return self._find(around, steps + 1)
        if kind == "pair":
            return self._find_of_pair(around)
        if kind == "array":
            base, depth = self._find(around, steps + 1)
            return (None if base is None else Element(base)), depth + 1
        return self._find_outermost(node, around), 0

    def _find_of_pair(self, pair: Node) -> tuple[Expr, int]:
        outer = pair.parent
        base, depth = (None, 0) if outer is None else self._known.get(outer.id, (None, 0))
        key = None if base is None else key_text(self._file, pair.named_children[0])
        return (None if base is None or key is None else Attribute(base, key)), depth + 1

    def _find_outermost(self, node: Node, around: Node) -> Expr:
        file, kind = self._file, around.type
        if kind == "arguments":
            return _find_taken(file, node, around)
        if kind in ("variable_declarator", "public_field_definition"):
            written = around.child_by_field_name("type")
            return None if written is None else InstanceOf(read_type(file, written))
        if kind in ("as_expression", "satisfies_expression"):
            return InstanceOf(read_type(file, around.named_children[-1]))
        if kind == "assignment_expression":
            left = around.named_children[0]
            return read_expression(file, left) if left.type == "member_expression" else None
        if kind in ("return_statement", "arrow_function"):
            return _find_returned(file, node)
        return None


def _find_taken(file: ScriptFile, node: Node, arguments: Node) -> Expr:
    call = arguments.parent
    index = file.call_index.get(call.end_byte) if call is not None else None
    if call is None or call.type not in _CALLS or index is None:
        return None
    passed = [child.id for child in arguments.named_children if child.type != "comment"]
    return TakenBy(index, passed.index(node.id)) if node.id in passed else None


def _find_returned(file: ScriptFile, node: Node) -> Expr:
    scope: ScopeDraft = file.function_scope(file.scope_at(node.start_byte))
    if scope.kind != "function" or scope.definition < 0:
        return None
    fields = file.builder.definitions[scope.definition].fields
    written = fields.get("returns")
    if written is None:
        return None
    value: Expr = InstanceOf(written)
    return Awaited(value) if fields["flags"] & ASYNC else value
