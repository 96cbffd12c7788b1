"""How strongly the two ends of an edge hang together: weight of its kind, times confidence."""

from __future__ import annotations

from typing import Final

from ripplegraph.graph.model import IMPACT_WEIGHTS
from ripplegraph.store.sql.codes import EDGE_KINDS

EDGE_WEIGHTS: Final = tuple(IMPACT_WEIGHTS.get(kind, 0.0) for kind in EDGE_KINDS)
"""By the number of the kind."""
INFERRED_SHARE: Final = 0.9
"""How sure an inferred edge between two files is; between symbols each has its own confidence."""
TEXT_SHARE: Final = 0.7
"""How sure it is that a text in one file means the other."""
INFERRED_SHIFT: Final = 16
_INFERRED_WEIGHTS: Final = tuple(
    weight * (TEXT_SHARE if kind.value == "depends_logically" else INFERRED_SHARE)
    for kind, weight in zip(EDGE_KINDS, EDGE_WEIGHTS, strict=True)
)
STRENGTHS: Final = tuple(sorted({0.0, *EDGE_WEIGHTS, *_INFERRED_WEIGHTS}, reverse=True))
"""All strengths that a link can have."""


class _Strengths(dict[int, float]):
    """The strength of links between files by their kinds, worked out once for each."""

    def __missing__(self, kinds: int) -> float:
        exact = [w for code, w in enumerate(EDGE_WEIGHTS) if kinds >> code & 1]
        inferred = kinds >> INFERRED_SHIFT
        weaker = [w for code, w in enumerate(_INFERRED_WEIGHTS) if inferred >> code & 1]
        found = self[kinds] = max(exact + weaker, default=0.0)
        return found


LINK_STRENGTHS: Final = _Strengths()
"""The strength of a link is that of its strongest edge."""


def select_kinds(kinds: int) -> int:
    """Return the bits that links with an edge of some kinds have, however it was resolved."""
    return kinds | kinds << INFERRED_SHIFT
