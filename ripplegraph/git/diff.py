"""Reads what changed between two states of a repository: files, their contents, their hunks."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ripplegraph.errors import UsageError
from ripplegraph.git.command import read_git, run_git
from ripplegraph.trust.regular import read_start

EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
LARGEST_BYTES = 5_000_000
"""The content of a larger file is not read."""
_HUNK = re.compile(rb"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)
_NO_BLOB = "0" * 40
_DIFF = (
    *("-c", "diff.autoRefreshIndex=false", "-c", "core.quotePath=false"),
    *("-c", "diff.noprefix=false", "-c", "diff.mnemonicPrefix=false", "diff"),
    *("--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty"),
)
"""Git would write down what it learns about the times of files; a question changes nothing.

In a submodule it would run what the configuration there names.
"""
_PATCH = (
    *("-U0", "--inter-hunk-context=0", "--submodule=short"),
    "--no-color",
)
_HEADER = re.compile(rb"^diff --git (.*)$", re.MULTILINE)
_QUOTED = re.compile(rb'[\x00-\x1f"\\\x7f]')
"""What makes git quote the name of a file."""
_LINK = "120000"
_SUBMODULE = "160000"

Span = tuple[int, int]
"""First and last line; the last is one less than the first where there is no line."""


@dataclass(frozen=True)
class Comparison:
    """Two states of a repository: a commit, and what is compared with it."""

    base: str
    target: str | None = None
    """A commit; None means what is staged or what is on the disk."""
    staged: bool = False


@dataclass(frozen=True)
class FileDiff:
    """A file that differs; a path is None on the side where the file does not exist."""

    old_path: str | None
    new_path: str | None
    old: bytes | None
    new: bytes | None
    old_spans: tuple[Span, ...] = field(default=(), repr=False)
    new_spans: tuple[Span, ...] = field(default=(), repr=False)

    @property
    def path(self) -> str:
        return self.new_path or self.old_path or ""


def build_comparison(root: Path, wanted: Comparison | str | None) -> Comparison:
    """Return a comparison, maybe written as a commit or a range; None is the worktree's."""
    if isinstance(wanted, Comparison):
        return wanted
    if wanted is None:
        return compare_worktree(root)
    return compare_range(root, wanted) if ".." in wanted else compare_commit(root, wanted)


def compare_worktree(root: Path, *, staged: bool = False) -> Comparison:
    """Compare what is on the disk, or staged, with the checked-out commit."""
    head = run_git(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    base = head.output.decode().strip() if not head.code else EMPTY_TREE
    return Comparison(base, staged=staged)


def compare_commit(root: Path, revision: str) -> Comparison:
    """Compare a commit with its first parent."""
    commit = _resolve(root, revision)
    parent = run_git(root, "rev-parse", "--verify", "--quiet", f"{commit}^1")
    return Comparison(parent.output.decode().strip() if not parent.code else EMPTY_TREE, commit)


def compare_range(root: Path, text: str) -> Comparison:
    """Compare the end of a range with where it left its beginning: what `A..B` adds to A."""
    start, dots, end = text.partition("...") if "..." in text else text.partition("..")
    if not dots:
        raise UsageError(f"{text!r} is no range.", hint="Write it like origin/main..HEAD.")
    first, last = _resolve(root, start or "HEAD"), _resolve(root, end or "HEAD")
    merge_base = run_git(root, "merge-base", first, last)
    return Comparison(merge_base.output.decode().strip() or first, last)


def read_diff(root: Path, comparison: Comparison) -> list[FileDiff]:
    """Return the files that differ, with their contents and the lines that differ."""
    found = [_build(root, *record) for record in _read_records(root, comparison)]
    if comparison.target is None and not comparison.staged:
        found += _read_untracked(root)
    return found


def _resolve(root: Path, revision: str) -> str:
    question = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    result = run_git(root, *question) if "\0" not in revision else None
    if result is None or result.code:
        raise UsageError(
            f"{revision!r:.120} is no commit here.",
            hint="Name a commit, a branch or a tag; a shallow clone may lack it.",
        )
    return result.output.decode().strip()


Record = tuple[str, str, str, str, str | None, str | None, bool]
"""Modes and blobs of both sides, both paths, and whether the new side is on the disk."""
_PATCHES = {"T": 2, "U": 0}
"""How many patches a record has that does not have one: a change of type, an open conflict."""


def _read_records(root: Path, comparison: Comparison) -> Iterator[tuple[Record, bytes]]:
    arguments = _build_arguments(comparison)
    raw = read_git(root, *_DIFF, "--raw", "-z", "--no-abbrev", "-M", *arguments)
    patches = _Patches(read_git(root, *_DIFF, *_PATCH, "-M", *arguments))
    on_disk = comparison.target is None and not comparison.staged
    fields = iter(raw.split(b"\0"))
    for head in filter(None, fields):
        old_mode, new_mode, old_blob, new_blob, status = head.decode()[1:].split(" ")
        name = next(fields)
        path = os.fsdecode(name)
        other = os.fsdecode(next(fields)) if status[0] in "RC" else path
        if status[0] == "M" and old_mode == new_mode and not patches.is_next(name):
            # Only the times of the file are others than git remembers.
            continue
        old_path = None if status[0] in "AC" else path
        new_path = None if status[0] == "D" else other
        own = patches.take(_PATCHES.get(status[0], 1))
        yield (old_mode, new_mode, old_blob, new_blob, old_path, new_path, on_disk), own


class _Patches:
    """The patches of a diff, in the order of its records; some records have none."""

    def __init__(self, text: bytes) -> None:
        _, *parts = _HEADER.split(text)
        self._headers = parts[::2]
        self._bodies = parts[1::2]
        self._at = 0

    def is_next(self, name: bytes) -> bool:
        """Tell whether the next patch is that of a file."""
        if self._at >= len(self._headers):
            return False
        header = self._headers[self._at]
        if _QUOTED.search(name):
            return header.startswith(b'"')
        return header == b"a/%b b/%b" % (name, name)

    def take(self, count: int) -> bytes:
        taken = self._bodies[self._at : self._at + count]
        self._at += count
        return b"".join(taken)


def _build_arguments(comparison: Comparison) -> Sequence[str]:
    if comparison.target is not None:
        return (comparison.base, comparison.target, "--")
    return ("--cached", comparison.base, "--") if comparison.staged else (comparison.base, "--")


def _build(root: Path, record: Record, patch: bytes) -> FileDiff:
    old_mode, new_mode, old_blob, new_blob, old_path, new_path, on_disk = record
    old_spans, new_spans = [], []
    for match in _HUNK.finditer(patch):
        old_spans.append(_build_span(match[1], match[2]))
        new_spans.append(_build_span(match[3], match[4]))
    return FileDiff(
        old_path,
        new_path,
        _read_blob(root, old_blob) if _is_file(old_mode) and old_path else None,
        _read_new(root, new_blob, new_path, on_disk=on_disk) if _is_file(new_mode) else None,
        tuple(old_spans),
        tuple(new_spans),
    )


def _build_span(start: bytes, count: bytes | None) -> Span:
    first = int(start)
    return first, first + (1 if count is None else int(count)) - 1


def _is_file(mode: str) -> bool:
    return mode.strip("0") != "" and mode not in (_LINK, _SUBMODULE)


def _read_new(root: Path, blob: str, path: str | None, *, on_disk: bool) -> bytes | None:
    if path is None:
        return None
    return _read_disk(root / path) if on_disk else _read_blob(root, blob)


def _read_blob(root: Path, blob: str) -> bytes | None:
    if blob == _NO_BLOB:
        return None
    size = run_git(root, "cat-file", "-s", blob)
    if size.code or int(size.output) > LARGEST_BYTES:
        return None
    return read_git(root, "cat-file", "blob", blob)


def _read_disk(path: Path) -> bytes | None:
    content = read_start(path, LARGEST_BYTES + 1)
    return content if content is not None and len(content) <= LARGEST_BYTES else None


def _read_untracked(root: Path) -> Iterable[FileDiff]:
    output = read_git(root, "ls-files", "-z", "--others", "--exclude-standard")
    for name in filter(None, output.split(b"\0")):
        path = os.fsdecode(name)
        content = None if (root / path).is_symlink() else _read_disk(root / path)
        lines = content.count(b"\n") + 1 if content else 0
        yield FileDiff(None, path, None, content, (), ((1, lines),))
