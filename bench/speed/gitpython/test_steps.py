"""What helps tests to make repositories, by processes of git and through GitPython."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from bench.speed.gitpython.answers import open_repository
from bench.speed.gitpython.repositories import build_plain
from tests.support.repository import commit_all, git, write_settings

Pair = tuple[Callable[[], Any], Callable[[], Any]]
"""The same question to ripple's own code and to GitPython."""


class HelperPairs:
    """Steps on a small repository, each in both ways."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._root = build_plain(folder / "helped")
        self._numbers = count()

    def list_pairs(self) -> dict[str, Pair]:
        return {
            "tests: commit": (self.commit_by_git, self.commit_by_python),
            "tests: commit, loose objects": (self.commit_by_git, self.commit_loosely),
            "tests: commit, head by GitPython": (self.commit_by_git, self.commit_by_both),
            "tests: head": (self.read_head_by_git, self.read_head_by_python),
            "tests: ten settings": (self.write_by_git, self.write_by_python),
            "tests: init": (self.make_by_git, self.make_by_python),
        }

    def commit_by_git(self) -> str:
        self._change()
        return commit_all(self._root, "more")

    def commit_by_both(self) -> str:
        self._change()
        git(self._root, "add", "--all")
        git(self._root, "commit", "--quiet", "--allow-empty", "--message", "more")
        return self.read_head_by_python()

    def commit_by_python(self, **options: Any) -> str:
        """Commit through GitPython; options say where it keeps objects."""
        from git import Repo

        self._change()
        with Repo(self._root, **options) as repo:
            repo.git.add("--all")
            return repo.index.commit("more", skip_hooks=True).hexsha

    def commit_loosely(self) -> str:
        """Commit with objects that this process writes itself, which runs no hook."""
        from gitdb import LooseObjectDB

        return self.commit_by_python(odbt=LooseObjectDB)

    def read_head_by_git(self) -> str:
        return git(self._root, "rev-parse", "HEAD")

    def read_head_by_python(self) -> str:
        from git import SymbolicReference

        with open_repository(self._root, shielded=False) as repo:
            return str(SymbolicReference.dereference_recursive(repo, "HEAD"))

    def write_by_git(self) -> None:
        for number in range(10):
            git(self._root, "config", f"some.name.key{number}", "value")

    def write_by_python(self) -> None:
        settings = {f"some.name.key{number}": "value" for number in range(10)}
        write_settings(self._root / ".git" / "config", settings)

    def make_by_git(self) -> None:
        git(self._folder, "init", "--quiet", "--initial-branch", "main", self._name())

    def make_by_python(self) -> None:
        from git import Repo

        Repo.init(self._folder / self._name(), initial_branch="main").close()

    def _name(self) -> str:
        return f"new-{next(self._numbers)}"

    def _change(self) -> None:
        (self._root / "a.py").write_text(f"x = {next(self._numbers)}\n")
