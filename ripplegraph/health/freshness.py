"""Judges whether an index still matches the files, uncommitted changes included."""

import json
import os
import sqlite3
import stat
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from ripplegraph.config import ScanConfig
from ripplegraph.git.worktree import Worktree
from ripplegraph.indexing.discover import build_filter
from ripplegraph.indexing.hashing import hash_file
from ripplegraph.store.summary import read_content_hash


class Freshness(StrEnum):
    """Whether the index matches the files in the worktree."""

    NOT_INDEXED = "not_indexed"
    FRESH = "fresh"
    UNCERTAIN = "uncertain"
    BEHIND = "behind"


NOTHING_SCANNED = (Freshness.NOT_INDEXED, "nothing has been scanned yet")


def judge_freshness(
    connection: sqlite3.Connection,
    meta: Mapping[str, str],
    *,
    root: Path,
    worktree: Worktree | None,
    config: ScanConfig,
) -> tuple[Freshness, str]:
    """Compare what a scan recorded with what is there now, and say why in words.

    With the same tree checked out, only files that had uncommitted changes then, or have some
    now, can differ; these are read.
    """
    if "scanned_at" not in meta:
        return NOTHING_SCANNED
    if worktree is None:
        return Freshness.UNCERTAIN, "there is no git repository to compare with"
    if meta.get("tree") != worktree.tree:
        indexed, current = _shorten(meta.get("commit")), _shorten(worktree.commit)
        return Freshness.BEHIND, f"indexed {indexed}, checked out {current}"
    touched = set(json.loads(meta.get("changed", "[]")))
    touched.update(change.path for change in worktree.changes)
    is_chosen = build_filter(config)
    differing = sum(
        is_chosen(path) and _has_changed(connection, root, path) for path in sorted(touched)
    )
    if differing:
        files = "1 file has" if differing == 1 else f"{differing} files have"
        return Freshness.BEHIND, f"{files} changed since the scan"
    if worktree.changes:
        return Freshness.FRESH, "the index matches the files, uncommitted changes included"
    return Freshness.FRESH, "the index matches the checked-out commit"


def _has_changed(connection: sqlite3.Connection, root: Path, path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        # A scan skips a file with such a name, whatever it holds.
        return False
    return _hash_as_it_is(root / path) != read_content_hash(connection, path)


def _hash_as_it_is(path: Path) -> str | None:
    """Hash a file as a scan would; None when it is not there, empty when it is not read."""
    try:
        mode = os.lstat(path).st_mode
        if stat.S_ISDIR(mode):
            return None
        return hash_file(path) if stat.S_ISREG(mode) else ""
    except FileNotFoundError:
        return None
    except OSError:
        return ""


def _shorten(commit: str | None) -> str:
    return commit[:10] if commit else "no commit"
