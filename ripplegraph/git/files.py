"""Lists the files of a worktree as git sees them: tracked, or new and not ignored."""

import os
from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from ripplegraph.git.programs import find_disabled_filters
from ripplegraph.git.worktree import ChangeKind, Worktree

SUBMODULE_MODE = "160000"
REGULAR_MODES = frozenset({"100644", "100755"})
_LOOKED_AT_TAG: Final = "H"
_LOOKED_AT: Final = b"H "


class ListedFile(NamedTuple):
    """A path that git knows; only a tracked one has a mode and the id of its staged content."""

    path: str
    mode: str | None = None
    blob: str | None = None
    is_as_staged: bool = False
    """Whether git looked and found a regular file with just this content."""

    @property
    def is_repository(self) -> bool:
        """Whether this is a submodule, or a repository that lies in the worktree untracked."""
        return self.mode == SUBMODULE_MODE or self.path.endswith("/")


class Listing:
    """The tracked files, as the index lists them; it is taken apart only where that is needed."""

    def __init__(self, output: bytes, filtered: frozenset[str] = frozenset()) -> None:
        self._output = output
        self._filtered = filtered
        """Files whose filter is switched off: git cannot tell whether they are as staged."""

    @cached_property
    def fingerprint(self) -> str:
        """The same as long as no file is staged, unstaged or marked."""
        return blake2b(self._output, digest_size=16).hexdigest()

    @property
    def is_looked_at(self) -> bool:
        """Whether git looks at every file, and was not told to leave some alone."""
        if self._filtered:
            return False
        records = self._output.count(b"\0")
        first = self._output.startswith(_LOOKED_AT)
        return self._output.count(b"\0" + _LOOKED_AT) + first == records

    def find(self, path: str) -> ListedFile | None:
        """Return a file, if it is tracked."""
        name = b"\t" + os.fsencode(path) + b"\0"
        at = self._output.find(name)
        while at >= 0:
            start = self._output.rfind(b"\0", 0, at) + 1
            item = self._parse(self._output[start : at + len(name) - 1])
            if item.path == path:
                return item
            # The name of another file ends like this, after a tab.
            at = self._output.find(name, at + 1)
        return None

    def __iter__(self) -> Iterator[ListedFile]:
        """Yield every file once."""
        last = None
        for data in self._output.split(b"\0"):
            if data:
                item = self._parse(data)
                if item.path != last:
                    yield item
                last = item.path

    def _parse(self, data: bytes) -> ListedFile:
        item = _parse_record(os.fsdecode(data))
        return without_content(item) if item.path in self._filtered else item


LISTING = ("ls-files", "-z", "--stage", "-v")


def read_listing(root: Path) -> Listing:
    """Ask git for the files in the index with the ids of their content."""
    from ripplegraph.git.command import read_git

    return parse_listing(root, read_git(root, *LISTING))


def parse_listing(root: Path, output: bytes) -> Listing:
    """Build a listing from the output of git."""
    filters = find_disabled_filters(str(root))
    return Listing(output, _find_filtered(root, filters) if filters else frozenset())


def _find_filtered(root: Path, filters: frozenset[str]) -> frozenset[str]:
    """Return the files that one of these filters is for."""
    from ripplegraph.git.command import read_git, run_git

    names = read_git(root, "ls-files", "-z")
    result = run_git(root, "check-attr", "-z", "--stdin", "filter", source=names)
    fields = [os.fsdecode(field) for field in result.output.split(b"\0")]
    rows = zip(fields[::3], fields[2::3], strict=False)
    return frozenset(path for path, value in rows if value in filters)


def list_files(listing: Listing, worktree: Worktree) -> Iterator[ListedFile]:
    """Yield every tracked or untracked path once, without those that git says are deleted."""
    unstaged = {change.path: change.kind for change in worktree.changes if change.unstaged}
    for item in listing:
        kind = unstaged.get(item.path)
        # What is deleted may seem to be there, in a folder that a link took the place of.
        if kind is not ChangeKind.DELETED:
            yield item if kind is None else without_content(item)
    for change in worktree.changes:
        if change.kind is ChangeKind.UNTRACKED:
            yield ListedFile(change.path)


def list_some_files(
    listing: Listing, worktree: Worktree, paths: Iterable[str]
) -> Iterator[ListedFile]:
    """Yield those of these paths that `list_files` would yield."""
    changes = {change.path: change for change in worktree.changes}
    for path in paths:
        item, change = listing.find(path), changes.get(path)
        if item is not None:
            if change is None or not change.unstaged:
                yield item
            elif change.kind is not ChangeKind.DELETED:
                yield without_content(item)
        elif change is not None and change.kind is ChangeKind.UNTRACKED:
            yield ListedFile(path)


def without_content(item: ListedFile) -> ListedFile:
    """Return a file that differs from its staged content, whose id says nothing about it then."""
    return item._replace(blob=None, is_as_staged=False)


def _parse_record(record: str) -> ListedFile:
    description, _, path = record.partition("\t")
    tag, mode, blob, stage = description.split(" ")
    # In a conflict the index holds several contents, none of which is the file's. Another tag marks
    # files that git was told not to look at.
    known = blob if stage == "0" and tag == _LOOKED_AT_TAG else None
    return ListedFile(path, mode, known, mode in REGULAR_MODES and known is not None)
