"""The types that a call writes behind the name that it calls: `make<Item>()`."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.expressions import Expr, GenericType
from ripplegraph.graph.facts import TYPES, Call


def given_types(call: Call) -> Sequence[Expr]:
    """Return the types that a call writes behind the name that it calls."""
    for name, value in call.keywords:
        if name == TYPES and type(value) is GenericType:
            return value.arguments
    return ()
