"""Whether functions can be called with so many arguments."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.facts import Param


def can_take(params: Sequence[Param], count: int) -> bool:
    """Whether parameters take so many arguments, all that have no default among them."""
    return not exceeds(params, count) and count_needed(params) <= count


def exceeds(params: Sequence[Param], count: int) -> bool:
    """Whether so many arguments are more than parameters take."""
    return count > len(params) and not any(p.kind == "*" for p in params)


def count_needed(params: Sequence[Param]) -> int:
    """Return how many parameters have no default."""
    return sum(1 for param in params if param.default is None and param.kind != "*")
