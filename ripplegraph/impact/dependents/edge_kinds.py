"""Which edges tie symbols, and which only texts show."""

from __future__ import annotations

from ripplegraph.graph.model import IMPACT_WEIGHTS
from ripplegraph.store.sql.codes import EDGE_KINDS

STATED = "stated"
"""How an edge was found that someone added."""
SYMBOL_MASK = sum(
    1 << code
    for code, kind in enumerate(EDGE_KINDS)
    if kind in IMPACT_WEIGHTS and kind.value not in ("imports", "exports")
)
"""What ties symbols: that a file imports or offers a name is no use of it."""
SHOWN_KINDS = frozenset({"depends_logically", "is_entrypoint_for"})
"""Edges that texts show."""
SHOWN_MASK = sum(1 << code for code, kind in enumerate(EDGE_KINDS) if kind.value in SHOWN_KINDS)
