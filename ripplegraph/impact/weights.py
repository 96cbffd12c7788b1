"""How strongly the two ends of an edge hang together: weight of its kind, times confidence."""

from __future__ import annotations

from ripplegraph.graph.model import IMPACT_WEIGHTS
from ripplegraph.store.codes import EDGE_KINDS

EDGE_WEIGHTS = tuple(IMPACT_WEIGHTS.get(kind, 0.0) for kind in EDGE_KINDS)
"""By the number of the kind."""
INFERRED_SHARE = 0.9
"""How sure an inferred edge between two files is; between symbols each has its own confidence."""
TEXT_SHARE = 0.7
"""How sure it is that a text in one file means the other."""
INFERRED_SHIFT = 16
STATED = "stated"
"""How an edge was found that someone added."""
SYMBOL_KINDS = frozenset(
    code
    for code, kind in enumerate(EDGE_KINDS)
    if kind in IMPACT_WEIGHTS and kind.value not in ("imports", "exports")
)
"""What ties symbols: that a file imports or offers a name is no use of it."""
SYMBOL_MASK = sum(1 << code for code in SYMBOL_KINDS)


SHOWN_KINDS = frozenset({"depends_logically", "is_entrypoint_for"})
"""Edges that texts show."""
SHOWN_MASK = sum(1 << code for code, kind in enumerate(EDGE_KINDS) if kind.value in SHOWN_KINDS)
_INFERRED_WEIGHTS = tuple(
    weight * (TEXT_SHARE if kind.value == "depends_logically" else INFERRED_SHARE)
    for kind, weight in zip(EDGE_KINDS, EDGE_WEIGHTS, strict=True)
)


class _Strengths(dict[int, float]):
    """The strength of links between files by their kinds, worked out once for each."""

    def __missing__(self, kinds: int) -> float:
        exact = [w for code, w in enumerate(EDGE_WEIGHTS) if kinds >> code & 1]
        inferred = kinds >> INFERRED_SHIFT
        weaker = [w for code, w in enumerate(_INFERRED_WEIGHTS) if inferred >> code & 1]
        found = self[kinds] = max(exact + weaker, default=0.0)
        return found


LINK_STRENGTHS = _Strengths()
"""The strength of a link is that of its strongest edge."""
