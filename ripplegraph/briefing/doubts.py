"""Notices that files are not as they were scanned, for the few files that a question is about."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ripplegraph.graph.escaping import fence
from ripplegraph.store.graph.summary import read_content_hash, read_file_size

_LARGEST = 1_000_000
"""A file of the same size that is larger than this is not read."""


def find_changed(graph: sqlite3.Connection, root: Path, paths: tuple[str, ...]) -> str:
    """Say which file changed since the scan, or that it is new; empty where none did."""
    for path in paths:
        known = read_file_size(graph, path)
        try:
            size = (root / path).stat().st_size
        except OSError:
            continue
        if known is None:
            return f"{fence(path)[:160]} was not there when it was made"
        if size != known or (size <= _LARGEST and _differs(graph, root, path)):
            return f"{fence(path)[:160]} has changed since"
    return ""


def _differs(graph: sqlite3.Connection, root: Path, path: str) -> bool:
    from ripplegraph.store.files.hashing import hash_as_it_is

    return hash_as_it_is(root / path) != read_content_hash(graph, path)
