"""Finds the files of a project: those git lists or, outside git, those no ignore file names."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ripplegraph.config import ScanConfig
from ripplegraph.git.files import (
    ListedFile,
    Listing,
    list_files,
    list_some_files,
    read_listing,
)
from ripplegraph.git.worktree import Worktree
from ripplegraph.graph.ids import RESERVED_PREFIXES, SEPARATOR, is_text
from ripplegraph.indexing.discovery.ignore_patterns import LARGEST, IgnoreRules
from ripplegraph.store.database import FOLDER
from ripplegraph.store.records.graph_rows import FileRow
from ripplegraph.trust.regular_files import read_start

IGNORE_FILE = ".gitignore"
NEVER_ENTERED = frozenset(
    {".git", ".hg", ".svn", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".tox", ".venv"}
    | {"__pycache__", "node_modules"}
)
"""Folders of tools: in a project without git, nothing else says that they are not its code."""
ENVIRONMENT_MARK = "pyvenv.cfg"


class FoundFile(NamedTuple):
    """A file of the project; one with a reason is only listed, never read."""

    path: str
    size: int = 0
    blob: str | None = None
    reason: str | None = None
    nameable: bool = True
    """Whether its path can be an id; otherwise `path` only shows the name."""


def discover_files(
    root: Path,
    *,
    worktree: Worktree | None,
    config: ScanConfig,
    listing: Listing | None = None,
    stored: Mapping[str, FileRow] | None = None,
) -> tuple[FoundFile, ...]:
    """Return every file of the project once, sorted by path; without git, `worktree` is None.

    Git's `listing` is read unless it is given. A file that git says is as it was when it was
    `stored` is not looked at.
    """
    if worktree is None:
        listed = _walk(root)
    else:
        listed = list_files(listing or read_listing(root), worktree)
    return _find(root, listed, build_filter(config), stored or {})


def discover_some_files(
    root: Path, listing: Listing, worktree: Worktree, paths: Iterable[str], config: ScanConfig
) -> tuple[FoundFile, ...]:
    """Return those of these paths that `discover_files` would return."""
    return _find(root, list_some_files(listing, worktree, paths), build_filter(config), {})


def _find(
    root: Path,
    listed: Iterable[ListedFile],
    is_chosen: Callable[[str], bool],
    known: Mapping[str, FileRow],
) -> tuple[FoundFile, ...]:
    found: dict[str, FoundFile] = {}
    for item in listed:
        if item.is_repository or not is_chosen(item.path):
            continue
        row = known.get(item.path) if item.is_as_staged else None
        if row is not None and row.blob == item.blob:
            file: FoundFile | None = FoundFile(item.path, row.size, item.blob)
        else:
            file = _examine(root, item)
        if file is not None:
            found.setdefault(file.path, file)
    return tuple(found[path] for path in sorted(found))


def build_filter(config: ScanConfig) -> Callable[[str], bool]:
    """Return what tells, for a path, whether the settings let a scan look at it."""
    if not (config.include or config.exclude):
        return lambda path: not path.startswith(f"{FOLDER}/")
    included = IgnoreRules(config.include) if config.include else None
    excluded = IgnoreRules(config.exclude) if config.exclude else None

    def is_chosen(path: str) -> bool:
        if path.startswith(f"{FOLDER}/"):
            return False
        if included is not None and not included.judge(path):
            return False
        return excluded is None or not excluded.judge(path)

    return is_chosen


def _examine(root: Path, item: ListedFile) -> FoundFile | None:
    """Look at a file on the disk; one that is not there (deleted, sparse) is no file."""
    try:
        status = os.lstat(os.path.join(root, item.path))  # noqa: PTH118 - thousands of times
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return _describe(item, 0, f"cannot be read: {error.strerror}")
    if stat.S_ISREG(status.st_mode):
        return _describe(item, status.st_size, None)
    if stat.S_ISDIR(status.st_mode):
        return None
    kind = "a symbolic link" if stat.S_ISLNK(status.st_mode) else "not a regular file"
    return _describe(item, 0, kind)


def _describe(item: ListedFile, size: int, reason: str | None) -> FoundFile:
    path = item.path
    if is_text(path):
        if SEPARATOR not in path and not path.startswith(RESERVED_PREFIXES):
            return FoundFile(path, size, item.blob, reason)
        return FoundFile(path, size, reason="its name could be mistaken for an id", nameable=False)
    return FoundFile(show_path(path), size, reason="its name is not UTF-8", nameable=False)


def show_path(path: str) -> str:
    """Return a path as it is recorded: as it is or, where it is no text, with its bytes shown."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


@dataclass(frozen=True, slots=True)
class _Rules:
    """The ignore file of one folder, which speaks of paths below that folder."""

    prefix: str
    lines: IgnoreRules

    def judge(self, path: str, *, is_folder: bool) -> bool | None:
        """Return whether the path is ignored; None when no line of the file speaks of it."""
        return self.lines.judge_entry(path[len(self.prefix) :], is_folder=is_folder)


def _walk(root: Path) -> Iterator[ListedFile]:
    """Yield the files of a folder; an ignore file that leaves none of them speaks of others."""
    is_empty = True
    for file in _walk_folder(str(root), "", ()):
        is_empty = is_empty and file.path == IGNORE_FILE
        yield file
    if is_empty:
        yield from _walk_folder(str(root), "", None)


def _walk_folder(root: str, prefix: str, rules: tuple[_Rules, ...] | None) -> Iterator[ListedFile]:
    """Yield the files of a folder that no rules ignore; None leaves out those of the root."""
    todo = [(prefix, rules)]
    # A stack of its own: folders can lie deeper in each other than functions can call each other.
    while todo:
        folder, known = todo.pop()
        inner: list[tuple[str, tuple[_Rules, ...] | None]] = []
        for path, is_folder, around in _list_folder(root, folder, known):
            if is_folder:
                inner.append((f"{path}/", around))
            else:
                yield ListedFile(path)
        todo += reversed(inner)


def _list_folder(
    root: str, prefix: str, rules: tuple[_Rules, ...] | None
) -> Iterator[tuple[str, bool, tuple[_Rules, ...]]]:
    """Yield what a folder has in it, whether that is a folder, and the rules that hold there."""
    try:
        with os.scandir(f"{root}/{prefix}") as scanned:
            entries = sorted(scanned, key=lambda entry: entry.name)
    except OSError:
        return
    names = {entry.name for entry in entries}
    if prefix and ENVIRONMENT_MARK in names:
        return
    if rules is None:
        rules = ()
    elif IGNORE_FILE in names:
        rules = (*rules, *_read_rules(root, prefix))
    for entry in entries:
        is_folder = entry.is_dir(follow_symlinks=False)
        path = f"{prefix}{entry.name}"
        if is_folder and entry.name in NEVER_ENTERED:
            continue
        if not _is_ignored(path, rules, is_folder=is_folder):
            yield path, is_folder, rules


def _read_rules(root: str, prefix: str) -> Iterator[_Rules]:
    content = read_start(f"{root}/{prefix}{IGNORE_FILE}", LARGEST)
    if content is not None:
        yield _Rules(prefix, IgnoreRules(content.decode("utf-8", "replace").split("\n")))


def _is_ignored(path: str, rules: tuple[_Rules, ...], *, is_folder: bool) -> bool:
    """Ask the ignore files, the one of the nearest folder first."""
    for rule in reversed(rules):
        verdict = rule.judge(path, is_folder=is_folder)
        if verdict is not None:
            return verdict
    return False
