"""Finds which of the commits at which memories were learned are part of what is checked out."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ripplegraph.git.ancestry import find_reached
from ripplegraph.store.graph.summary import read_meta
from ripplegraph.store.memory.freshness_rows import Reached, read_reached
from ripplegraph.store.memory.memory_reader import read_origins


def find_learned_commits(
    memories: sqlite3.Connection,
    graph: sqlite3.Connection,
    root: Path,
    *,
    in_git: bool,
    anew: bool,
) -> tuple[str | None, Reached] | None:
    """Return the commit that was scanned with what it has; None where that is known already."""
    head = read_meta(graph).get("commit")
    known_head, known = read_reached(graph)
    commits = read_origins(memories)
    if not anew and (head or "") == (known_head or "") and known.keys() >= commits:
        return None
    reached: dict[str, bool | None] = dict.fromkeys(commits)
    return head, reached | (find_reached(root, commits) if in_git else {})
