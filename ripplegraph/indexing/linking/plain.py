"""Expressions that can be told without following anything."""

from __future__ import annotations

from ripplegraph.graph.facts import Expr

_LITERALS = frozenset({"s", "#", "k", "D", "\\"})


def is_plain(expression: Expr) -> bool:
    """Whether an expression needs no name: what it is cannot lead back to itself unnoticed."""
    if isinstance(expression, (tuple, list)):
        return expression[0] in _LITERALS
    return not isinstance(expression, str)
