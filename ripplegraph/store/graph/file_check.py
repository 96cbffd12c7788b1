"""Comparison of a file with the graph: whether it is as it was scanned."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from ripplegraph.store.graph.summary import read_content_hash, read_file_size
from ripplegraph.store.sql import statements


def was_scanned_under(graph: sqlite3.Connection, path: str) -> bool:
    """Tell whether the graph has a file at a path, or any in the folder there."""
    if not _is_text(path):
        return False
    row = graph.execute(statements.SELECT_FILE_UNDER, (path, f"{path}/", f"{path}0")).fetchone()
    return row is not None


def has_changed(
    graph: sqlite3.Connection, root: Path, path: str, *, largest: int | None = None
) -> bool:
    """Tell whether a file is not as it was scanned, by reading it.

    Of one with more than `largest` bytes only the size is compared: to read it takes too long.
    """
    if not _is_text(path):
        return False
    size = _measure(root / path) if largest is not None else None
    if size is not None and largest is not None and size > largest:
        return size != read_file_size(graph, path)
    from ripplegraph.store.files.content_hash import hash_as_it_is

    return hash_as_it_is(root / path) != read_content_hash(graph, path)


def _is_text(path: str) -> bool:
    """Tell whether a path is text: a scan skips others, whatever they hold."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _measure(path: Path) -> int | None:
    try:
        return os.lstat(path).st_size
    except OSError:
        return None
