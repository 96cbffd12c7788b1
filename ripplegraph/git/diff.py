"""Differences between two states of a repository: files, contents, hunks."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ripplegraph.errors import UsageError
from ripplegraph.git.blobs import LARGEST_BYTES, read_blobs
from ripplegraph.git.command import read_git, run_git
from ripplegraph.trust.regular_files import read_start

_EMPTY_TREES = (
    "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
)
"""Ids of the tree without files: git knows it in every repository, by the id of its kind."""
_HUNK = re.compile(rb"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)
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
    """Two states of a repository: a commit, and the state that is compared with it."""

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
    """Compare the files on the disk, or the staged ones, with the checked-out commit."""
    head = run_git(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    base = _find_empty_tree(root) if head.code else head.output.decode().strip()
    return Comparison(base, staged=staged)


def compare_commit(root: Path, revision: str) -> Comparison:
    """Compare a commit with its first parent."""
    commit = _resolve(root, revision)
    parent = run_git(root, "rev-parse", "--verify", "--quiet", f"{commit}^1")
    base = _find_empty_tree(root) if parent.code else parent.output.decode().strip()
    return Comparison(base, commit)


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
    records = list(_read_records(root, comparison))
    contents = read_blobs(root, (blob for record, _ in records for blob in _list_blobs(record)))
    found = [_build(root, record, patch, contents) for record, patch in records]
    if comparison.target is None and not comparison.staged:
        found += _read_untracked(root)
    return found


def _find_empty_tree(root: Path) -> str:
    kind = run_git(root, "rev-parse", "--show-object-format").output.strip()
    return _EMPTY_TREES[kind == b"sha256"]


def _resolve(root: Path, revision: str) -> str:
    question = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    result = run_git(root, *question) if "\0" not in revision else None
    if result is None or result.code:
        raise UsageError(
            f"{revision!r:.120} is no commit here.",
            hint="Name a commit, a branch or a tag; a shallow clone may lack it.",
        )
    return result.output.decode().strip()


class Record(NamedTuple):
    """A file that differs, as git lists it."""

    old_mode: str
    new_mode: str
    old_blob: str
    new_blob: str
    old_path: str | None
    new_path: str | None
    on_disk: bool
    """Whether the new side is on the disk."""


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
        modes_and_blobs = (old_mode, new_mode, old_blob, new_blob)
        yield Record(*modes_and_blobs, old_path, new_path, on_disk), own


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


def _list_blobs(record: Record) -> Iterator[str]:
    """Yield the ids of those contents of a record that git has."""
    if record.old_path is not None and _is_file(record.old_mode):
        yield record.old_blob
    if record.new_path is not None and _is_file(record.new_mode) and not record.on_disk:
        yield record.new_blob


def _build(
    root: Path, record: Record, patch: bytes, contents: Mapping[str, bytes | None]
) -> FileDiff:
    old_spans, new_spans = [], []
    for match in _HUNK.finditer(patch):
        old_spans.append(_build_span(match[1], match[2]))
        new_spans.append(_build_span(match[3], match[4]))
    has_old = record.old_path is not None and _is_file(record.old_mode)
    return FileDiff(
        record.old_path,
        record.new_path,
        contents[record.old_blob] if has_old else None,
        _find_new(root, record, contents) if _is_file(record.new_mode) else None,
        tuple(old_spans),
        tuple(new_spans),
    )


def _build_span(start: bytes, count: bytes | None) -> Span:
    first = int(start)
    return first, first + (1 if count is None else int(count)) - 1


def _is_file(mode: str) -> bool:
    return mode.strip("0") != "" and mode not in (_LINK, _SUBMODULE)


def _find_new(root: Path, record: Record, contents: Mapping[str, bytes | None]) -> bytes | None:
    if record.new_path is None:
        return None
    return _read_disk(root / record.new_path) if record.on_disk else contents[record.new_blob]


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
