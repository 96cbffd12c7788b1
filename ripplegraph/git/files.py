"""Lists the files of a worktree as git sees them: tracked, or new and not ignored."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ripplegraph.git.command import read_git
from ripplegraph.git.worktree import ChangeKind, Worktree

SUBMODULE_MODE = "160000"
REGULAR_MODES = frozenset({"100644", "100755"})


class ListedFile(NamedTuple):
    """A path that git knows; only a tracked one has a mode and the id of its staged content."""

    path: str
    mode: str | None = None
    blob: str | None = None
    is_as_staged: bool = False
    """Whether git looked and found a regular file with just this content."""

    @property
    def is_repository(self) -> bool:
        """Whether this is a submodule, or a repository that lies in the worktree untracked."""
        return self.mode == SUBMODULE_MODE or self.path.endswith("/")


def list_files(root: Path, worktree: Worktree) -> Iterator[ListedFile]:
    """Yield every tracked or untracked path once, also those that are deleted from the disk.

    A file that differs from its staged content is listed without the id of that content.
    """
    unstaged = {change.path for change in worktree.changes if change.unstaged}
    for item in list_tracked_files(root):
        if item.path in unstaged:
            yield item._replace(blob=None, is_as_staged=False)
        else:
            yield item
    for change in worktree.changes:
        if change.kind is ChangeKind.UNTRACKED:
            yield ListedFile(change.path)


def list_tracked_files(root: Path) -> Iterator[ListedFile]:
    """Yield the files in the index with the ids of their content; a conflict counts once."""
    last = None
    for record in _split(read_git(root, "ls-files", "-z", "--stage", "-v")):
        description, _, path = record.partition("\t")
        if path == last:
            continue
        last = path
        tag, mode, blob, stage = description.split(" ")
        # In a conflict the index holds several contents, none of which is the file's.
        known = blob if stage == "0" else None
        # Another tag marks files that git was told not to look at.
        looked = tag == "H" and mode in REGULAR_MODES
        yield ListedFile(path, mode, known, looked and known is not None)


def _split(output: bytes) -> Iterator[str]:
    return (os.fsdecode(record) for record in output.split(b"\0") if record)
