"""Answers to ripple's questions to git, read through GitPython, in the form that ripple has them.

`bench.speed.git_access` compares them with ripple's own. Each is written as GitPython's
documentation suggests: one `Repo`, its commits, diffs, index, references and configuration.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ripplegraph.git.blobs import LARGEST_BYTES
from ripplegraph.git.diff import FileDiff, Span
from ripplegraph.git.log import Commit, FileChange
from ripplegraph.git.process import OPTIONS
from ripplegraph.git.programs import build_environment
from ripplegraph.git.repository import Repository
from ripplegraph.git.worktree import Change, ChangeKind, Worktree

if TYPE_CHECKING:
    import git

_SUBMODULE = 0o160000
_LINK = 0o120000
_HUNK = re.compile(rb"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)
_SECTION = re.compile(r'^(\S+) "(.*)"$', re.DOTALL)


@contextmanager
def open_repository(root: Path, *, shielded: bool = True) -> Iterator[git.Repo]:
    """Open a repository; shielded means with ripple's switches and environment for git.

    Variables that would lead git elsewhere stay: GitPython can add to the environment only.
    """
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    from git import Repo

    with Repo(root, expand_vars=False) as repo:
        if shielded:
            names = {option.removeprefix("--").replace("-", "_"): True for option in OPTIONS}
            repo.git.set_persistent_git_options(**names)
            repo.git.update_environment(**build_environment(str(root), "diff"))
        yield repo


def read_history(repo: git.Repo, head: str = "HEAD") -> list[Commit]:
    """Return all commits but merges with their changes, newest first."""
    commits = repo.iter_commits(head, topo_order=True, no_merges=True)
    return [Commit(item.hexsha, item.committed_date, _read_changes(item)) for item in commits]


def _read_changes(commit: git.Commit) -> tuple[FileChange, ...]:
    from git import NULL_TREE

    first = commit.parents[0] if commit.parents else None
    diffs = commit.diff(NULL_TREE) if first is None else first.diff(commit, l=400)
    return tuple(change for item in diffs if (change := _read_change(item)) is not None)


def _read_change(item: git.Diff) -> FileChange | None:
    if _SUBMODULE in (item.a_mode, item.b_mode):
        return None
    try:
        old = item.a_rawpath.decode() if item.a_rawpath else None
        new = item.b_rawpath.decode() if item.b_rawpath else None
    except UnicodeDecodeError:
        return None
    letter = item.change_type or "M"
    path = (old if letter == "D" else new) or ""
    if letter.startswith("R"):
        return FileChange("R", path, old)
    return FileChange(letter if letter in "AD" else "M", path)


def read_worktree(repo: git.Repo) -> Worktree:
    """Return the commit, the branch and every changed or untracked file."""
    commit = repo.head.commit
    staged = {_get_path(item): item.change_type for item in repo.index.diff("HEAD", R=True)}
    unstaged = {_get_path(item): item.change_type for item in repo.index.diff(None)}
    conflicts = {os.fspath(path) for path in repo.index.unmerged_blobs()}
    changes = []
    for path in sorted({*staged, *unstaged} - conflicts, key=os.fsencode):
        letters = f"{staged.get(path) or ''}{unstaged.get(path) or ''}"
        kind = ChangeKind.DELETED if "D" in letters else ChangeKind.MODIFIED
        kind = ChangeKind.ADDED if "A" in letters and "D" not in letters else kind
        changes.append(Change(path, kind, path in unstaged))
    changes += [Change(path, ChangeKind.CONFLICTED) for path in sorted(conflicts)]
    changes += [Change(path, ChangeKind.UNTRACKED) for path in sorted(repo.untracked_files)]
    branch = None if repo.head.is_detached else repo.active_branch.name
    return Worktree(commit.hexsha, commit.tree.hexsha, branch, tuple(changes))


def _get_path(item: git.Diff) -> str:
    return os.fsdecode(item.b_rawpath or item.a_rawpath or b"")


def find_repository(folder: Path) -> Repository:
    """Return the worktree around a folder and the git folder that it shares with others."""
    from git import Repo

    with Repo(folder, search_parent_directories=True, expand_vars=False) as repo:
        shared = os.path.realpath(repo.common_dir)
        return Repository(Path(repo.working_tree_dir or ""), Path(shared))


def read_settings(repo: git.Repo) -> set[tuple[str, str]]:
    """Return the settings of the repository's own configuration."""
    found = set()
    with repo.config_reader("repository") as reader:
        for section in reader.sections():
            match = _SECTION.match(section)
            start = f"{match[1].lower()}.{match[2]}" if match else section.lower()
            for key, values in reader.items_all(section):
                found |= {(f"{start}.{key.lower()}", str(value)) for value in values}
    return found


def read_diff(repo: git.Repo, revision: str) -> list[FileDiff]:
    """Return what a commit changed against its first parent, with contents and lines."""
    from git import NULL_TREE

    commit = repo.commit(revision)
    if commit.parents:
        base, other = commit.parents[0], commit
        records, patches = base.diff(other), base.diff(other, create_patch=True, unified=0)
    else:
        records = commit.diff(NULL_TREE)
        patches = commit.diff(NULL_TREE, create_patch=True, unified=0)
    texts: dict[tuple[bytes | None, bytes | None], bytes] = {}
    for patch in patches:
        key = (patch.a_rawpath, patch.b_rawpath)
        texts[key] = texts.get(key, b"") + _read_text(patch)
    return [_build_diff(item, texts) for item in records]


def _read_text(patch: git.Diff) -> bytes:
    return patch.diff if isinstance(patch.diff, bytes) else (patch.diff or "").encode()


def _build_diff(item: git.Diff, texts: dict[tuple[bytes | None, bytes | None], bytes]) -> FileDiff:
    old = None if item.new_file or item.copied_file else os.fsdecode(item.a_rawpath or b"")
    new = None if item.deleted_file else os.fsdecode(item.b_rawpath or b"")
    before = None if item.new_file else item.a_rawpath
    after = None if item.deleted_file else item.b_rawpath
    # A change of type has two patches: one that deletes the file and one that adds it.
    keys = [(before, None), (None, after)] if item.change_type == "T" else [(before, after)]
    hunks = [hunk for key in keys for hunk in _HUNK.finditer(texts.get(key, b""))]
    return FileDiff(
        old,
        new,
        _read_blob(item.a_blob) if old is not None else None,
        _read_blob(item.b_blob) if new is not None else None,
        tuple(_build_span(hunk[1], hunk[2]) for hunk in hunks),
        tuple(_build_span(hunk[3], hunk[4]) for hunk in hunks),
    )


def _build_span(start: bytes, count: bytes | None) -> Span:
    first = int(start)
    return first, first + (1 if count is None else int(count)) - 1


def _read_blob(blob: git.IndexObject | None) -> bytes | None:
    if blob is None or blob.mode in (_LINK, _SUBMODULE) or blob.size > LARGEST_BYTES:
        return None
    content: bytes = blob.data_stream.read()
    return content


def read_contents(repo: git.Repo, blobs: Iterable[str]) -> dict[str, bytes]:
    """Return the contents of blobs, from the process that GitPython keeps for that."""
    return {blob: repo.git.get_object_data(blob)[3] for blob in blobs}


def find_range(repo: git.Repo, first: str, last: str) -> tuple[str, str]:
    """Return the merge base of two revisions, and the second commit."""
    start, end = repo.commit(first), repo.commit(last)
    (base,) = repo.merge_base(start, end)
    return base.hexsha, end.hexsha
