"""Signs that an index is behind, found without asking git: for hooks, which must be quick."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from ripplegraph.graph.escaping import fence
from ripplegraph.store.graph.file_check import has_changed
from ripplegraph.store.graph.summary import read_file_size, read_meta

_LARGEST = 1_000_000
"""A file of the same size that is larger than this is not read."""


def find_reason_for_doubt(
    graph: sqlite3.Connection, root: Path, common_dir: Path | None, paths: tuple[str, ...]
) -> str:
    """Say why the index may be behind: another commit, or one of some files; mostly empty."""
    from ripplegraph.git.head_file import read_head_file

    scanned = read_meta(graph).get("commit")
    if common_dir is not None and scanned:
        head = read_head_file(root, common_dir)
        if head is not None and head != scanned:
            return f"it is of commit {scanned[:10]}, and {head[:10]} is checked out"
    return _find_changed(graph, root, paths)


def _find_changed(graph: sqlite3.Connection, root: Path, paths: tuple[str, ...]) -> str:
    for path in paths:
        if not os.path.exists(root / path):  # noqa: PTH110 - runs before each answer
            continue
        if read_file_size(graph, path) is None:
            return f"{fence(path)[:160]} was not there when it was made"
        if has_changed(graph, root, path, largest=_LARGEST):
            return f"{fence(path)[:160]} has changed since"
    return ""
