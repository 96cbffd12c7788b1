"""The checked-out commit and branch, and nothing else."""

from pathlib import Path

from ripplegraph.git.command import run_git
from ripplegraph.git.worktree import read_commit


def read_head(root: Path) -> tuple[str | None, str | None]:
    """Return the commit, if there is one yet, and the branch, unless HEAD is detached."""
    branch = run_git(root, "symbolic-ref", "--quiet", "--short", "HEAD")
    name = branch.output.decode(errors="replace").strip()
    return read_commit(root), None if branch.code else name or None
