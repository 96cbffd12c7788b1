"""Finds the readable part of a history whose objects are partly missing or damaged."""

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile

from ripplegraph.git.command import run_git

_ID = re.compile(r"\b[0-9a-f]{40}(?:[0-9a-f]{24})?\b")
_MOST_CUTS = 200
"""After so many places at which a history breaks off, the rest is given up."""


@dataclass
class Damage:
    """The unreadable part of a history."""

    cuts: set[str] = field(default_factory=set)
    """Commits whose parents cannot be read: the history ends there, before its beginning."""
    unreadable: int = 0
    """Commits whose changes cannot be read, since a tree is missing."""
    without_renames: int = 0
    """Commits in which no renames could be found, since contents are missing."""


@contextmanager
def cut_history(boundary: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Give the arguments that let git take commits for the first ones of their history."""
    if not boundary:
        yield ()
        return
    with NamedTemporaryFile("w", prefix="ripple-", suffix=".shallow") as file:
        file.write("".join(f"{commit}\n" for commit in sorted(boundary)))
        file.flush()
        yield ("--shallow-file", file.name)


def find_cuts(root: Path, head: str, boundary: Collection[str]) -> set[str] | None:
    """Return the commits of a broken history whose parents cannot be read.

    None means that there is no way to read even a part of it.
    """
    cuts: set[str] = set()
    while len(cuts) < _MOST_CUTS:
        with cut_history({*boundary, *cuts}) as arguments:
            walk = run_git(root, *arguments, "rev-list", "--parents", head, "--")
        if not walk.code:
            return cuts
        more = _find_broken(root, head, walk.output.decode(), set(_ID.findall(walk.complaint)))
        if not more - cuts:
            return None
        cuts |= more
    return None


def _find_broken(root: Path, head: str, output: str, named: set[str]) -> set[str]:
    """Find the commits that lead to those which git complains about."""
    named = {commit for commit in named if run_git(root, "cat-file", "commit", commit).code}
    walked = {commit: parents for commit, *parents in map(str.split, output.splitlines())}
    broken = {commit for commit, parents in walked.items() if named.intersection(parents)}
    ahead = {head, *(parent for parents in walked.values() for parent in parents)} - set(walked)
    for commit in ahead:
        found = run_git(root, "cat-file", "commit", commit)
        if found.code:
            broken |= {child for child, parents in walked.items() if commit in parents}
        elif named & {commit, *_find_parents(found.output)}:
            broken.add(commit)
    return broken


def _find_parents(content: bytes) -> Iterator[str]:
    for line in content.partition(b"\n\n")[0].split(b"\n"):
        if line.startswith(b"parent "):
            yield line[len(b"parent ") :].decode()
