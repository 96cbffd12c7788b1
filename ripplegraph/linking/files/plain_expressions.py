"""Expressions that can be told without following anything."""

from __future__ import annotations

from typing import Final

from ripplegraph.graph.expressions import LITERALS, DefinitionAt, DisplayAt, Expr

_PLAIN: Final = frozenset({type(None), int, DefinitionAt, DisplayAt, *LITERALS})


def is_plain(expression: Expr) -> bool:
    """Whether an expression needs no name: what it is cannot lead back to itself unnoticed."""
    return type(expression) in _PLAIN
