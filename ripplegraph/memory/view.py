"""Memories as commands and programs see them."""

from dataclasses import dataclass

from ripplegraph.memory.decay import compute_confidence
from ripplegraph.memory.ids import get_short_id
from ripplegraph.memory.registry import TypeRegistry
from ripplegraph.memory.text import build_summary
from ripplegraph.store.memory_records import Anchor, Memory, Move, Plain, Provenance, Relation


@dataclass(frozen=True)
class AnchorView:
    """Code that a memory is about or names; `written_as` is the id it had at the time."""

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
    relations: tuple[Relation, ...]
    provenance: Provenance
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


def build_view(memory: Memory, registry: TypeRegistry, *, now: str) -> MemoryView:
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
        effective_confidence=compute_confidence(memory, registry, now=now),
        importance=memory.importance,
        scope=memory.scope,
        scope_ref=memory.scope_ref,
        tags=memory.tags,
        details=memory.details,
        anchors=tuple(_build_anchor_view(anchor) for anchor in memory.anchors),
        relations=memory.relations,
        provenance=memory.provenance,
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
    )


def _build_anchor_view(anchor: Anchor) -> AnchorView:
    return AnchorView(
        target=anchor.current_target,
        role=anchor.role,
        kind=anchor.kind,
        written_as=anchor.target,
        resolved=anchor.resolved,
        signature=anchor.signature,
        body_fingerprint=anchor.body_fingerprint,
        signature_fingerprint=anchor.signature_fingerprint,
        commit=anchor.commit,
        moves=anchor.moves,
    )
