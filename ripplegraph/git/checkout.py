"""Writes the files of a commit into a folder, without touching the repository or its worktrees."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from ripplegraph.git.command import GitResult, build_error
from ripplegraph.git.environment import build_environment


def check_out(root: Path, commit: str, folder: Path) -> None:
    """Write the files of a commit below a folder, which is made."""
    folder.mkdir(parents=True)
    index = folder.with_name(f"{folder.name}.index")
    _run(root, index, "read-tree", "--reset", commit)
    _run(root, index, "checkout-index", "--all", "--quiet", f"--prefix={folder}{os.sep}")


def _run(root: Path, index: Path, *arguments: str) -> None:
    environment = {**build_environment(), "GIT_INDEX_FILE": str(index)}
    done = subprocess.run(
        ["git", "--no-optional-locks", *arguments],
        cwd=root,
        env=environment,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        result = GitResult(done.returncode, done.stdout, os.fsdecode(done.stderr).strip())
        raise build_error(root, result)
