"""The special methods that Python's operators stand for."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node

from ripplegraph.parsers.grammar_fields import GrammarFields

_FIELDS = GrammarFields("python")
_BINARY: Final = {
    "+": "__add__",
    "-": "__sub__",
    "*": "__mul__",
    "/": "__truediv__",
    "//": "__floordiv__",
    "%": "__mod__",
    "**": "__pow__",
    "@": "__matmul__",
    "&": "__and__",
    "|": "__or__",
    "^": "__xor__",
    "<<": "__lshift__",
    ">>": "__rshift__",
}
_UNARY: Final = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}
COMPARISONS: Final = {
    "==": ("__eq__", "__eq__"),
    "!=": ("__ne__", "__ne__"),
    "<": ("__lt__", "__gt__"),
    "<=": ("__le__", "__ge__"),
    ">": ("__gt__", "__lt__"),
    ">=": ("__ge__", "__le__"),
}
"""By operator, the method of the left operand, and that of the right one if the left has none."""


def find_operator(node: Node, *, is_unary: bool = False) -> str:
    """Return the method that the operator of an expression stands for, "" where it is unknown."""
    found = node.child_by_field_id(_FIELDS.operator)
    operator = "" if found is None else found.type
    return _UNARY.get(operator, "") if is_unary else _BINARY.get(operator.rstrip("="), "")
