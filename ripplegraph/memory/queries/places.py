"""Finds the memories about a place, where its code is in this worktree."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.errors import UnknownTargetError, UsageError
from ripplegraph.graph.ids import is_text
from ripplegraph.memory.anchors.targets import get_anchor_id, normalise_target
from ripplegraph.store.memory.freshness_rows import find_at, find_placed
from ripplegraph.store.memory.memory_links import read_knowledge
from ripplegraph.store.memory.memory_reader import find_about as find_written_about
from ripplegraph.store.memory.memory_reader import get_inside
from ripplegraph.store.sql import statements
from ripplegraph.targets.resolution import find_target
from ripplegraph.targets.target import ResolvedTarget


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
        return self._find_at(get_anchor_id(target), *_list_matching(self.graph, target))

    def _find_gone(self, text: str) -> set[str]:
        try:
            return self._find_at(normalise_target(text, self.root))
        except UsageError:
            return set()

    def _find_at(self, *places: str) -> set[str]:
        return set() if self.memories is None else find_about(self.memories, self.graph, *places)


def find_about(
    memories: sqlite3.Connection, graph: sqlite3.Connection | None, *places: str
) -> set[str]:
    """Return the ids of memories with an anchor at a file, folder or symbol, or inside it.

    Memories that have not been looked for in this worktree yet count by where they were written.
    """
    spelled = [place for place in places if is_text(place)]
    written = {found for place in spelled for found in find_written_about(memories, place)}
    if graph is None:
        return written
    here = (find_at(graph, place, *get_inside(place)) for place in spelled)
    return (written - find_placed(graph)).union(*here)


def _list_matching(graph: sqlite3.Connection, target: ResolvedTarget) -> list[str]:
    """Return the files that match a pattern; a folder has a place of its own that they are in."""
    if target.type != "glob":
        return []
    read = graph.execute
    return [read(statements.SELECT_FILE_PATH, (file,)).fetchone()[0] for file in target.files]
