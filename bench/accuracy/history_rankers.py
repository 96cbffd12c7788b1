"""What is compared on a history: ripple's ranking, in this process or as a command, and baselines.

A ranker is asked about a file of a scanned checkout, and answers with paths, best first.
"""

from __future__ import annotations

import shlex
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Protocol

from ripplegraph.app.project import Project, open_project
from ripplegraph.cli.impact_options import DEFAULT_LIMIT
from ripplegraph.graph.model import EdgeKind
from ripplegraph.impact.formats.paths import build_paths
from ripplegraph.store.sql.codes import EDGE_KIND_CODES

_LARGEST = 30
"""Commits with more files than this count for no pair."""
_IMPORTS = 1 << EDGE_KIND_CODES[EdgeKind.IMPORTS]
_PAIRS = (
    "SELECT others.path, count(*) FROM history_paths AS own "
    "JOIN history_touches AS mine ON mine.path_id = own.id "
    "JOIN history_commits AS commits ON commits.id = mine.commit_id AND commits.size <= ? "
    "JOIN history_touches AS theirs ON theirs.commit_id = mine.commit_id "
    "JOIN history_paths AS others ON others.id = theirs.path_id WHERE own.path = ? GROUP BY 1"
)
_LINKS = (
    "SELECT source.path, target.path FROM file_links "
    "JOIN files AS source ON source.id = file_links.source "
    "JOIN files AS target ON target.id = file_links.target WHERE file_links.kinds & ?"
)


class Checkout:
    """A commit that is checked out and scanned."""

    def __init__(self, root: Path, connection: sqlite3.Connection, files: Iterable[str]) -> None:
        self.root = root
        self.connection = connection
        self.files = tuple(files)

    @cached_property
    def project(self) -> Project:
        return open_project(self.root)

    @cached_property
    def neighbours(self) -> dict[str, set[str]]:
        """The files that a file imports or that import it."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for source, target in self.connection.execute(_LINKS, (_IMPORTS,)):
            found[source].add(target)
            found[target].add(source)
        return found


class Ranker(Protocol):
    """Puts the files that may have to change together with a file in an order."""

    def rank(self, checkout: Checkout, path: str) -> Sequence[str]: ...


class InProcess:
    """What `ripple analyze-impact FILE --format paths` prints, without starting a process."""

    def rank(self, checkout: Checkout, path: str) -> Sequence[str]:
        impact = checkout.project.analyze_impact([path], limit=DEFAULT_LIMIT, scan=False)
        return list(build_paths(impact))


class Command:
    """A command that prints one path a line; `{file}` stands for the file that is asked about."""

    def __init__(self, template: str) -> None:
        self._words = shlex.split(template)

    def rank(self, checkout: Checkout, path: str) -> Sequence[str]:
        words = [word.replace("{file}", path) for word in self._words]
        if words[0] == "ripple":
            words[:1] = [sys.executable, "-m", "ripplegraph"]
        done = subprocess.run(words, cwd=checkout.root, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()


class Random:
    """Any order; the same in each run."""

    def rank(self, checkout: Checkout, path: str) -> Sequence[str]:
        return sorted(checkout.files, key=lambda other: _draw(path, other))


class SimilarPaths:
    """First files with the same stem, as `test_x` and `x` have, then those in folders nearby."""

    def rank(self, checkout: Checkout, path: str) -> Sequence[str]:
        return sorted(
            checkout.files, key=lambda other: (-_compare(path, other), _draw(path, other))
        )


class ImportNeighbours:
    """First what a file imports or what imports it, then what is two such steps away."""

    def rank(self, checkout: Checkout, path: str) -> Sequence[str]:
        links = checkout.neighbours
        near = links.get(path, set())
        ways = Counter(far for step in near for far in links[step] if far not in near)
        common = {other: len(links[other] & near) for other in near}
        return [
            *sorted(near, key=lambda other: (-common[other], _draw(path, other))),
            *sorted(ways, key=lambda other: (-ways[other], _draw(path, other))),
        ]


class CommonCommits:
    """By the number of commits that changed both, whatever their age."""

    def rank(self, checkout: Checkout, path: str) -> Sequence[str]:
        counts = dict(checkout.connection.execute(_PAIRS, (_LARGEST, path)).fetchall())
        return sorted(counts, key=lambda other: (-counts[other], _draw(path, other)))


def _draw(path: str, other: str) -> bytes:
    return sha256(f"{path}\0{other}".encode()).digest()


def _compare(path: str, other: str) -> float:
    folders, others = PurePosixPath(path).parts[:-1], PurePosixPath(other).parts[:-1]
    stem, other_stem = _get_stem(path), _get_stem(other)
    common = 0
    for one, two in zip(folders, others, strict=False):
        if one != two:
            break
        common += 1
    words = ({*folders, stem} & {*others, other_stem}) - {"src", "test", "tests"}
    same = stem == other_stem and stem not in ("init", "index", "main")
    return 10 * same + len(words) + 0.5 * common - 0.1 * abs(len(folders) - len(others))


def _get_stem(path: str) -> str:
    stem = PurePosixPath(path).name.partition(".")[0].lower().strip("_")
    for mark in ("test", "tests"):
        stem = stem.removeprefix(f"{mark}_").removesuffix(f"_{mark}")
    return stem.strip("_")
