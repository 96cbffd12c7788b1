"""Tracked files that git does not check for changes.

Git leaves files alone that are marked `assume-unchanged` or `skip-worktree`, as most files of a
sparse checkout are. What a file under a filter holds that is switched off, it cannot tell either.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from ripplegraph.git.background_process import spawn_git
from ripplegraph.git.files import LISTING, Listing, parse_listing, read_listing
from ripplegraph.git.index_state import read_index_state


class UncheckedFiles(NamedTuple):
    """Files on the disk that git does not look at, and places where others would be."""

    present: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    """Paths that are not there: of files, or of folders that all of some files are in."""

    def to_meta(self) -> dict[str, str]:
        return {"unseen": json.dumps(self)} if any(self) else {}


def recall_unchecked(root: Path, meta: Mapping[str, str]) -> UncheckedFiles:
    """Return the unchecked files of the last scan and, if they may differ, those of now."""
    known = UncheckedFiles(*map(tuple, json.loads(meta.get("unseen", "[[], []]"))))
    if meta.get("index") == read_index_state(root):
        return known
    now = find_unchecked(root, _read_quickly(root))
    present = {*known.present, *now.present}
    return UncheckedFiles(tuple(sorted(present)), tuple(sorted({*known.absent, *now.absent})))


def find_unchecked(root: Path, listing: Listing) -> UncheckedFiles:
    """Look at every file that git leaves alone; mostly there is none."""
    if listing.is_looked_at:
        return UncheckedFiles()
    found = _Finder(str(root))
    found.look_at(item.path for item in listing if not item.is_repository and item.blob is None)
    return UncheckedFiles(tuple(found.present), tuple(found.absent))


class _Finder:
    """Tells files that are there from folders that are not, looking at each folder once."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._folders: dict[str, bool] = {"": True}
        self.present: list[str] = []
        self.absent: list[str] = []

    def look_at(self, paths: Iterable[str]) -> None:
        for path in paths:
            if self._has(path.rpartition("/")[0]):
                there = os.path.lexists(f"{self._root}/{path}")
                (self.present if there else self.absent).append(path)

    def _has(self, folder: str) -> bool:
        known = self._folders.get(folder)
        if known is None:
            known = self._has(folder.rpartition("/")[0])
            if known and not os.path.lexists(f"{self._root}/{folder}"):
                self.absent.append(folder)
                known = False
            self._folders[folder] = known
        return known


def _read_quickly(root: Path) -> Listing:
    spawned = spawn_git(root, *LISTING)
    code, output = (1, b"") if spawned is None else spawned.read()
    return read_listing(root) if code else parse_listing(root, output)
