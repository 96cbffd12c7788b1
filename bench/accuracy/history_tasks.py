"""Questions that a history answers: which files did a commit change beside this one?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ripplegraph.git.command import read_git
from ripplegraph.git.log import FileChange, list_commits, read_commits

FEWEST, MOST = 2, 10
_BATCH = 500


class Task(NamedTuple):
    """A commit, its first parent, and the files it changed that were there before it."""

    commit: str
    parent: str
    files: tuple[str, ...]


def read_tasks(file: Path) -> list[Task]:
    """Read tasks from lines of JSON with these names."""
    rows = (json.loads(line) for line in file.read_text().splitlines())
    return [Task(row["commit"], row["parent"], tuple(row["files"])) for row in rows]


def build_tasks(root: Path, *, head: str, endings: Sequence[str], count: int) -> list[Task]:
    """Find the last commits that changed 2 to 10 source files, oldest first."""
    tasks = list(islice(_find_tasks(root, head, tuple(endings)), count))
    tasks.reverse()
    return tasks


def is_source(path: str, endings: Sequence[str]) -> bool:
    return path.endswith(tuple(f".{ending}" for ending in endings))


def _find_tasks(root: Path, head: str, endings: tuple[str, ...]) -> Iterator[Task]:
    parents = _read_parents(root, head)
    ids = list_commits(root, head)
    while batch := list(islice(ids, _BATCH)):
        for commit in read_commits(root, batch):
            sources = [change for change in commit.changes if _names_source(change, endings)]
            files = tuple(sorted(_find_old_paths(sources)))
            parent = parents[commit.id]
            if parent and FEWEST <= len(sources) <= MOST and len(files) >= FEWEST:
                yield Task(commit.id, parent, files)


def _read_parents(root: Path, head: str) -> dict[str, str]:
    lines = read_git(root, "rev-list", "--parents", head, "--").decode().splitlines()
    return {line.split()[0]: (line.split()[1:2] or [""])[0] for line in lines}


def _names_source(change: FileChange, endings: Sequence[str]) -> bool:
    return is_source(change.path, endings) or is_source(change.old_path or "", endings)


def _find_old_paths(changes: Sequence[FileChange]) -> set[str]:
    return {change.old_path or change.path for change in changes if change.status != "A"}
