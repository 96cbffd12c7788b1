"""Adds links to the memories, finds those that are there already, and retires them."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

from ripplegraph.errors import UsageError
from ripplegraph.graph.model import EdgeKind
from ripplegraph.memory.freshness.status import read_statuses
from ripplegraph.memory.queries.places import find_about
from ripplegraph.memory.states import LIVE_STATES
from ripplegraph.memory.types.definition import LINK
from ripplegraph.memory.types.links import has_own_words
from ripplegraph.memory.writing.additions import Remembered, remember
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.store.memory.memory_reader import get_memory
from ripplegraph.store.records.memory_records import Memory

RETIRED = "archived"


def add_link(journal: Journal, memory: Memory, cause: Cause, *, has_why: bool) -> Remembered:
    """Add a link that passed the gate, or confirm the one that is there.

    That one takes over a weight, and a reason where it had none; another reason is kept in the
    event of the confirmation.
    """
    done = remember(journal, memory, cause)
    if done.created:
        return done
    after = done.memory
    if has_why and not has_own_words(after):
        named = [anchor for anchor in memory.anchors if anchor.role == "mention"]
        kept = [anchor for anchor in after.anchors if anchor.role != "mention"]
        after = replace(after, content=memory.content, anchors=(*kept, *named))
    if "weight" in memory.details:
        weight = {"weight": memory.details["weight"]}
        after = replace(after, details={**after.details, **weight})
    if after != done.memory:
        journal.change(done.memory, after, cause, action="edit")
    return replace(done, memory=after)


def retire(journal: Journal, memory: Memory, cause: Cause) -> Memory:
    """Take a link out of use; it is kept for a while, and `undo` brings it back."""
    if memory.type != LINK:
        raise UsageError(
            f"{memory.id} is no link but a {memory.type}.",
            hint="`ripple memories delete` removes memories; `ripple links` lists the links.",
        )
    if memory.state not in LIVE_STATES:
        raise UsageError(
            f"{memory.id} is {memory.state} already.",
            hint=f"`ripple memories undo {memory.id}` takes back what was done last.",
        )
    after = replace(memory, state=RETIRED, archived_at=journal.now)
    journal.change(memory, after, cause, action="unlink")
    return after


def find_links(
    memories: sqlite3.Connection,
    graph: sqlite3.Connection | None,
    root: Path,
    *,
    source: Collection[str],
    kind: EdgeKind,
    target: Collection[str],
    now: str,
) -> list[Memory]:
    """Return the live links between two ends, each by any of the names that it may have."""
    found = [
        memory
        for memory in _read_links(memories, graph, {*source, *target})
        if memory.details["kind"] == kind
    ]
    standings = read_statuses(graph, found, root=root, now=now)
    matching = []
    for memory in found:
        pairs = zip(memory.anchors, standings[memory.id].places, strict=True)
        names = [{*end.targets, place.target} for end, place in pairs if end.role == "subject"]
        if not names[0].isdisjoint(source) and not names[1].isdisjoint(target):
            matching.append(memory)
    return matching


def _read_links(
    memories: sqlite3.Connection, graph: sqlite3.Connection | None, places: Collection[str]
) -> Iterator[Memory]:
    ids = find_about(memories, graph, *places)
    for memory_id in sorted(ids):
        memory = get_memory(memories, memory_id)
        if memory is not None and memory.type == LINK and memory.state in LIVE_STATES:
            yield memory
