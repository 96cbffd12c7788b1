"""Finds the configuration files of a repository without starting git.

Git's own files are read as git reads them, to the letter: a file that says one thing to git and
another to ripple would hide settings. Where it is not certain what git makes of a folder, the
folder is doubtful, and git is to be asked.
"""

import os
import re

from ripplegraph.errors import GitError
from ripplegraph.trust.regular_files import read_start

_LONGEST_LINK = 1_000_000
_LONGEST_HEAD = 255
_HEAD = re.compile(rb"ref:[ \t\r\n]*refs/|[0-9a-fA-F]{40}")
LARGEST = 10_000_000
"""A larger configuration is not searched: git is asked about it."""


class GitFolders:
    """The git folder of a worktree, and the one that it shares with the others."""

    __slots__ = ("is_doubtful", "own", "shared")

    def __init__(self, own: str) -> None:
        self.own = own
        self.shared = find_shared_folder(own)
        self.is_doubtful = not _is_certain(own, self.shared)
        """Whether git may take this for no git folder, and look for another one further up."""


def find_git_folders(folder: str) -> GitFolders | None:
    """Find the git folder around a folder, as git does; None where there is none."""
    # Git goes up from where a link leads to.
    folder = os.path.realpath(folder)
    while True:
        own = find_own_folder(folder)
        if own is None and is_git_folder(folder):
            own = folder
        if own is not None:
            return GitFolders(own)
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def find_own_folder(root: str) -> str | None:
    """Return the git folder of a worktree: `.git`, or what a file of that name says."""
    inside = os.path.join(root, ".git")
    if os.path.isdir(inside):
        return inside
    content = read_bytes(inside, _LONGEST_LINK)
    if content is None or not content.startswith(b"gitdir: "):
        return None
    return os.path.join(root, _parse_link(inside, content[8:]))


def find_shared_folder(own: str) -> str:
    """Return the folder that a git folder shares with those of other worktrees, or itself."""
    link = read_link(os.path.join(own, "commondir"))
    # Git takes the links out of this path, so that it may be longer than those that can be opened.
    return own if link is None else os.path.realpath(os.path.join(own, link))


def read_link(path: str) -> str | None:
    """Return the path that a file of git's holds; None where there is no such file."""
    content = read_bytes(path, _LONGEST_LINK)
    return None if content is None else _parse_link(path, content)


def is_git_folder(folder: str) -> bool:
    """Tell whether a folder looks like a git folder."""
    if not os.path.lexists(os.path.join(folder, "HEAD")):
        return False
    parts = (os.path.join(folder, name) for name in ("objects", "refs"))
    return os.path.lexists(os.path.join(folder, "commondir")) or all(map(os.path.exists, parts))


def read_settings(folders: GitFolders) -> bytes | None:
    """Return the content of a worktree's configuration files; None if unreadable."""
    shared = _read_if_there(os.path.join(folders.shared, "config"))
    own = _read_if_there(os.path.join(folders.own, "config.worktree"))
    return None if shared is None or own is None else shared + b"\n" + own


def read_bytes(path: str, most: int) -> bytes | None:
    """Return the start of a file; None where there is none."""
    return read_start(path, most, links=True)


def _read_if_there(path: str) -> bytes | None:
    content = read_bytes(path, LARGEST)
    return b"" if content is None and not os.path.lexists(path) else content


def _parse_link(path: str, content: bytes) -> str:
    """Return the path: all of the content but line ends after it."""
    if b"\0" in content:
        raise GitError(
            f"{path} holds a path with a zero byte.",
            hint="Look where this folder is from: git writes no such file.",
        )
    return os.fsdecode(content.rstrip(b"\r\n"))


def _is_certain(own: str, shared: str) -> bool:
    """Tell whether git takes these for git folders without any doubt."""
    head = os.path.join(own, "HEAD")
    content = None if os.path.islink(head) else read_bytes(head, _LONGEST_HEAD)
    if content is None or _HEAD.match(content) is None:
        return False
    parts = (os.path.join(shared, name) for name in ("objects", "refs"))
    return all(os.path.isdir(part) and os.access(part, os.X_OK) for part in parts)
