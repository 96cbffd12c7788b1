"""Refuses links in the folders that ripple writes to, which would lead its writes elsewhere.

A link can come with a folder: `.ripple` itself, or a database in it. So can a pipe, which would
keep whoever reads it waiting.
"""

import os
from pathlib import Path

from ripplegraph.errors import LinkedStoreError

_DEEPEST = 2


def refuse_links(*folders: Path) -> None:
    """Raise an error if one of these folders, or anything of ripple's in it, is a link."""
    for folder in folders:
        if os.path.islink(folder):  # noqa: PTH114 - before each answer
            raise _build_error(folder)
        _check_inside(os.fspath(folder), _DEEPEST)


def _check_inside(folder: str, depth: int) -> None:
    try:
        entries = os.scandir(folder)
    except OSError:
        return
    with entries:
        for entry in entries:
            if entry.is_symlink():
                raise _build_error(Path(entry.path))
            if entry.is_dir(follow_symlinks=False):
                if depth:
                    _check_inside(entry.path, depth - 1)
            elif not entry.is_file(follow_symlinks=False):
                raise _build_error(Path(entry.path), "no regular file")


def _build_error(path: Path, kind: str = "a link") -> LinkedStoreError:
    return LinkedStoreError(
        f"{path} is {kind}, and ripple writes only to files and folders of its own.",
        hint=f"Remove it: {path}",
        path=path,
    )
