"""The fields of a definition while its file is being read."""

from __future__ import annotations

from typing import TypedDict

from ripplegraph.graph.expressions import Expr
from ripplegraph.graph.facts import Param


class DefinitionFields(TypedDict, total=False):
    """What is known so far of a `Definition`, by its fields."""

    name: str
    qualified: str
    kind: str
    scope: int
    body: int
    line: int
    end_line: int
    flags: int
    params: tuple[Param, ...]
    returns: Expr
    results: tuple[Expr, ...]
    yields: tuple[Expr, ...]
    bases: tuple[Expr, ...]
    implements: tuple[Expr, ...]
    decorators: tuple[Expr, ...]
    value: Expr
    annotation: Expr
    entry: str
    literal: str | None
    signature: str
    doc: str
    signature_print: str
    body_print: str
