"""Adds to memories where their code went, for all worktrees to follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from ripplegraph.errors import StoreError
from ripplegraph.memory.freshness.assessment import Assessment
from ripplegraph.memory.spool.memory_store import MemoryStore
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.store.memory.freshness_rows import StateRow
from ripplegraph.store.memory.memory_reader import read_by_ids
from ripplegraph.store.records.memory_records import Memory, Move

ACTOR = "ripple"


@dataclass(frozen=True)
class Step:
    """An anchor, by role and as it was written, whose code went from one place to another."""

    role: str
    target: str
    old: str
    new: str


def find_steps(item: Assessment, known: StateRow | None) -> Iterator[Step]:
    """Yield where code went since it was last looked for in this worktree."""
    for anchor, place in zip(item.memory.anchors, item.places, strict=True):
        row = known.find_place(anchor.role, anchor.target) if known is not None else None
        before = anchor.target if row is None else row.target
        if place.found and place.target != before and anchor.role != "mention":
            yield Step(anchor.role, anchor.target, before, place.target)


def record_moves(
    memories: MemoryStore,
    found: Iterable[Assessment],
    known: Mapping[str, StateRow],
    *,
    commit: str | None,
) -> list[Assessment]:
    """Write new moves into the memories; where they cannot be written, go on without."""
    items = list(found)
    steps = {item.memory.id: [*find_steps(item, known.get(item.memory.id))] for item in items}
    moved = {item.memory.id for item in items if _find_new(item.memory, steps[item.memory.id])}
    written: dict[str, Memory] = {}
    if moved:
        with suppress(StoreError), memories.change() as journal:
            for memory in read_by_ids(journal.connection, moved):
                # Another process may have seen the same moves and been quicker.
                new = _find_new(memory, steps[memory.id])
                written[memory.id] = _add(journal, memory, new, commit) if new else memory
    return [replace(item, memory=written.get(item.memory.id, item.memory)) for item in items]


def _find_new(memory: Memory, steps: Iterable[Step]) -> list[Step]:
    """Return the steps that are not part of the trail yet."""
    trails = {
        (anchor.role, anchor.target): {(move.old, move.new) for move in anchor.moves}
        for anchor in memory.anchors
    }
    return [
        step
        for step in steps
        if (step.old, step.new) not in trails.get((step.role, step.target), ())
    ]


def _add(journal: Journal, memory: Memory, steps: list[Step], commit: str | None) -> Memory:
    anchors = list(memory.anchors)
    for step in steps:
        for position, anchor in enumerate(anchors):
            if (anchor.role, anchor.target) == (step.role, step.target):
                move = Move(journal.now, step.old, step.new, "followed by a scan", commit)
                anchors[position] = replace(anchor, moves=(*anchor.moves, move))
    after = replace(memory, anchors=tuple(anchors))
    reason = "; ".join(dict.fromkeys(f"{step.old} is now {step.new}" for step in steps))
    journal.change(memory, after, Cause(ACTOR, reason), action="move")
    return replace(after, updated_at=journal.now)
