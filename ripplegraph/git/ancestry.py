"""Ancestry of commits: which are part of the checked-out history."""

from collections.abc import Collection
from pathlib import Path

from ripplegraph.git.command import run_git


def find_reached(root: Path, commits: Collection[str]) -> dict[str, bool]:
    """Tell for each commit whether HEAD has it; commits that are not here are left out.

    Left out are also commits that no branch has any more: what became of them is unknown.
    """
    known = _find_known(root, commits)
    if not known:
        return {}
    unreached = _find_unreached(root, known, "^HEAD")
    lost = find_lost(root, unreached)
    return {commit: commit not in unreached for commit in sorted(known - lost)}


def find_lost(root: Path, commits: Collection[str]) -> set[str]:
    """Return the commits that no branch has any more: merged as something else, or given up."""
    if not commits:
        return set()
    known = _find_known(root, commits)
    return {*commits} - known | _find_unreached(root, known, "--not", "--branches", "--remotes")


def _find_known(root: Path, commits: Collection[str]) -> set[str]:
    names = "".join(f"{commit}^{{commit}}\n" for commit in sorted(commits))
    result = run_git(root, "cat-file", "--batch-check=%(objectname)", source=names.encode())
    found = result.output.decode(errors="replace").split("\n")
    return {name for name in found if name in commits}


def _find_unreached(root: Path, commits: Collection[str], *without: str) -> set[str]:
    """Return those of the commits that the given revisions do not lead to."""
    if not commits:
        return set()
    names = "".join(f"{commit}\n" for commit in sorted(commits)).encode()
    result = run_git(root, "rev-list", "--stdin", *without, source=names)
    if result.code:
        return set()
    return set(result.output.decode().split()).intersection(commits)
