"""Memories as commands and programs see them."""

from dataclasses import dataclass

from ripplegraph.memory.anchors.location import Place
from ripplegraph.memory.claims.results import ClaimState
from ripplegraph.memory.confidence import compute_confidence
from ripplegraph.memory.freshness.status import FreshnessStatus
from ripplegraph.memory.freshness.verdicts import FRESH, GONE, TRUST, UNANCHORED, Freshness
from ripplegraph.memory.ids import get_short_id
from ripplegraph.memory.text import build_summary
from ripplegraph.memory.types.registry import TypeRegistry
from ripplegraph.store.records.memory_records import (
    Anchor,
    Look,
    Memory,
    Move,
    Plain,
    Provenance,
    Relation,
)


@dataclass(frozen=True)
class AnchorView:
    """Code that a memory is about, claims something of or names, where it is in this worktree.

    `written_as` is the id that it had at the time; what follows is how it looked when someone
    last vouched for the memory.
    """

    target: str
    role: str
    kind: str
    written_as: str
    resolved: bool
    signature: str | None
    body_fingerprint: str | None
    signature_fingerprint: str | None
    commit: str | None
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class MemoryView:
    """A memory with what is computed from it: its summary and how much it is trusted now."""

    id: str
    short_id: str
    type: str
    raw_type: str
    title: str
    content: str
    summary: str
    state: str
    confidence: float
    effective_confidence: float
    importance: int
    scope: str
    scope_ref: str
    tags: tuple[str, ...]
    details: Plain
    anchors: tuple[AnchorView, ...]
    freshness: Freshness
    label: str
    """What to say before its text: that it is stale or in doubt, and why; empty when it is not."""
    claims: tuple[ClaimState, ...]
    relations: tuple[Relation, ...]
    provenance: Provenance
    reached: bool | None
    """Whether the commit at which it was learned is part of what is checked out."""
    pinned: bool
    user_verified: bool
    needs_review: bool
    tainted: bool
    created_at: str
    updated_at: str
    verified_at: str | None
    last_used_at: str | None
    use_count: int
    confirmations: int
    half_life_days: float | None
    expires_at: str | None
    archived_at: str | None
    spooled: bool
    """Whether changes of it wait in this worktree, because its database cannot be written."""


def build_view(
    memory: Memory,
    registry: TypeRegistry,
    *,
    now: str,
    standing: FreshnessStatus,
    spooled: bool = False,
) -> MemoryView:
    trust = compute_confidence(memory, registry, now=now) * TRUST[standing.freshness.verdict]
    anchors = zip(memory.anchors, standing.places, strict=True)
    return MemoryView(
        id=memory.id,
        short_id=get_short_id(memory.id),
        type=memory.type,
        raw_type=memory.raw_type,
        title=memory.title,
        content=memory.content,
        summary=build_summary(memory.content),
        state=memory.state,
        confidence=memory.confidence,
        effective_confidence=round(trust, 4),
        importance=memory.importance,
        scope=memory.scope,
        scope_ref=memory.scope_ref,
        tags=memory.tags,
        details=memory.details,
        anchors=tuple(_build_anchor_view(anchor, place) for anchor, place in anchors),
        freshness=standing.freshness,
        label=build_label(standing.freshness),
        claims=standing.claims,
        relations=memory.relations,
        provenance=memory.provenance,
        reached=standing.reached,
        pinned=memory.pinned,
        user_verified=memory.user_verified,
        needs_review=memory.needs_review,
        tainted=memory.tainted,
        created_at=memory.created_at,
        updated_at=memory.updated_at,
        verified_at=memory.verified_at,
        last_used_at=memory.last_used_at,
        use_count=memory.use_count,
        confirmations=memory.confirmations,
        half_life_days=memory.half_life_days,
        expires_at=memory.expires_at,
        archived_at=memory.archived_at,
        spooled=spooled,
    )


def build_label(freshness: Freshness) -> str:
    """Say in brackets what has to be known before a memory is believed."""
    if freshness.is_stale:
        return f"[STALE: {freshness.reason}]"
    is_whole = all(subject.verdict != GONE for subject in freshness.subjects)
    if freshness.verdict in (FRESH, UNANCHORED) and is_whole:
        return ""
    return f"[CHECK: {freshness.reason}]"


def _build_anchor_view(anchor: Anchor, place: Place) -> AnchorView:
    look = anchor.looks[-1] if anchor.looks else Look("")
    return AnchorView(
        target=place.target,
        role=anchor.role,
        kind=anchor.kind,
        written_as=anchor.target,
        resolved=place.found,
        signature=look.signature,
        body_fingerprint=look.body_fingerprint,
        signature_fingerprint=look.signature_fingerprint,
        commit=look.commit,
        moves=anchor.moves,
    )
