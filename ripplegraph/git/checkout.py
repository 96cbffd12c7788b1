"""Writes the files of a commit into a folder, without touching the repository or its worktrees."""

from __future__ import annotations

import os
from pathlib import Path

from ripplegraph.git.command import build_error, run_git


def check_out(root: Path, commit: str, folder: Path) -> None:
    """Write the files of a commit below a folder, which is made."""
    folder.mkdir(parents=True)
    index = folder.with_name(f"{folder.name}.index")
    # The configuration of a submodule is its own.
    _run(root, index, "read-tree", "--no-recurse-submodules", "--reset", commit)
    _run(root, index, "checkout-index", "--all", "--quiet", f"--prefix={folder}{os.sep}")


def _run(root: Path, index: Path, *arguments: str) -> None:
    result = run_git(root, *arguments, variables={"GIT_INDEX_FILE": str(index)})
    if result.code:
        raise build_error(root, result)
