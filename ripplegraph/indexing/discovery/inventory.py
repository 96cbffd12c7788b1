"""The inventory of a project's files, and those that may differ from the last scan."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.config import ScanConfig
from ripplegraph.git.files import Listing
from ripplegraph.git.worktree import Worktree
from ripplegraph.graph.ids import RESERVED_PREFIXES, SEPARATOR
from ripplegraph.indexing.discovery.file_finder import (
    FoundFile,
    discover_files,
    discover_some_files,
    show_path,
)
from ripplegraph.store.graph.graph_updater import StoredFiles
from ripplegraph.store.records.graph_rows import FileRow

_MANY = 50
"""Where more files may differ, all are listed: to find one among all takes a while, too."""


@dataclass(frozen=True)
class Inventory:
    """The files of a project, next to those of the last scan."""

    numbers: Mapping[str, int]
    """The row number of each file that is there: the one it had, or a new one."""
    suspects: Sequence[FoundFile]
    """The files that have to be read to know whether they are as they were."""
    gone: tuple[FileRow, ...]

    @property
    def nameable(self) -> list[str]:
        """The paths that can be ids of nodes."""
        return [path for path in self.numbers if is_nameable(path)]


def take_inventory(
    root: Path,
    worktree: Worktree | None,
    listing: Listing | None,
    *,
    config: ScanConfig,
    stored: StoredFiles,
    meta: Mapping[str, str],
) -> Inventory:
    """Find out which files there are; without git, `worktree` and `listing` are None."""
    if worktree is not None and listing is not None and _is_as_recorded(worktree, listing, meta):
        touched = {*json.loads(meta.get("changed", "[]")), *stored.find_failed()}
        touched.update(change.path for change in worktree.changes)
        if len(touched) <= _MANY:
            found = discover_some_files(root, listing, worktree, sorted(touched), config)
            return _look_at_some(found, touched, stored)
    rows = stored.read_all()
    found = discover_files(root, worktree=worktree, config=config, listing=listing, stored=rows)
    return _look_at_all(found, rows)


def is_nameable(path: str) -> bool:
    """Whether the path of a recorded file can be the id of a node."""
    return SEPARATOR not in path and not path.startswith(RESERVED_PREFIXES) and "\\x" not in path


def _is_as_recorded(worktree: Worktree, listing: Listing, meta: Mapping[str, str]) -> bool:
    """Whether only files can differ that had uncommitted changes then, or have some now."""
    return (
        meta.get("tree") == worktree.tree
        and meta.get("listing") == listing.fingerprint
        and listing.is_looked_at
    )


def _look_at_some(
    found: Sequence[FoundFile], touched: Iterable[str], stored: StoredFiles
) -> Inventory:
    numbers = dict(stored.numbers)
    present = {file.path for file in found}
    gone = []
    for path in sorted({show_path(path) for path in touched} - present):
        row = stored.get(path)
        if row is not None:
            gone.append(row)
            del numbers[path]
    _number_new(found, numbers, stored.numbers.values())
    return Inventory(numbers, found, tuple(gone))


def _look_at_all(found: Sequence[FoundFile], stored: Mapping[str, FileRow]) -> Inventory:
    numbers = {file.path: stored[file.path].id for file in found if file.path in stored}
    _number_new(found, numbers, [row.id for row in stored.values()])
    suspects = [file for file in found if _may_differ(file, stored.get(file.path))]
    gone = [stored[path] for path in sorted(stored.keys() - numbers.keys())]
    return Inventory(numbers, suspects, tuple(gone))


def _number_new(found: Iterable[FoundFile], numbers: dict[str, int], taken: Iterable[int]) -> None:
    last = max(taken, default=0)
    for file in found:
        if file.path not in numbers:
            last += 1
            numbers[file.path] = last


def _may_differ(file: FoundFile, row: FileRow | None) -> bool:
    """Whether a file has to be read: git does not say that it is as it was in the last scan."""
    if row is None or file.reason is not None or row.status == "failed":
        return True
    return file.blob is None or file.blob != row.blob
