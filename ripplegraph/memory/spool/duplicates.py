"""Lets a memory from a spool confirm one that says the same and came before it."""

from dataclasses import replace

from ripplegraph.memory.anchors.vouched_fingerprints import merge_looks
from ripplegraph.memory.writing.additions import gain_witness, verify, write_confirmation
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.store.memory.memory_writer import insert_alias
from ripplegraph.store.records.memory_records import Memory


def confirm_duplicate(journal: Journal, known: Memory, other: Memory, cause: Cause) -> None:
    """Pass on who stands for a memory, and when it was vouched for; its id becomes another name."""
    after = known
    for witness in other.provenance.confirmed_by:
        after = gain_witness(after, witness)
    confirmations = known.confirmations + 1 + other.confirmations
    anchors = merge_looks(known.anchors, other.anchors)
    after = replace(after, confirmations=confirmations, anchors=anchors)
    if other.user_verified:
        at = max(filter(None, (known.verified_at, other.verified_at)), default=other.created_at)
        after = verify(after, at, confidence=max(after.confidence, other.confidence))
    write_confirmation(journal, known, after, other, cause)
    insert_alias(journal.connection, alias=other.id, memory_id=known.id)
