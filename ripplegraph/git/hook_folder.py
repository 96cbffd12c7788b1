"""Finds the folder of a repository's hooks, and judges whether ripple may write there."""

import os
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.git.command import read_git, run_git
from ripplegraph.git.repository import Repository
from ripplegraph.git.worktree import is_ignored

_HUSKY = ".husky"


@dataclass(frozen=True)
class HooksFolder:
    """The folder where git looks for hooks; with an objection, ripple leaves it alone."""

    path: Path
    objection: str | None = None
    place: Path | None = None
    """Where the hooks are that people write, if not in the folder itself."""


def find_hooks_folder(repository: Repository) -> HooksFolder:
    """Ask git for the folder of hooks, which `core.hooksPath` may have moved."""
    root = repository.root
    output = read_git(root, "rev-parse", "--git-path", "hooks")
    path = Path(os.path.abspath(root / os.fsdecode(output.removesuffix(b"\n"))))  # noqa: PTH100
    scope = _read_scope(root)
    if _leads_out(path, root) or _leads_out(path, repository.common_dir):
        return HooksFolder(path, "a link there leads out of the repository")
    if scope is None:
        return HooksFolder(path)
    if scope in ("global", "system"):
        return HooksFolder(
            path, f"core.hooksPath is a {scope} setting, so all your repositories share it"
        )
    if path.is_relative_to(repository.common_dir):
        return HooksFolder(path)
    if not path.is_relative_to(root):
        return HooksFolder(
            path, "core.hooksPath lies outside the repository, where others may share it"
        )
    return _judge_inside(root, path)


def _leads_out(path: Path, folder: Path) -> bool:
    real = os.path.realpath(folder)
    return path.is_relative_to(folder) and not Path(os.path.realpath(path)).is_relative_to(real)


def _judge_inside(root: Path, path: Path) -> HooksFolder:
    inner = path.relative_to(root)
    if inner.parts[:1] == (_HUSKY,):
        if inner.parts[1:2] == ("_",):
            reason = "husky writes the hooks there again whenever packages are installed"
            return HooksFolder(path, reason, place=root / _HUSKY)
        return HooksFolder(path, "husky's hooks there are committed for everyone")
    if run_git(root, "ls-files", "--error-unmatch", "--", f":(top,literal){inner}").code == 0:
        return HooksFolder(path, "the hooks there are committed for everyone")
    if not is_ignored(root, f"{inner}/post-commit"):
        return HooksFolder(path, "the hooks there are not ignored, so they would be committed")
    return HooksFolder(path)


def _read_scope(root: Path) -> str | None:
    """Return where `core.hooksPath` is set: system, global, local, worktree or command."""
    result = run_git(root, "config", "--show-scope", "--get", "core.hooksPath")
    return None if result.code else os.fsdecode(result.output).split("\t", 1)[0]
