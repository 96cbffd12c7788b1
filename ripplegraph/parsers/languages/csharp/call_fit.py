"""Whether functions can be called with so many arguments."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.facts import Param


def can_take(params: Sequence[Param], count: int) -> bool:
    """Whether parameters take so many arguments, all that have no default among them."""
    takes_rest = any(param.kind == "*" for param in params)
    needed = sum(1 for param in params if param.default is None and param.kind != "*")
    return needed <= count and (takes_rest or count <= len(params))
