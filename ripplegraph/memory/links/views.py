"""Links as commands and programs see them."""

from __future__ import annotations

from dataclasses import dataclass

from ripplegraph.memory.freshness.verdicts import Freshness
from ripplegraph.memory.queries.search import MemoryList
from ripplegraph.memory.queries.views import MemoryView
from ripplegraph.memory.types.links import get_weight
from ripplegraph.store.records.memory_records import Provenance


@dataclass(frozen=True)
class LinkView:
    """A link, with its ends where they are in this worktree: *source depends on target*."""

    id: str
    short_id: str
    source: str
    kind: str
    target: str
    why: str
    weight: float
    confidence: float
    effective_confidence: float
    auto_extracted: bool
    state: str
    in_use: bool
    """Whether answers follow it: it is live, and both of its ends are there."""
    written_source: str
    written_target: str
    freshness: Freshness
    label: str
    """That it is stale or in doubt, and why; empty when it is not."""
    provenance: Provenance
    needs_review: bool
    confirmations: int
    created_at: str
    updated_at: str


@dataclass(frozen=True)
class LinkedView(LinkView):
    """A link as it is now, and whether it was new."""

    created: bool


@dataclass(frozen=True)
class LinkList:
    """The links that were asked for, and how many there are besides."""

    links: tuple[LinkView, ...]
    matched: int
    returned: int
    omitted: int


@dataclass(frozen=True)
class UnlinkReport:
    """The links that were retired."""

    links: tuple[LinkView, ...]


def build_list(found: MemoryList) -> LinkList:
    views = tuple(build_link_view(memory) for memory in found.memories)
    return LinkList(views, found.matched, found.returned, found.omitted)


def build_link_view(memory: MemoryView) -> LinkView:
    source, target = (anchor for anchor in memory.anchors if anchor.role == "subject")
    return LinkView(
        id=memory.id,
        short_id=memory.short_id,
        source=source.target,
        kind=memory.details["kind"],
        target=target.target,
        why=memory.content,
        weight=get_weight(memory.details),
        confidence=memory.confidence,
        effective_confidence=memory.effective_confidence,
        auto_extracted=bool(memory.details.get("auto_extracted")),
        state=memory.state,
        in_use=memory.state in ("scratch", "candidate", "active")
        and source.resolved
        and target.resolved,
        written_source=source.written_as,
        written_target=target.written_as,
        freshness=memory.freshness,
        label=memory.label,
        provenance=memory.provenance,
        needs_review=memory.needs_review,
        confirmations=memory.confirmations,
        created_at=memory.created_at,
        updated_at=memory.updated_at,
    )
