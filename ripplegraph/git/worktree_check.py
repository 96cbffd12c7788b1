"""Refuses a worktree and a git folder that lie apart and do not both name each other.

A file `.git`, or a setting `core.worktree`, can come with a folder that was unpacked somewhere. It
would make ripple read and write in a place that has nothing to do with that folder.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from ripplegraph.errors import GitError
from ripplegraph.git.settings_files import (
    find_own_folder,
    find_shared_folder,
    read_bytes,
    read_link,
)

_LARGEST = 1_000_000
_WORKTREE = re.compile(rb"\bworktree\s*=\s*([^\r\n]*)", re.IGNORECASE)


def check_links(folder: str, *, root: Path, common_dir: Path) -> None:
    """Raise an error unless the git folder around a folder is that of the worktree."""
    top = os.path.realpath(root)
    own = find_own_folder(top)
    shared = None if own is None else os.path.realpath(find_shared_folder(own))
    if own is None or shared != os.path.realpath(common_dir):
        raise GitError(
            f"The files of the repository around {folder} are in {top}, says core.worktree.",
            hint="Run ripple in a worktree that has a `.git` of its own.",
        )
    real = os.path.realpath(own)
    if is_below(real, top) and is_below(shared, top):
        return
    if real != shared:
        _check_linked(real, shared, top)
    elif not _is_named_by_settings(real, top):
        from shlex import quote

        raise GitError(
            f"{top} says that its git folder is {real}, which does not say the same.",
            hint=f"If both are yours, run: git --git-dir={quote(real)} config core.worktree "
            f"{quote(top)}",
        )


def _check_linked(own: str, shared: str, root: str) -> None:
    """Raise an error unless this is a worktree that the shared git folder lists.

    What it lists it holds itself: a folder elsewhere can say anything about itself.
    """
    is_listed = os.path.dirname(own) == os.path.join(shared, "worktrees")
    link = read_link(os.path.join(own, "gitdir")) if is_listed else None
    if link is None or os.path.realpath(os.path.join(own, link)) != os.path.join(root, ".git"):
        raise GitError(
            f"{root} says that it is a worktree of {shared}, which does not say the same.",
            hint="If both are yours, run `git worktree repair` in the worktree.",
        )


def is_below(path: str, folder: str) -> bool:
    """Tell whether a real path is a folder, or in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _is_named_by_settings(own: str, root: str) -> bool:
    """Tell whether the settings in a git folder name this worktree, as those of submodules do."""
    settings = (read_bytes(os.path.join(own, name), _LARGEST) for name in _SETTINGS)
    named = [match[1] for text in settings if text for match in _WORKTREE.finditer(text)]
    return any(_leads_to(root, own, value) for value in named)


_SETTINGS = ("config", "config.worktree")


def _leads_to(root: str, own: str, value: bytes) -> bool:
    plain = value.strip()
    if plain.startswith(b'"'):
        plain = plain[1:].partition(b'"')[0].replace(b"\\\\", b"\\")
    if b"\0" in plain:
        return False
    return os.path.realpath(os.path.join(own, os.fsdecode(plain))) == root
