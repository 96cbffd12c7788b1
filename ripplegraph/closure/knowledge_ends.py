"""Finds the code that links tie to a node of knowledge, directly or over other knowledge."""

from __future__ import annotations

from collections import defaultdict

from ripplegraph.graph.ids import EXTERNAL_PREFIX, SEPARATOR
from ripplegraph.graph.knowledge import Overlay


def is_tied_to_files(overlay: Overlay, node_id: str) -> bool:
    """Tell whether a node of knowledge is tied to files and folders, and to no symbol or package.

    Its dependents are then those of the files, wherever in these the code is that others use.
    """
    ends = _find_ends(overlay, node_id)
    return bool(ends) and not any(
        SEPARATOR in end or end.startswith(EXTERNAL_PREFIX) for end in ends
    )


def _find_ends(overlay: Overlay, node_id: str) -> set[str]:
    """Return the ends of links, other than knowledge, that lead to a node or away from it."""
    neighbours = defaultdict(set)
    for edge in overlay.edges:
        neighbours[edge.source].add(edge.target)
        neighbours[edge.target].add(edge.source)
    ends: set[str] = set()
    found, waiting = {node_id}, [node_id]
    while waiting:
        near = neighbours[waiting.pop()]
        ends |= near - overlay.nodes
        new = (near & overlay.nodes) - found
        found |= new
        waiting += new
    return ends
