"""Fingerprints of code that someone vouched for."""

from __future__ import annotations

from dataclasses import replace

from ripplegraph.graph.changes import NodeState
from ripplegraph.memory.anchors.code_reader import CodeReader
from ripplegraph.memory.anchors.fingerprints import add_look, build_look
from ripplegraph.memory.anchors.location import has_double
from ripplegraph.store.records.memory_records import Anchor, Look


def build_vouched_look(code: CodeReader, state: NodeState, *, at: str) -> Look:
    """Describe code for which someone vouches, to be found again wherever it goes."""
    look = build_look(code, state, at=at)
    return replace(look, has_double=has_double(code, state, look))


def build_trace(code: CodeReader, state: NodeState, *, at: str) -> Look:
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
