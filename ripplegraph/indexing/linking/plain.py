"""Expressions that can be told without following anything."""

from __future__ import annotations

from ripplegraph.graph.expressions import LITERALS, DefinitionAt, DisplayAt, Expr

_PLAIN = (int, DefinitionAt, DisplayAt, *LITERALS)


def is_plain(expression: Expr) -> bool:
    """Whether an expression needs no name: what it is cannot lead back to itself unnoticed."""
    return expression is None or isinstance(expression, _PLAIN)
