"""Finds the configuration files of a repository without starting git."""

import os

from ripplegraph.trust.regular import read_start

_LONGEST_LINK = 10_000
LARGEST = 10_000_000
"""A larger configuration is not searched: git is asked about it."""


class GitFolders:
    """The git folder of a worktree, and the one that it shares with the others."""

    __slots__ = ("own", "shared")

    def __init__(self, own: str, shared: str) -> None:
        self.own = own
        self.shared = shared


def find_git_folders(folder: str) -> GitFolders | None:
    """Find the git folder around a folder, as git does; None where there is none."""
    folder = os.path.abspath(folder)
    while True:
        own = find_own_folder(folder)
        if own is None and is_git_folder(folder):
            own = folder
        if own is not None:
            return GitFolders(own, find_shared_folder(own))
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
    return os.path.join(root, os.fsdecode(content[8:].rstrip(b"\r\n")))


def find_shared_folder(own: str) -> str:
    """Return the folder that a git folder shares with those of other worktrees, or itself."""
    link = read_bytes(os.path.join(own, "commondir"), _LONGEST_LINK)
    return own if link is None else os.path.join(own, os.fsdecode(link.strip()))


def is_git_folder(folder: str) -> bool:
    parts = (os.path.join(folder, name) for name in ("HEAD", "objects", "refs"))
    return all(map(os.path.exists, parts))


def read_settings(folders: GitFolders) -> bytes:
    """Return what the configuration files of a worktree say, one after the other."""
    shared = read_bytes(os.path.join(folders.shared, "config"), LARGEST) or b""
    own = read_bytes(os.path.join(folders.own, "config.worktree"), LARGEST)
    return shared if own is None else shared + b"\n" + own


def read_bytes(path: str, most: int) -> bytes | None:
    """Return the start of a file; None where there is none."""
    return read_start(path, most, links=True)
