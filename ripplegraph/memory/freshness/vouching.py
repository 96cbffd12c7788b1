"""Lets a memory hold for the code as it is now, because someone vouched for it."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

from ripplegraph.graph.changes import NodeState
from ripplegraph.memory.freshness.code import Code
from ripplegraph.memory.freshness.looks import add_look, build_look
from ripplegraph.memory.freshness.places import has_double
from ripplegraph.memory.freshness.reading import read_standings
from ripplegraph.store.memory_records import Anchor, Look, Memory


def look_again(graph: sqlite3.Connection | None, memory: Memory, *, root: Path, now: str) -> Memory:
    """Add how each subject looks now; one that is gone stays as it was."""
    if graph is None or not memory.subjects:
        return memory
    code = Code(graph)
    places = read_standings(graph, [memory], root=root, now=now)[memory.id].places
    anchors = []
    for anchor, place in zip(memory.anchors, places, strict=True):
        state = code.find(place.target) if place.found and anchor.role == "subject" else None
        if state is not None:
            look = build_vouched_look(code, state, at=now)
            anchors.append(replace(anchor, looks=add_look(anchor.looks, look), resolved=True))
        else:
            anchors.append(anchor)
    return replace(memory, anchors=tuple(anchors))


def build_vouched_look(code: Code, state: NodeState, *, at: str) -> Look:
    """Describe code for which someone vouches, to be found again wherever it goes."""
    look = build_look(code, state, at=at)
    return replace(look, has_double=has_double(code, state, look))


def build_trace(code: Code, state: NodeState, *, at: str) -> Look:
    """Describe code only so far that it is found again."""
    look = build_vouched_look(code, state, at=at)
    return replace(look, flags=(), uses=())


def merge_looks(known: tuple[Anchor, ...], other: tuple[Anchor, ...]) -> tuple[Anchor, ...]:
    """Add to the subjects of a memory how those of another one, which says the same, look."""
    found = {anchor.target: anchor for anchor in other if anchor.role == "subject"}
    merged = []
    for anchor in known:
        twin = next((found[target] for target in anchor.targets if target in found), None)
        looks = anchor.looks
        for look in twin.looks if twin is not None and anchor.role == "subject" else ():
            looks = add_look(looks, look)
        merged.append(replace(anchor, looks=looks))
    return tuple(merged)
