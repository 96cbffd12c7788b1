"""Lets memories hold on when another version of ripple reads the same code differently.

A fingerprint means something only to the version that made it. Where a file had the very bytes
before that it has after the first scan by another version, and a memory about it held, the memory
still holds, whatever the fingerprints are now: these are added to those that were vouched for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from ripplegraph.errors import StoreError
from ripplegraph.memory.anchors.code_reader import CodeReader
from ripplegraph.memory.anchors.fingerprints import add_look
from ripplegraph.memory.anchors.vouched_fingerprints import build_vouched_look
from ripplegraph.memory.freshness.assessment import Assessment
from ripplegraph.memory.freshness.verdicts import (
    BODY_CHANGED,
    DEPENDENCY_CHANGED,
    FRESH,
    SIGNATURE_CHANGED,
)
from ripplegraph.memory.spool.memory_store import MemoryStore
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.store.memory.freshness_rows import StateRow, read_same_files
from ripplegraph.store.memory.memory_reader import get_memory
from ripplegraph.store.records.memory_records import Look, Memory

ACTOR = "ripple"
_HELD = frozenset({FRESH, DEPENDENCY_CHANGED})
_CHANGED = frozenset({BODY_CHANGED, SIGNATURE_CHANGED})
_REASON = "the code is the same, and is read differently now"


def carry_over(
    memories: MemoryStore,
    code: CodeReader,
    found: Iterable[Assessment],
    known: Mapping[str, StateRow],
    *,
    now: str,
) -> dict[str, Memory]:
    """Add looks of unchanged code to memories; returns those that have new ones, by id."""
    same = read_same_files(code.connection)
    looks = {
        item.memory.id: dict(_find_looks(code, item, known.get(item.memory.id), same, now))
        for item in found
    }
    looks = {memory: new for memory, new in looks.items() if new}
    changed: dict[str, Memory] = {}
    if looks:
        with suppress(StoreError), memories.change() as journal:
            for memory_id, new in sorted(looks.items()):
                memory = get_memory(journal.connection, memory_id)
                if memory is not None:
                    changed[memory_id] = _add(journal, memory, new)
    return changed


def _find_looks(
    code: CodeReader, item: Assessment, row: StateRow | None, same: frozenset[str], now: str
) -> Iterator[tuple[str, Look]]:
    """Yield how subjects look that held, and whose files are the same."""
    subjects = row.report["subjects"] if row is not None else ()
    held = {state["target"] for state in subjects if state["verdict"] in _HELD}
    changed = {state.target for state in item.freshness.subjects if state.verdict in _CHANGED}
    for anchor, place in zip(item.memory.anchors, item.places, strict=True):
        state = code.find(place.target) if place.target in held & changed else None
        if state is not None and state.path in same:
            yield anchor.target, build_vouched_look(code, state, at=now)


def _add(journal: Journal, memory: Memory, looks: Mapping[str, Look]) -> Memory:
    anchors = tuple(
        replace(anchor, looks=add_look(anchor.looks, looks[anchor.target]))
        if anchor.role == "subject" and anchor.target in looks
        else anchor
        for anchor in memory.anchors
    )
    if anchors == memory.anchors:
        return memory
    after = replace(memory, anchors=anchors)
    journal.change(memory, after, Cause(ACTOR, _REASON), action="read")
    return replace(after, updated_at=journal.now)
