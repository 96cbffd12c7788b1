"""Check for tracked files in a folder at the top of a worktree, mostly without git."""

import os
from pathlib import Path

from ripplegraph.git.settings_files import find_git_folders

_PREFIXED_NAMES = 4
"""The version of the index in which names are not written out."""
_SHARED = b"link\0\0"
"""Stands in an index whose other part is in another file, and rarely elsewhere."""


def has_tracked_files(root: Path, folder: str) -> bool:
    """Look into the index; git is asked only where that does not show that there is none."""
    folders = find_git_folders(str(root))
    if folders is None:
        return False
    try:
        with open(f"{folders.own}/index", "rb") as stream:  # noqa: PTH123 - before each answer
            content = stream.read()
    except OSError:
        return False
    is_plain = int.from_bytes(content[4:8], "big") < _PREFIXED_NAMES and _SHARED not in content
    if is_plain and os.fsencode(f"{folder}/") not in content:
        return False
    from ripplegraph.git.command import run_git

    return bool(run_git(root, "ls-files", "-z", "--", f":(top,literal){folder}").output)
