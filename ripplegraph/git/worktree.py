"""The state of a worktree: its commit, branch and changed files."""

import os
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from ripplegraph.git.background_process import spawn_git


class ChangeKind(StrEnum):
    """The kind of a file's difference from the checked-out commit."""

    ADDED = "added"
    MODIFIED = "modified"
    DELETED = "deleted"
    UNTRACKED = "untracked"
    CONFLICTED = "conflicted"


class Change(NamedTuple):
    """A file that differs from the checked-out commit."""

    path: str
    kind: ChangeKind
    unstaged: bool = True
    """Whether the file differs from its staged content, too; git knows that one by its id."""


class Worktree(NamedTuple):
    """The checked-out state: no commit in a new repository, no branch on a detached HEAD."""

    commit: str | None
    tree: str | None
    """The id of the commit's tree and, in a sparse checkout, which part of it is there."""
    branch: str | None
    changes: tuple[Change, ...]


_STATUS = (
    "status",
    "--porcelain=v2",
    "--branch",
    "-z",
    "--no-renames",
    "--untracked-files=all",
    "--ignore-submodules=dirty",
)


class PendingStatus:
    """A question to git about a worktree, asked while something else is done."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._spawned = spawn_git(root, *_STATUS)
        self._answer: Worktree | None = None

    def read(self) -> Worktree:
        """Wait for the answer; the tree is left out, it takes another question."""
        if self._answer is None:
            self._answer = self._read()
        return self._answer

    def _read(self) -> Worktree:
        code, output = (1, b"") if self._spawned is None else self._spawned.read()
        if code:
            from ripplegraph.git.command import read_git

            # Asked again, git says what it complains about.
            output = read_git(self._root, *_STATUS)
        return _parse_status(output)


def read_worktree(root: Path) -> Worktree:
    """Ask git for the commit, the branch and every changed or untracked file."""
    from ripplegraph.git.command import read_git

    found = _parse_status(read_git(root, *_STATUS))
    return found._replace(tree=_read_tree(root, found.commit)) if found.commit else found


def read_commit(root: Path) -> str | None:
    """Return the commit that is checked out; None in a new repository."""
    return _ask_quickly(root, "rev-parse", "--verify", "--quiet", "HEAD")


def has_monitor(root: Path) -> bool:
    """Tell whether a file system monitor tells git of changes."""
    answer = _ask_quickly(root, "config", "--get", "core.fsmonitor")
    return (answer or "false").lower() not in ("false", "no", "off", "0")


def _ask_quickly(root: Path, *question: str) -> str | None:
    """Return the line that git prints; None if it has no answer."""
    spawned = spawn_git(root, *question)
    if spawned is None:
        from ripplegraph.git.command import run_git

        result = run_git(root, *question)
        code, output = result.code, result.output
    else:
        code, output = spawned.read()
    return None if code else os.fsdecode(output).strip()


def find_changed_between(root: Path, first: str, second: str) -> list[str] | None:
    """Return the files that differ between two commits; None where one is not here."""
    from ripplegraph.git.command import run_git

    options = ("--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv")
    result = run_git(root, "diff", *options, first, second, "--")
    if result.code:
        return None
    return [os.fsdecode(path) for path in result.output.split(b"\0") if path]


def _parse_status(output: bytes) -> Worktree:
    records = [os.fsdecode(record) for record in output.split(b"\0") if record]
    headers = dict(record[2:].split(" ", 1) for record in records if record.startswith("# "))
    return Worktree(
        commit=_unless(headers["branch.oid"], "(initial)"),
        tree=None,
        branch=_unless(headers["branch.head"], "(detached)"),
        changes=tuple(_parse_change(record) for record in records if not record.startswith("# ")),
    )


def _read_tree(root: Path, commit: str) -> str:
    from ripplegraph.git.command import read_git, run_git

    asked = (f"{commit}^{{tree}}", "--git-path", "info/sparse-checkout")
    tree, patterns = os.fsdecode(read_git(root, "rev-parse", *asked)).split("\n", 1)
    from hashlib import sha256

    # Git keeps the file with the patterns when a checkout is sparse no more.
    try:
        content = Path(root, patterns.removesuffix("\n")).read_bytes()
    except OSError:
        return tree
    setting = run_git(root, "config", "--type=bool", "core.sparseCheckout").output.strip()
    return f"{tree} {sha256(content).hexdigest()}" if setting == b"true" else tree


def was_committed(root: Path, path: str) -> bool:
    """Tell whether the checked-out commit has a file."""
    from ripplegraph.git.command import run_git

    return run_git(root, "cat-file", "-e", f"HEAD:{path}").code == 0


def is_ignored(root: Path, path: str) -> bool:
    from ripplegraph.git.command import run_git

    return run_git(root, "check-ignore", "--quiet", "--", path).code == 0


def find_ignored(root: Path, paths: Iterable[str]) -> frozenset[str]:
    """Return those of the paths that git ignores; none of them is tracked."""
    from ripplegraph.git.command import run_git

    source = b"".join(os.fsencode(path) + b"\0" for path in paths)
    output = run_git(root, "check-ignore", "-z", "--stdin", source=source).output
    return frozenset(os.fsdecode(path) for path in output.split(b"\0") if path)


def _unless(value: str, absent: str) -> str | None:
    return None if value == absent else value


def _parse_change(record: str) -> Change:
    match record[0]:
        case "?":
            return Change(record[2:], ChangeKind.UNTRACKED)
        case "u":
            return Change(record.split(" ", 10)[10], ChangeKind.CONFLICTED)
    _, states, *_, path = record.split(" ", 8)
    unstaged = states[1] != "."
    if "D" in states:
        return Change(path, ChangeKind.DELETED, unstaged)
    return Change(path, ChangeKind.ADDED if "A" in states else ChangeKind.MODIFIED, unstaged)
