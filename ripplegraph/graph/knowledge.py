"""Knowledge that people and agents add to the graph: nodes, and edges to lay over it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from ripplegraph.graph.model import EdgeKind, NodeKind

LONGEST_NAME: Final = 100
LINK_KINDS: Final = (
    EdgeKind.DEPENDS_LOGICALLY,
    EdgeKind.IS_ENTRYPOINT_FOR,
    EdgeKind.HANDLES_ERRORS_FROM,
    EdgeKind.APPLIES_PATTERN,
    EdgeKind.FLOWS_TO,
)
"""The kinds of edges that can be added; the others come from code alone."""


@dataclass(frozen=True)
class LogicalEdge:
    """An edge that someone added, by readable ids: *source depends on target*."""

    source: str
    target: str
    kind: EdgeKind
    weight: float
    """How much of a change of the target reaches the source, from 0 to 1."""
    confidence: float
    """How sure it is now, from 0 to 1."""
    memory: str
    """The id of the memory that says so."""
    why: str
    auto_extracted: bool = False


@dataclass(frozen=True)
class Overlay:
    """Nodes and edges that are laid over the graph of one worktree."""

    edges: tuple[LogicalEdge, ...] = ()
    """At most one for each source, kind and target; both ends are there in this worktree."""
    nodes: frozenset[str] = frozenset()
    """Every node of knowledge that a live memory names, with an edge or without."""


def normalise_knowledge(text: str) -> str | None:
    """Return the one form of the id of a node of knowledge; None where no name is left.

    `invariant:Stock never negative!` is `invariant:stock-never-negative`: letters, digits and
    marks in lower case, and a `-` for whatever is between them.
    """
    kind, _, name = text.partition(":")
    kept = "".join(
        character if unicodedata.category(character)[0] in "LMN" else " "
        for character in _fold(name)
    )
    words = "-".join(kept.split())
    return f"{kind}:{words}" if words else None


def get_knowledge_kind(node_id: str) -> NodeKind:
    """Return what kind of node the id of a node of knowledge names."""
    return NodeKind(node_id.partition(":")[0])


def _fold(text: str) -> str:
    """Make one text of those that differ in case or in how a character is put together."""
    while True:
        folded = unicodedata.normalize("NFKC", text.casefold())
        if folded == text:
            return text
        text = folded
