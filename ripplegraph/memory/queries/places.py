"""Finds the memories about a place, where its code is in this worktree."""

from __future__ import annotations

import sqlite3

from ripplegraph.graph.ids import is_knowledge, is_text
from ripplegraph.graph.knowledge import normalise_knowledge
from ripplegraph.store.memory.freshness_rows import find_at, find_placed
from ripplegraph.store.memory.memory_reader import find_about as find_written_about
from ripplegraph.store.memory.memory_reader import get_inside


def normalise_about(place: str) -> str:
    """Return the id of a node of knowledge in its one form, and any other place as it is."""
    return normalise_knowledge(place) or place if is_knowledge(place) else place


def find_about(
    memories: sqlite3.Connection, graph: sqlite3.Connection | None, place: str
) -> set[str]:
    """Return the ids of memories with an anchor at a file, folder or symbol, or inside it.

    Memories that have not been looked for in this worktree yet count by where they were written.
    """
    place = place.removeprefix("./")
    if not is_text(place):
        return set()
    written = find_written_about(memories, place)
    if graph is None:
        return written
    return find_at(graph, place, *get_inside(place)) | (written - find_placed(graph))
