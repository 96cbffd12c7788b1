"""Finds files that moved since a commit, committed or not, with git's own detection."""

import os
import stat
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ripplegraph.git.command import read_git, run_git

_REGULAR = ("100644", "100755")
_GONE = "D"
_MOST_UNTRACKED = 2_000
"""More untracked files than this are not hashed to find moves among them."""
_LARGEST_BYTES = 10_000_000


def find_renames(root: Path, commit: str) -> dict[str, str]:
    """Return old and new paths of files that moved between a commit and what is on the disk.

    Tracked files are paired by git, by exact or similar content. Git's comparison leaves out
    untracked ones; a file that is gone is paired with an untracked one of exactly its content, if
    there is just one of each. Copies are no renames. Without the commit there are no answers.
    """
    renames, gone = _compare(root, commit)
    if gone:
        renames |= _pair_untracked(root, gone)
    return dict(sorted(renames.items()))


def _compare(root: Path, commit: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the renames that git finds, and the contents of files that are gone without one."""
    result = run_git(
        root,
        *("diff-index", "--raw", "-z", "--ignore-submodules=all"),
        *("-M50%", "-l1000", commit, "--"),
    )
    if result.code:
        return {}, {}
    renames: dict[str, str] = {}
    gone: dict[str, str] = {}
    records = iter(result.output.split(b"\0"))
    for record in records:
        if not record:
            continue
        old_mode, _, blob, _, status = record[1:].decode().split(" ")
        path = os.fsdecode(next(records))
        if status.startswith("R"):
            renames[path] = os.fsdecode(next(records))
        elif status == _GONE and old_mode in _REGULAR:
            gone[path] = blob
    return renames, gone


def _pair_untracked(root: Path, gone: Mapping[str, str]) -> dict[str, str]:
    output = read_git(root, "ls-files", "-z", "--others", "--exclude-standard")
    paths = [os.fsdecode(path) for path in output.split(b"\0") if path]
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path, blob in _hash(root, [path for path in paths if _is_worth_hashing(root / path)]):
        places[blob].append(path)
    alike = Counter(gone.values())
    return {
        path: places[blob][0]
        for path, blob in gone.items()
        if alike[blob] == 1 and len(places[blob]) == 1
    }


def _is_worth_hashing(path: Path) -> bool:
    """Leave out empty files, which are all alike, huge ones, and names that take two lines."""
    try:
        status = path.lstat()
    except OSError:
        return False
    fits = stat.S_ISREG(status.st_mode) and 0 < status.st_size <= _LARGEST_BYTES
    return fits and "\n" not in str(path) and os.access(path, os.R_OK)


def _hash(root: Path, paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield paths with the ids that git would give to their contents, filters applied."""
    if not paths or len(paths) > _MOST_UNTRACKED:
        return
    # A name that starts with a quotation mark would be taken for a quoted one.
    names = b"".join(b"./" + os.fsencode(path) + b"\n" for path in paths)
    result = run_git(root, "hash-object", "--stdin-paths", source=names)
    if result.code == 0:
        yield from zip(paths, result.output.decode().split(), strict=True)
