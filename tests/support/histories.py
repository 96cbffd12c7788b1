"""Random histories of real git repositories: renames, reverts, branches, merges, rewrites."""

import os
import random
import subprocess
from pathlib import Path

NAMES = [f"{folder}{letter}.txt" for folder in ("", "p/", "q/") for letter in "abcd"]


class RandomHistory:
    """A repository that grows and changes by random steps, the same for the same seed."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self._random = random.Random(seed)  # noqa: S311
        self._clock = 1_600_000_000
        root.mkdir(parents=True)
        self.git("init", "--quiet", "--initial-branch", "main")
        self.edit()

    def git(self, *arguments: str, check: bool = True) -> str:
        self._clock += self._random.randrange(4_000_000)
        moment = f"{self._clock} +0000"
        who = ("-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "gc.auto=0")
        done = subprocess.run(
            ["git", *who, *arguments],
            cwd=self.root,
            env={**os.environ, "GIT_AUTHOR_DATE": moment, "GIT_COMMITTER_DATE": moment},
            capture_output=True,
            text=True,
            check=check,
        )
        return done.stdout.strip()

    @property
    def head(self) -> str:
        return self.git("rev-parse", "HEAD")

    def step(self) -> str:
        """Do something, and return what."""
        steps = {
            self.edit: 6,
            self.rename: 4,
            self.delete: 2,
            self.revert: 1,
            self.switch: 3,
            self.merge: 4,
            self.amend: 1,
            self.go_back: 1,
            self.write_commit_graph: 1,
        }
        (chosen,) = self._random.choices(list(steps), list(steps.values()))
        chosen()
        return str(chosen.__name__)

    def edit(self) -> None:
        for name in self._random.sample(NAMES, self._random.randrange(1, 5)):
            path = self.root / name
            path.parent.mkdir(exist_ok=True)
            lines = path.read_text().splitlines() if path.exists() else self._write_lines(name)
            lines[self._random.randrange(len(lines))] = f"changed {self._random.random()}"
            path.write_text("\n".join(lines) + "\n")
        self._commit("edit")

    def rename(self) -> None:
        files = self._list_files()
        if files:
            for old in self._random.sample(files, min(len(files), self._random.randrange(1, 3))):
                new = self.root / self._random.choice(NAMES)
                if not new.exists():
                    new.parent.mkdir(exist_ok=True)
                    (self.root / old).rename(new)
            if self._random.random() < 0.3:
                self.edit()
            self._commit("rename")

    def delete(self) -> None:
        files = self._list_files()
        if files:
            (self.root / self._random.choice(files)).unlink()
            self._commit("delete")

    def revert(self) -> None:
        commits = self.git("rev-list", "--no-merges", "--max-count=4", "HEAD").split()
        self.git("revert", "--no-edit", self._random.choice(commits), check=False)
        self.git("revert", "--abort", check=False)

    def switch(self) -> None:
        branch = self._random.choice(["main", "one", "two"])
        if self.git("branch", "--list", branch):
            self.git("checkout", "--quiet", branch)
        else:
            self.git("checkout", "--quiet", "-b", branch)

    def merge(self) -> None:
        branches = self.git("for-each-ref", "--format=%(refname:short)", "refs/heads").split()
        way = self._random.choice([("--no-ff",), ("--ff",), ("--no-ff", "-s", "ours")])
        chosen = self._random.sample(branches, self._random.choice([1, 1, 2]) % (len(branches) + 1))
        self.git("merge", "--quiet", "--no-edit", *way, *chosen, check=False)
        self.git("merge", "--abort", check=False)

    def amend(self) -> None:
        self.git("commit", "--quiet", "--amend", "--allow-empty", "--message", "other words")

    def go_back(self) -> None:
        self.git("reset", "--hard", "--quiet", "HEAD~1", check=False)

    def write_commit_graph(self) -> None:
        """Let git walk the history in another way, which must not show."""
        self.git("commit-graph", "write", "--reachable")

    def _list_files(self) -> list[str]:
        return self.git("ls-files").split()

    def _write_lines(self, name: str) -> list[str]:
        return [f"{name} {self._random.randrange(3)} line {number}" for number in range(12)]

    def _commit(self, message: str) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
