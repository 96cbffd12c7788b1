"""Judges whether an index still matches the files, uncommitted changes included."""

import sqlite3
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from ripplegraph.config import ScanConfig
from ripplegraph.git.worktree import Worktree
from ripplegraph.indexing.freshness.graph_origin import find_differing


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
    """Compare what a scan recorded with what is there now, and say why in words."""
    if "scanned_at" not in meta:
        return NOTHING_SCANNED
    if worktree is None:
        return Freshness.UNCERTAIN, "there is no git repository to compare with"
    if meta.get("tree") != worktree.tree:
        indexed, current = _shorten(meta.get("commit")), _shorten(worktree.commit)
        return Freshness.BEHIND, f"indexed {indexed}, checked out {current}"
    found = find_differing(connection, meta, root=root, worktree=worktree, config=config)
    differing = len(list(found))
    if differing:
        files = "1 file has" if differing == 1 else f"{differing} files have"
        return Freshness.BEHIND, f"{files} changed since the scan"
    if worktree.changes:
        return Freshness.FRESH, "the index matches the files, uncommitted changes included"
    return Freshness.FRESH, "the index matches the checked-out commit"


def _shorten(commit: str | None) -> str:
    return commit[:10] if commit else "no commit"
