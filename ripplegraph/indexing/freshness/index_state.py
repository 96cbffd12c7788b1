"""The state of an index: whether it still matches the files."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from ripplegraph.config import ScanConfig
from ripplegraph.git.worktree import Worktree, find_changed_between, read_commit
from ripplegraph.indexing.freshness.scan_settings import has_other_settings


class IndexState(NamedTuple):
    """The freshness of an index, and its reason."""

    scanned: str | None
    """The commit that was checked out when it was made."""
    head: str | None
    """The commit that is checked out now."""
    fresh: bool | None
    """None: there is nothing to compare with."""
    reason: str
    changed: int | None = 0
    """How many files differ; None: nobody can tell."""

    @property
    def is_current(self) -> bool:
        """Whether the index matches the files, and names the commit that is checked out."""
        return self.fresh is True and self.scanned == self.head


UNCERTAIN = IndexState(None, None, None, "there is no git repository to compare with", None)


def judge_index(
    graph: sqlite3.Connection,
    meta: Mapping[str, str],
    worktree: Worktree | None,
    *,
    root: Path,
    config: ScanConfig,
) -> IndexState:
    """Compare a scan with the settings, and with the files as git sees them now.

    Without git there is no telling about files.
    """
    if has_other_settings(meta, config):
        return _describe_other_settings(meta, worktree.commit if worktree else None)
    if worktree is None:
        return UNCERTAIN
    scanned, head = meta.get("commit"), worktree.commit
    unchanged = not worktree.changes and meta.get("changed", "[]") == "[]"
    if scanned == head and unchanged and _sees_all(root, meta):
        return _describe_match(scanned, worktree)
    from ripplegraph.indexing.freshness.graph_origin import find_differing

    differing = set(find_differing(graph, meta, root=root, worktree=worktree, config=config))
    if scanned != head:
        between = find_changed_between(root, scanned, head) if scanned and head else None
        if between is None:
            return _describe_move(scanned, head)
        differing.update(between)
    if not differing:
        return _describe_match(scanned, worktree)
    return _describe_change(scanned, head, len(differing))


def find_changed(
    meta: Mapping[str, str], worktree: Worktree, *, root: Path
) -> frozenset[str] | None:
    """Return all files that may differ from a scan; None where more than git's word is needed."""
    if meta.get("commit") != worktree.commit or meta.get("changed", "[]") != "[]":
        return None
    if not _sees_all(root, meta):
        return None
    return frozenset(change.path for change in worktree.changes)


def is_unchanged(
    graph: sqlite3.Connection,
    meta: Mapping[str, str],
    worktree: Worktree,
    *,
    root: Path,
    config: ScanConfig,
) -> bool:
    """Tell whether a scan would find nothing to do; the first file that differs decides."""
    if meta.get("tree") != worktree.tree:
        return False
    from ripplegraph.indexing.freshness.graph_origin import find_differing

    found = find_differing(graph, meta, root=root, worktree=worktree, config=config)
    return next(iter(found), None) is None


def is_at_commit(meta: Mapping[str, str], *, root: Path) -> bool:
    """Tell whether a scan was of the commit that is checked out, whatever the files are."""
    return meta.get("commit") == read_commit(root)


def _sees_all(root: Path, meta: Mapping[str, str]) -> bool:
    """Tell whether git looks at every file, as it did at the time of the scan."""
    from ripplegraph.git.index_state import read_index_state

    return "unseen" not in meta and meta.get("index") == read_index_state(root)


def judge_files(
    graph: sqlite3.Connection,
    meta: Mapping[str, str],
    *,
    root: Path,
    config: ScanConfig,
    paths: Collection[str],
) -> IndexState:
    """Compare settings, and just the files that an answer names, with what was scanned.

    For a project so large that git takes long to compare all of its files.
    """
    from ripplegraph.store.graph.file_check import has_changed

    scanned, head = meta.get("commit"), read_commit(root)
    if has_other_settings(meta, config):
        return _describe_other_settings(meta, head)
    differing = {path for path in paths if has_changed(graph, root, path)}
    if scanned != head:
        between = find_changed_between(root, scanned, head) if scanned and head else None
        if between is None:
            return _describe_move(scanned, head)
        differing.update(between)
    if differing:
        return _describe_change(scanned, head, len(differing))
    return IndexState(
        scanned,
        head,
        None,
        "the files that are named here are as scanned; the others, very many, were not compared",
        None,
    )


def _describe_other_settings(meta: Mapping[str, str], head: str | None) -> IndexState:
    reason = "the settings of scans have changed since the scan"
    return IndexState(meta.get("commit"), head, False, reason, None)


def _describe_match(scanned: str | None, worktree: Worktree) -> IndexState:
    reason = "the index matches the checked-out commit"
    if worktree.changes:
        reason = "the index matches the files, uncommitted changes included"
    return IndexState(scanned, worktree.commit, True, reason)


def _describe_move(scanned: str | None, head: str | None) -> IndexState:
    return IndexState(scanned, head, False, _compare(scanned, head), None)


def _describe_change(scanned: str | None, head: str | None, count: int) -> IndexState:
    files = "1 file has" if count == 1 else f"{count} files have"
    moved = f": {_compare(scanned, head)}" if scanned != head else ""
    return IndexState(scanned, head, False, f"{files} changed since the scan{moved}", count)


def _compare(scanned: str | None, head: str | None) -> str:
    return f"indexed {_shorten(scanned)}, checked out {_shorten(head)}"


def _shorten(commit: str | None) -> str:
    return commit[:10] if commit else "no commit"
