"""The origin of a graph: commit, uncommitted changes, settings and code of its scan."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.config import ScanConfig
from ripplegraph.git.unchecked_files import UncheckedFiles, recall_unchecked
from ripplegraph.git.worktree import Worktree
from ripplegraph.indexing.discovery.file_finder import build_filter
from ripplegraph.indexing.freshness.code_version import get_code_version
from ripplegraph.indexing.freshness.scan_settings import join_maker
from ripplegraph.store.graph.file_check import has_changed, was_scanned_under


@dataclass(frozen=True)
class Origin:
    """The commit, the files that differed from it, the settings and the code of a scan."""

    commit: str | None
    tree: str | None
    changed: tuple[str, ...]
    maker: str
    index: str = ""
    """What git's index was like."""

    @classmethod
    def of(cls, worktree: Worktree | None, config: ScanConfig, *, index: str = "") -> Origin:
        maker = describe_maker(config)
        if worktree is None:
            return cls(None, None, (), maker)
        changed = tuple(sorted(change.path for change in worktree.changes))
        return cls(worktree.commit, worktree.tree, changed, maker, index)

    def to_meta(self, unseen: UncheckedFiles | None = None) -> dict[str, str]:
        meta = {"changed": json.dumps(self.changed), "maker": self.maker}
        if unseen is not None:
            meta |= {"index": self.index, **unseen.to_meta()}
        if self.commit and self.tree:
            meta |= {"commit": self.commit, "tree": self.tree}
        return meta


def describe_maker(config: ScanConfig) -> str:
    """Return what settings and code come to, as a short text."""
    return join_maker(get_code_version(), config)


def find_differing(
    connection: sqlite3.Connection,
    meta: Mapping[str, str],
    *,
    root: Path,
    worktree: Worktree,
    config: ScanConfig,
) -> Iterable[str]:
    """Yield the files that are not as they were scanned, while the same commit is checked out.

    Only files that had uncommitted changes then, or have some now, can differ, and those that git
    does not look at; these are read. Of a folder that a sparse checkout leaves out now, or did
    then, its own path stands for its files.
    """
    touched = set(json.loads(meta.get("changed", "[]")))
    touched.update(change.path for change in worktree.changes)
    unseen = recall_unchecked(root, meta)
    touched.update(unseen.present)
    for path in unseen.absent:
        if os.path.lexists(root / path) or was_scanned_under(connection, path):
            yield path
    is_chosen = build_filter(config)
    for path in sorted(touched):
        if is_chosen(path) and has_changed(connection, root, path):
            yield path
