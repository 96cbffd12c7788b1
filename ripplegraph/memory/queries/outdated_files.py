"""Compares the files that memories are about with what was scanned: the check at each reading."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from ripplegraph.graph.ids import SEPARATOR, get_path
from ripplegraph.memory.freshness.verdicts import GONE, UNANCHORED, UNKNOWN
from ripplegraph.memory.queries.views import MemoryView, build_label
from ripplegraph.store.graph.file_check import has_changed
from ripplegraph.store.graph.summary import read_content_hash

MOST_FILES = 200
"""So many files are read at most: more of them are checked by the next scan."""
_LARGEST_BYTES = 2_000_000


def find_outdated(
    root: Path, graph: sqlite3.Connection, views: Iterable[MemoryView]
) -> frozenset[str]:
    """Return the files that memories are about and that are not as they were scanned."""
    paths: dict[str, bool] = {}
    for view in views:
        is_gone = view.freshness.verdict == GONE
        for anchor in view.anchors:
            path = get_path(anchor.target)
            if anchor.role != "mention" and path and anchor.kind in ("file", "symbol"):
                paths[path] = paths.get(path, False) or is_gone
    chosen = list(paths.items())[:MOST_FILES]
    return frozenset(
        path for path, is_gone in chosen if _is_outdated(root, graph, path, is_gone=is_gone)
    )


def mark_unknown(view: MemoryView, outdated: frozenset[str]) -> MemoryView:
    """Say of a memory about code that could not be scanned that nobody knows how it stands."""
    if view.freshness.verdict == UNANCHORED:
        return view
    own = sorted(
        {a.target.partition(SEPARATOR)[0] for a in view.anchors if a.role == "subject"} & outdated
    )
    what = f"`{own[0]}`" if own else "the code"
    reason = f"{what} has changed since the last scan, and cannot be scanned now"
    freshness = replace(view.freshness, verdict=UNKNOWN, reason=reason)
    return replace(view, freshness=freshness, label=build_label(freshness))


def _is_outdated(root: Path, graph: sqlite3.Connection, path: str, *, is_gone: bool) -> bool:
    if read_content_hash(graph, path) is None:
        # What was not scanned may be ignored; it matters where something is missed.
        return is_gone and os.path.lexists(root / path)
    return has_changed(graph, root, path, largest=_LARGEST_BYTES)
