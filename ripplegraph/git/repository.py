"""Finds the repository and worktree that a folder belongs to."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ripplegraph.errors import GitMissingError, NotAProjectError
from ripplegraph.git.discovery import find_plain_worktree
from ripplegraph.trust.regular_files import read_start

_LARGEST = 100_000_000

if TYPE_CHECKING:
    from ripplegraph.git.process import GitResult


class Repository(NamedTuple):
    """One worktree of a git repository, and the folder that all its worktrees share."""

    root: Path
    common_dir: Path


def find_repository(folder: Path) -> Repository | None:
    """Find the worktree around a folder; None means that no repository is there."""
    real = os.path.realpath(folder)
    plain = find_plain_worktree(real)
    if plain is not None:
        found: Repository | None = Repository(Path(plain[0]), Path(plain[1]))
    else:
        found = _ask_git(folder)
    if found is not None and not (plain and _is_ordinary(plain)):
        from ripplegraph.git.worktree_check import check_links

        check_links(real, root=found.root, common_dir=found.common_dir)
    return found


def _is_ordinary(plain: tuple[str, str]) -> bool:
    """Tell whether the git folder is a folder in its worktree, and no link."""
    root, shared = plain
    inside = os.path.join(root, ".git")  # noqa: PTH118 - before each answer
    return shared == inside and not os.path.islink(inside)  # noqa: PTH114


def read_shallow_boundary(repository: Repository) -> frozenset[str]:
    """Return the commits of a shallow clone without their parents: what they changed is unknown."""
    content = read_start(repository.common_dir / "shallow", _LARGEST) or b""
    return frozenset(content.decode(errors="replace").split())


def _ask_git(folder: Path) -> Repository | None:
    from ripplegraph.git.command import run_git

    try:
        result = run_git(
            folder, "rev-parse", "--is-bare-repository", "--git-common-dir", "--show-toplevel"
        )
    except GitMissingError:
        if any((parent / ".git").exists() for parent in (folder, *folder.parents)):
            raise
        return None
    if result.code:
        _raise_unless_outside(folder, result)
        return None
    # The root comes last because a folder's name may hold a line break.
    _, common_dir, root = os.fsdecode(result.output).removesuffix("\n").split("\n", 2)
    return Repository(root=Path(root), common_dir=(folder / common_dir).resolve())


def _raise_unless_outside(folder: Path, result: "GitResult") -> None:
    from ripplegraph.git.command import build_error

    if "not a git repository" in result.complaint:
        return
    is_refused = "safe.bareRepository" in result.complaint
    if is_refused or "must be run in a work tree" in result.complaint:
        # A folder that looks like a bare repository may have come with the files of another one.
        inside = ".git" in Path(os.path.realpath(folder)).parts
        bare = not inside if is_refused else result.output.startswith(b"true")
        raise NotAProjectError(
            f"{folder} is {'a bare repository' if bare else 'inside .git'}, which has no files.",
            hint="Run ripple in a working tree of the repository.",
            path=folder,
        )
    raise build_error(folder, result)
