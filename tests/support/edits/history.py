"""Steps that let git change what is checked out."""

from __future__ import annotations

from tests.support.edits.workspace import Workspace


class HistoryEdits(Workspace):
    """What people do with git between two scans."""

    def commit(self) -> str:
        self.commit_all()
        return ""

    def switch_branch(self) -> str:
        branch = self.random.choice(["main", "one", "two", "start"])
        if self.git("branch", "--list", branch):
            self.git(
                "checkout", "--quiet", *self.random.choice([("--force",), ("--merge",)]), branch
            )
        else:
            self.git("checkout", "--quiet", "-b", branch)
        return branch

    def stash(self) -> str:
        if self.git("stash", "list") and self.random.random() < 0.6:
            self.git("stash", "pop", "--quiet")
            return "pop"
        self.git("stash", "push", "--quiet", *self.random.choice([(), ("--include-untracked",)]))
        return "push"

    def discard(self) -> str:
        self.git("checkout", "--quiet", "--force", "HEAD", "--", ".")
        if self.random.random() < 0.5:
            self.git("clean", "-d", "--force", "--quiet", "--exclude", ".ripple")
        return ""

    def reset(self) -> str:
        way = self.random.choice(["--hard", "--soft", "--mixed"])
        self.git("reset", "--quiet", way, f"HEAD~{self.random.randrange(3)}")
        return way

    def revert(self) -> str:
        self.commit_all()
        self.git("revert", "--no-edit", "HEAD")
        self.git("revert", "--abort")
        return ""

    def merge(self) -> str:
        branch = self.random.choice(["main", "one", "two", "start"])
        self.git("merge", "--quiet", "--no-edit", branch)
        if self.random.random() < 0.7:
            self.git("merge", "--abort")
        return branch

    def stage(self) -> str:
        self.git("add", "--all")
        return ""

    def go_back(self) -> str:
        self.commit_all()
        self.git("checkout", "--quiet", "--detach", f"HEAD~{self.random.randrange(1, 4)}")
        return ""
