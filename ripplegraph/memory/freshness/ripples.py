"""Finds the memories that a breaking change reaches through others: worth a note, no verdict."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping

from ripplegraph.closure.query import Reached, find_dependents
from ripplegraph.errors import UnknownTargetError
from ripplegraph.graph.changes import ChangeKind, RecordedChange
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.memory.freshness.verdicts import Note
from ripplegraph.store import statements

FARTHEST = 3
MOST_CHANGES = 50
"""So many breaking changes are followed at most; a rewrite of everything needs no notes."""


def find_notes(
    graph: sqlite3.Connection, changes: Iterable[RecordedChange], *, now: str
) -> Mapping[str, list[Note]]:
    """Return notes for the memories about code two or three steps away from a breaking change."""
    breaking: dict[str, RecordedChange] = {}
    for change in changes:
        is_symbol = SEPARATOR in change.id
        if change.kind is ChangeKind.SIGNATURE_CHANGED and is_symbol and change.compatible is False:
            breaking.setdefault(change.id, change)
    notes: dict[str, list[Note]] = defaultdict(list)
    for change in list(breaking.values())[:MOST_CHANGES]:
        for memory, path in _find_memories(graph, change.id):
            text = (
                f"`{change.id}`, {len(path) - 1} steps away, changed: {change.detail} "
                f"({' -> '.join(f'`{step}`' for step in path)})"
            )
            old = change.old_signature_fingerprint or ""
            notes[memory].append(Note(text, change.id, old, now))
    return notes


def _find_memories(graph: sqlite3.Connection, node: str) -> list[tuple[str, list[str]]]:
    """Return memories with the way from what they are about to a node, the shortest for each."""
    try:
        found = find_dependents(graph, node, depth=FARTHEST)
    except UnknownTargetError:
        return []
    reached = {item.id: item for item in found.items}
    near = {node, *(item.id for item in found.items if item.depth == 1)}
    near |= {place.partition(SEPARATOR)[0] for place in near}
    nearest: dict[str, str] = {}
    for item in found.items:
        for place in (item.id, item.id.partition(SEPARATOR)[0]):
            if place not in near:
                nearest.setdefault(place, item.id)
    rows = graph.execute(statements.SELECT_SUBJECTS_AT, (json.dumps(list(nearest)),))
    ways: dict[str, list[str]] = {}
    for memory, target in rows:
        way = _build_way(reached, nearest[target], node)
        if memory not in ways or len(way) < len(ways[memory]):
            ways[memory] = way
    return sorted(ways.items())


def _build_way(reached: Mapping[str, Reached], start: str, end: str) -> list[str]:
    way = [start]
    while way[-1] != end:
        way.append(reached[way[-1]].via)
    return way
