"""Copies of repositories that may be changed at will."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.support.equality import Twin
from tests.support.repository import commit_all, git


def is_repository(folder: Path) -> bool:
    """Whether a folder is a git repository, bare or with a work tree."""
    return (folder / ".git").exists() or (folder / "HEAD").exists()


def copy_repository(repository: Path, folder: Path) -> Twin:
    root = folder / "project"
    if is_repository(repository):
        git(Path.cwd(), "clone", "--quiet", str(repository), str(root))
    else:
        shutil.copytree(repository, root, symlinks=True, ignore=shutil.ignore_patterns(".ripple"))
        git(root, "init", "--quiet")
        commit_all(root, "first")
    return Twin(root, folder / "beside")
