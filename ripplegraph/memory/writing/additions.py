"""Adds what was learned, or confirms what is known already."""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ripplegraph.memory.anchors.vouched_fingerprints import merge_looks
from ripplegraph.memory.states import LIVE_STATES
from ripplegraph.memory.text import build_keys, say_the_same
from ripplegraph.memory.types.definition import LINK
from ripplegraph.memory.writing.gate import get_witness
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.memory.writing.link_duplicates import find_same_link
from ripplegraph.memory.writing.relations import change_trust
from ripplegraph.store.memory.memory_reader import find_like, find_with_text, get_memory
from ripplegraph.store.records.memory_records import Memory

CONFIRMATION_GAIN = 0.25
"""How much of the doubt that is left an independent confirmation takes away."""
MAX_CONFIDENCE = 0.95
_COMPARED = 64


@dataclass(frozen=True)
class Remembered:
    """A memory that was added or, when `created` is false, confirmed."""

    memory: Memory
    created: bool
    event: str


def remember(journal: Journal, memory: Memory, cause: Cause) -> Remembered:
    """Add a memory that passed the gate, unless one in its scope says the same already."""
    known = find_duplicate(journal, memory)
    if known is None:
        event = journal.add(memory, cause)
        return Remembered(memory, created=True, event=event.id)
    return confirm_by(journal, known, memory, cause)


def find_duplicate(journal: Journal, memory: Memory) -> Memory | None:
    """Find what says the same while memories are changed."""
    return find_same(journal.connection, memory)


def find_same(connection: sqlite3.Connection, memory: Memory) -> Memory | None:
    """Find a live memory of the same type, scope and subjects that says the same."""
    if memory.type == LINK:
        return find_same_link(connection, memory)
    keys = build_keys(memory)
    exact = find_with_text(connection, keys.text_hash)
    for other in _read_others(connection, memory, exact):
        return other
    alike = find_like(connection, memory, keys.bands, limit=_COMPARED)
    same = [other_id for other_id, text in alike if say_the_same(text, memory.content)]
    return next(_read_others(connection, memory, same), None)


def _read_others(
    connection: sqlite3.Connection, memory: Memory, ids: Iterable[str]
) -> Iterator[Memory]:
    """Yield those of the memories that stand where one stands."""
    for memory_id in ids:
        other = get_memory(connection, memory_id)
        if other and other.id != memory.id and _stands_in_same_place(other, memory):
            yield other


def confirm_by(journal: Journal, known: Memory, other: Memory, cause: Cause) -> Remembered:
    """Let a second statement of the same confirm the first; only a new witness adds trust."""
    after = gain_witness(known, get_witness(other))
    after = replace(after, anchors=merge_looks(known.anchors, other.anchors))
    if other.user_verified:
        after = verify(after, journal.now, confidence=max(after.confidence, other.confidence))
    return write_confirmation(journal, known, after, other, cause)


def write_confirmation(
    journal: Journal, known: Memory, after: Memory, other: Memory, cause: Cause
) -> Remembered:
    """Change a memory to one that was confirmed; the event keeps the other one's words."""
    reason = cause.reason or f"said again: {other.content}"
    event = change_trust(journal, known, after, replace(cause, reason=reason), action="confirm")
    return Remembered(replace(after, updated_at=journal.now), created=False, event=event.id)


def gain_witness(memory: Memory, witness: str) -> Memory:
    """Count a confirmation; trust grows when it comes from someone who has not confirmed yet."""
    known = memory.provenance.confirmed_by
    after = replace(memory, confirmations=memory.confirmations + 1)
    if witness in known:
        return after
    gain = max(0.0, MAX_CONFIDENCE - memory.confidence) * CONFIRMATION_GAIN
    return replace(
        after,
        confidence=round(memory.confidence + gain, 4),
        provenance=replace(memory.provenance, confirmed_by=(*known, witness)),
    )


def verify(memory: Memory, now: str, *, confidence: float) -> Memory:
    """Mark a memory as verified by a person."""
    return replace(
        memory,
        confidence=confidence,
        user_verified=True,
        needs_review=False,
        verified_at=now,
        state="active" if memory.state in LIVE_STATES else memory.state,
    )


def _stands_in_same_place(known: Memory, other: Memory) -> bool:
    same_details = not other.details or known.details == other.details
    return (
        known.state in LIVE_STATES
        and known.type == other.type
        and (known.scope, known.scope_ref) == (other.scope, other.scope_ref)
        and _has_same_subjects(known, other)
        and same_details
    )


def _has_same_subjects(known: Memory, other: Memory) -> bool:
    """Compare what two memories are about; code that moved is at its old places, too."""
    targets = {anchor.target for anchor in other.subjects}
    return len(targets) == len(known.subjects) and all(
        targets.intersection(anchor.targets) for anchor in known.subjects
    )
