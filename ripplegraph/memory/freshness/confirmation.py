"""Confirmation of a memory: its anchors take the code as it is now."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

from ripplegraph.memory.anchors.code_reader import CodeReader
from ripplegraph.memory.anchors.fingerprints import add_look
from ripplegraph.memory.anchors.vouched_fingerprints import build_vouched_look
from ripplegraph.memory.freshness.status import read_statuses
from ripplegraph.store.records.memory_records import Memory


def add_current_looks(
    graph: sqlite3.Connection | None, memory: Memory, *, root: Path, now: str
) -> Memory:
    """Add how each subject looks now; one that is gone stays as it was."""
    if graph is None or not memory.subjects:
        return memory
    code = CodeReader(graph)
    places = read_statuses(graph, [memory], root=root, now=now)[memory.id].places
    anchors = []
    for anchor, place in zip(memory.anchors, places, strict=True):
        state = code.find(place.target) if place.found and anchor.role == "subject" else None
        if state is not None:
            look = build_vouched_look(code, state, at=now)
            anchors.append(replace(anchor, looks=add_look(anchor.looks, look), resolved=True))
        else:
            anchors.append(anchor)
    return replace(memory, anchors=tuple(anchors))
