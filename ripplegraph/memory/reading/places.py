"""Finds the memories about a place, where its code is in this worktree."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.errors import UnknownTargetError, UsageError
from ripplegraph.graph.ids import is_text
from ripplegraph.memory.anchors.targets import get_anchor_id, normalise_target
from ripplegraph.store.memory_links import read_knowledge
from ripplegraph.store.memory_reading import find_about as find_written_about
from ripplegraph.store.memory_reading import get_inside
from ripplegraph.store.memory_state import find_at, find_placed
from ripplegraph.targets.resolution import find_target


@dataclass(frozen=True)
class PlaceFinder:
    """Finds memories about targets, in all forms in which these can be written."""

    memories: sqlite3.Connection | None
    graph: sqlite3.Connection | None
    root: Path
    folder: Path

    def find_about(self, text: str) -> set[str]:
        """Return the ids of the memories about a target or about anything in it.

        A target that is gone from the code is known by its id as long as a memory is about it.
        """
        if self.graph is None:
            return self._find_at(normalise_target(text, self.root))
        known = read_knowledge(self.memories) if self.memories is not None else frozenset()
        try:
            target = find_target(
                self.graph, text, root=self.root, folder=self.folder, knowledge=known
            )
        except UnknownTargetError:
            found = self._find_gone(text)
            if not found:
                raise
            return found
        return self._find_at(get_anchor_id(target))

    def _find_gone(self, text: str) -> set[str]:
        try:
            return self._find_at(normalise_target(text, self.root))
        except UsageError:
            return set()

    def _find_at(self, place: str) -> set[str]:
        return set() if self.memories is None else find_about(self.memories, self.graph, place)


def find_about(
    memories: sqlite3.Connection, graph: sqlite3.Connection | None, place: str
) -> set[str]:
    """Return the ids of memories with an anchor at a file, folder or symbol, or inside it.

    Memories that have not been looked for in this worktree yet count by where they were written.
    """
    if not is_text(place):
        return set()
    written = find_written_about(memories, place)
    if graph is None:
        return written
    return find_at(graph, place, *get_inside(place)) | (written - find_placed(graph))
