"""Reads which commit and branch are checked out, and nothing else."""

from pathlib import Path

from ripplegraph.git.command import run_git


def read_head(root: Path) -> tuple[str | None, str | None]:
    """Return the commit, if there is one yet, and the branch, unless HEAD is detached."""
    branch = run_git(root, "symbolic-ref", "--quiet", "--short", "HEAD")
    return read_commit(root), _read(branch.code, branch.output)


def read_commit(root: Path) -> str | None:
    """Return the commit that is checked out, if there is one yet."""
    commit = run_git(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    return _read(commit.code, commit.output)


def _read(code: int, output: bytes) -> str | None:
    return None if code else output.decode(errors="replace").strip() or None
