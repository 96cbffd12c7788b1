"""Freshness of memories, as of the last scan or computed now."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.git.ancestry import find_lost
from ripplegraph.memory.anchors.code_reader import CodeReader
from ripplegraph.memory.anchors.location import AnchorFinder, Place, collect_moves
from ripplegraph.memory.claims.results import ClaimState
from ripplegraph.memory.freshness.assessment import Assessment, Assessor, restore
from ripplegraph.memory.freshness.verdicts import UNANCHORED, UNKNOWN, Freshness
from ripplegraph.store.graph.change_log import read_changes
from ripplegraph.store.memory.freshness_cursor import is_current, read_cursor
from ripplegraph.store.memory.freshness_rows import read_reached, read_states
from ripplegraph.store.records.memory_records import KNOWLEDGE, Memory


@dataclass(frozen=True)
class FreshnessStatus:
    """The freshness of a memory in a worktree."""

    places: tuple[Place, ...]
    freshness: Freshness
    claims: tuple[ClaimState, ...] = ()
    reached: bool | None = None
    """Whether the commit at which it was learned is part of what is checked out."""


def read_statuses(
    graph: sqlite3.Connection | None, memories: Sequence[Memory], *, root: Path, now: str
) -> Mapping[str, FreshnessStatus]:
    """Return the standing of each memory by its id."""
    if graph is None:
        return {memory.id: _build_unscanned(memory, now) for memory in memories}
    cursor = read_cursor(graph)
    known = read_states(graph, [memory.id for memory in memories])
    followed = is_current(graph, cursor)
    reached = _read_reached(graph, root, memories)
    assessor: Assessor | None = None
    standings = {}
    for memory in memories:
        row = known.get(memory.id)
        found = restore(memory, row) if row is not None and followed else None
        if found is None:
            assessor = assessor or Assessor(build_anchor_finder(graph, root), now=now)
            found = assessor.assess(memory, row)
        standings[memory.id] = _build_standing(found, reached.get(memory.provenance.commit or ""))
    return standings


def _read_reached(
    graph: sqlite3.Connection, root: Path, memories: Sequence[Memory]
) -> Mapping[str, bool | None]:
    """Return which commits are part of what is checked out; branches may be gone by now."""
    _, known = read_reached(graph)
    commits = {memory.provenance.commit or "" for memory in memories}
    elsewhere = {commit for commit in commits if known.get(commit) is False}
    lost = find_lost(root, elsewhere)
    return {**known, **dict.fromkeys(lost)}


def build_anchor_finder(graph: sqlite3.Connection, root: Path) -> AnchorFinder:
    """Build what finds anchors in a graph, with the moves that memories have not followed yet."""
    cursor = read_cursor(graph)
    log = read_changes(graph, cursor.change)
    follows = log.generation == cursor.generation and log.complete
    return AnchorFinder(CodeReader(graph, root), collect_moves(log.changes if follows else ()))


def _build_standing(found: Assessment, reached: bool | None) -> FreshnessStatus:
    return FreshnessStatus(found.places, found.freshness, found.claims, reached)


def _build_unscanned(memory: Memory, now: str) -> FreshnessStatus:
    places = tuple(Place(a.current_target, found=a.kind == KNOWLEDGE) for a in memory.anchors)
    claims = tuple(ClaimState(text, None, "nothing has been scanned") for text in memory.claims)
    if claims or any(anchor.kind != KNOWLEDGE for anchor in memory.subjects):
        return FreshnessStatus(places, Freshness(UNKNOWN, "nothing has been scanned", now), claims)
    return FreshnessStatus(places, Freshness(UNANCHORED, "it is about no code in particular", now))
