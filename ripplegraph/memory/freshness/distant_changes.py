"""Finds the memories that a breaking change reaches through others: worth a note, no verdict."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ripplegraph.closure.query import Reached, find_dependents
from ripplegraph.graph.changes import RecordedChange
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.graph.model import ChangeKind
from ripplegraph.graph.watch_keys import find_around
from ripplegraph.memory.anchors.code_reader import CONSTRUCTORS
from ripplegraph.memory.freshness.verdicts import Note
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import CHANGE_KIND_CODES
from ripplegraph.targets.resolution import find_exact

FARTHEST = 3
MOST_CHANGES = 50
"""So many breaking changes are followed at most; a rewrite of everything needs no notes."""


@dataclass(frozen=True)
class DistantChange:
    """A breaking change, and how a memory about something farther away is reached by it."""

    text: str
    node: str
    before: Sequence[tuple[int, str]]
    """The signatures that the node had before each of its changes, by their numbers."""

    def build_note(self, since: int, now: str) -> Note | None:
        """Return a note for who knew the node as it was after a numbered change."""
        known = next((print_ for number, print_ in self.before if number > since), None)
        return None if known is None else Note(self.text, self.node, known, now)


def find_distant_changes(
    graph: sqlite3.Connection, changes: Iterable[RecordedChange]
) -> Mapping[str, list[DistantChange]]:
    """Return breaking changes for the memories about code two or three steps away from them."""
    breaking = {change.id: change for change in changes if _is_breaking(change)}
    chosen = dict(list(breaking.items())[:MOST_CHANGES])
    histories = _read_histories(graph, chosen)
    found: dict[str, list[DistantChange]] = defaultdict(list)
    for change in chosen.values():
        for memory, path in _find_memories(graph, change.id):
            text = (
                f"`{change.id}`, {len(path) - 1} steps away, changed: {change.detail} "
                f"({' -> '.join(f'`{step}`' for step in path)})"
            )
            found[memory].append(DistantChange(text, change.id, histories[change.id]))
    return found


def _read_histories(
    graph: sqlite3.Connection, nodes: Iterable[str]
) -> Mapping[str, list[tuple[int, str]]]:
    listed = json.dumps(list(nodes))
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    code = CHANGE_KIND_CODES[ChangeKind.SIGNATURE_CHANGED]
    rows = graph.execute(statements.SELECT_SIGNATURES_BEFORE, (code, listed)) if nodes else ()
    for node, number, fingerprint in rows:
        found[node].append((number, fingerprint or ""))
    return found


def _is_breaking(change: RecordedChange) -> bool:
    label = change.id.partition(SEPARATOR)[2]
    is_changed = change.kind is ChangeKind.SIGNATURE_CHANGED and change.compatible is False
    # A class changes together with its constructor, and is what others depend on.
    return is_changed and label != "" and label.rpartition(".")[2] not in CONSTRUCTORS


def _find_memories(graph: sqlite3.Connection, node: str) -> list[tuple[str, list[str]]]:
    """Return memories with the way from what they are about to a node, the shortest for each."""
    target = find_exact(graph, node)
    if target is None:
        return []
    found = find_dependents(graph, target, depth=FARTHEST)
    reached = {item.id: item for item in found.items}
    near = {place for item in found.items if item.depth == 1 for place in find_around(item.id)}
    near.update(find_around(node))
    nearest: dict[str, str] = {}
    for item in found.items:
        for place in find_around(item.id):
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
