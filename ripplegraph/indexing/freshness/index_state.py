"""Judges whether the graph that an answer comes from still matches the files."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping
from pathlib import Path

from ripplegraph.config import ScanConfig
from ripplegraph.git.worktree import Worktree, find_changed_between, read_commit
from ripplegraph.records import Record


class IndexState(Record):
    """How a graph stands to the files."""

    head: str | None
    fresh: bool | None
    """None: there is nothing to compare with."""
    reason: str
    changed: int | None = 0
    """How many files differ; None: nobody can tell."""


UNCERTAIN = IndexState(None, None, "there is no git repository to compare with", None)


def judge_index(
    graph: sqlite3.Connection,
    meta: Mapping[str, str],
    worktree: Worktree,
    *,
    root: Path,
    config: ScanConfig,
) -> IndexState:
    """Compare what was scanned with what git says of the files now."""
    scanned, head = meta.get("commit"), worktree.commit
    unchanged = not worktree.changes and meta.get("changed", "[]") == "[]"
    if scanned == head and unchanged and _sees_all(root, meta):
        return IndexState(head, True, "the index matches the checked-out commit")
    from ripplegraph.indexing.freshness.graph_origin import find_differing

    differing = set(find_differing(graph, meta, root=root, worktree=worktree, config=config))
    if scanned != head:
        between = find_changed_between(root, scanned, head) if scanned and head else None
        if between is None:
            return _describe_move(scanned, head)
        differing.update(between)
    if not differing:
        return IndexState(head, True, "the index matches the files")
    return _describe_change(scanned, head, len(differing))


def _sees_all(root: Path, meta: Mapping[str, str]) -> bool:
    """Tell whether git looks at every file, as it did at the time of the scan."""
    from ripplegraph.git.index_state import read_index_state

    return "unseen" not in meta and meta.get("index") == read_index_state(root)


def judge_files(
    graph: sqlite3.Connection, meta: Mapping[str, str], *, root: Path, paths: Collection[str]
) -> IndexState:
    """Compare just the files that an answer names with what was scanned.

    For a project so large that git takes long to compare all of its files.
    """
    from ripplegraph.indexing.freshness.graph_origin import has_changed

    scanned, head = meta.get("commit"), read_commit(root)
    differing = {path for path in paths if has_changed(graph, root, path)}
    if scanned != head:
        between = find_changed_between(root, scanned, head) if scanned and head else None
        if between is None:
            return _describe_move(scanned, head)
        differing.update(between)
    if differing:
        return _describe_change(scanned, head, len(differing))
    return IndexState(
        head,
        None,
        "the files that are named here are as scanned; the others, very many, were not compared",
        None,
    )


def _describe_move(scanned: str | None, head: str | None) -> IndexState:
    return IndexState(head, False, f"indexed {_shorten(scanned)}, {_say(head)}", None)


def _describe_change(scanned: str | None, head: str | None, count: int) -> IndexState:
    files = "1 file has" if count == 1 else f"{count} files have"
    moved = f", {_say(head)}" if scanned != head else ""
    return IndexState(head, False, f"{files} changed since the scan{moved}", count)


def _say(head: str | None) -> str:
    return f"checked out {_shorten(head)}"


def _shorten(commit: str | None) -> str:
    return commit[:10] if commit else "no commit"
