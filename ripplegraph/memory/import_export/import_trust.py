"""Keeps imports from raising the trust in what is known: a file is no witness."""

from dataclasses import replace

from ripplegraph.memory.anchors.vouched_fingerprints import merge_looks
from ripplegraph.memory.writing.additions import find_duplicate, write_confirmation
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.store.memory.memory_writer import insert_alias
from ripplegraph.store.records.memory_records import Memory


def add_or_confirm(journal: Journal, memory: Memory, cause: Cause) -> str:
    """Add a memory that brings no history, or count that a known one was said again."""
    known = find_duplicate(journal, memory)
    if known is None:
        journal.add(memory, cause, action="import")
        return "added"
    confirm_known(journal, known, memory, cause)
    return "confirmed"


def confirm_known(journal: Journal, known: Memory, other: Memory, cause: Cause) -> None:
    """Count that a file says what is known here; neither confidence nor verification grow."""
    after = replace(
        known,
        confirmations=known.confirmations + 1,
        anchors=merge_looks(known.anchors, other.anchors),
    )
    write_confirmation(journal, known, after, other, cause)
    insert_alias(journal.connection, alias=other.id, memory_id=known.id)


def limit_trust(known: Memory, newer: Memory) -> Memory:
    """Return a newer form of a memory that is trusted no more than the known one."""
    is_weaker = known.needs_review or known.state == "candidate"
    return replace(
        newer,
        confidence=min(known.confidence, newer.confidence),
        user_verified=known.user_verified and newer.user_verified,
        verified_at=newer.verified_at if known.user_verified else known.verified_at,
        needs_review=known.needs_review or newer.needs_review,
        tainted=known.tainted or newer.tainted,
        pinned=known.pinned and newer.pinned,
        state=known.state if is_weaker and newer.state == "active" else newer.state,
    )
