"""Measures scans after each commit of a history, or after each step of an edit.

    python -m bench.speed.updates REPOSITORY [--commits 60]
    python -m bench.speed.updates DJANGO --edit new-parameter

A temporary clone is scanned before the last commits of the main line that change a parsed file
(`--commits` says how many), and again after each of them. Other commits are passed over: their
changes arrive with the next one. With `--edit`, the clone is scanned at its newest commit, and
again after each step of an edit from `bench/speed/edits.py`.

Each row gives the parsed files that changed, the files that the scan linked again, the files whose
edges in the graph differ from before, the CPU seconds of the scan with all its processes, and
whether everything was linked. The repository is only read.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from bench.commands import measure_ripple
from bench.projects import Clone, is_parsed, run_git
from bench.speed.edits import EDITS, Step

_EDGES = (
    "SELECT here.path, own.label, there.path, other.label, edges.kind, edges.line, resolution,"
    " candidates, confidence, evidence FROM edges"
    " JOIN nodes AS own ON own.id = source JOIN files AS here ON here.id = own.file_id"
    " JOIN nodes AS other ON other.id = target LEFT JOIN files AS there ON there.id = other.file_id"
)

Edges = Mapping[str, int]
"""For each file, a hash of the edges that lead from it."""


@dataclass(frozen=True)
class Update:
    """The figures of one scan after a change."""

    name: str
    changed: int
    linked: int
    differing: int
    cpu: float
    whole: bool

    @property
    def excess(self) -> float:
        """How many files were linked for each one whose edges differ."""
        return self.linked / max(1, self.differing)

    def __str__(self) -> str:
        return (
            f"{self.name:<14}{self.changed:>8}{self.linked:>8}{self.differing:>10}"
            f"{self.cpu:>10.2f}  {'yes' if self.whole else 'no'}"
        )


class Walk:
    """A scanned clone, and the scans after changes of it."""

    def __init__(self, clone: Clone, start: str) -> None:
        self._clone = clone
        clone.go_to(start)
        self.first_cpu = measure_ripple(clone.folder, "scan").cpu
        self._edges = read_edges(clone.folder)

    def follow_commits(self, commits: Sequence[str]) -> Iterator[Update]:
        """Check out and scan one commit after the other."""
        for commit in commits:
            before = run_git(self._clone.folder, "rev-parse", "HEAD").strip()
            self._clone.go_to(commit)
            yield self._scan(commit[:12], len(find_parsed(self._clone.folder, before, commit)))

    def take_steps(self, steps: Sequence[Step]) -> Iterator[Update]:
        """Change one file after the other, with a scan after each."""
        for step in steps:
            file = self._clone.folder / step.path
            file.write_text(step.change(file.read_text()))
            yield self._scan(step.name, 1)

    def _scan(self, name: str, changed: int) -> Update:
        run = measure_ripple(self._clone.folder, "scan", "--json")
        report = json.loads(run.output)
        before, self._edges = self._edges, read_edges(self._clone.folder)
        differing = count_differing(before, self._edges)
        return Update(
            name, changed, report["linked_files"], differing, run.cpu, report["linked_all"]
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repository", type=Path)
    parser.add_argument("--commits", type=int, default=60)
    parser.add_argument("--edit", choices=EDITS, help="take the steps of an edit of Django")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ripple-bench-") as folder:
        clone = Clone(options.repository, Path(folder, "clone"))
        commits = [] if options.edit else find_commits(clone, options.commits)
        walk = Walk(clone, f"{commits[0]}^" if commits else clone.head)
        print(f"{options.repository.name}: first scan {walk.first_cpu:.2f} s of CPU")
        print(f"{'after':<14}{'changed':>8}{'linked':>8}{'differing':>10}{'CPU s':>10}  whole")
        updates = []
        for update in (
            walk.take_steps(EDITS[options.edit]) if options.edit else walk.follow_commits(commits)
        ):
            updates.append(update)
            print(update, flush=True)
    print_summary(updates)


def find_commits(clone: Clone, count: int) -> list[str]:
    """Return the last commits of the main line that change a parsed file, oldest first."""
    words = ("log", "--first-parent", "--diff-merges=first-parent", "--format=%x00%H")
    text = run_git(clone.folder, *words, "--name-only", "--no-renames", "--min-parents=1")
    found = []
    for record in text.split("\0")[1:]:
        commit, *paths = filter(None, record.splitlines())
        if any(map(is_parsed, paths)):
            found.append(commit)
        if len(found) == count:
            break
    return found[::-1]


def find_parsed(folder: Path, before: str, after: str) -> list[str]:
    """Return the parsed files that differ between two commits."""
    paths = run_git(folder, "diff", "--name-only", "--no-renames", "-z", before, after)
    return [path for path in paths.split("\0") if path and is_parsed(path)]


def read_edges(folder: Path) -> Edges:
    """Read the graph of a project; two graphs have equal hashes where they have equal edges."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    with closing(sqlite3.connect(folder / ".ripple" / "graph.db")) as graph:
        for path, *edge in graph.execute(_EDGES):
            found[path].add(hash(tuple(edge)))
    return {path: hash(frozenset(edges)) for path, edges in found.items()}


def count_differing(before: Edges, after: Edges) -> int:
    """Count the files whose edges are not the same in two graphs."""
    return sum(before.get(path) != after.get(path) for path in before.keys() | after.keys())


def print_summary(updates: Sequence[Update]) -> None:
    seconds = [update.cpu for update in updates]
    whole = sum(update.whole for update in updates)
    excess = statistics.median(update.excess for update in updates)
    print(f"\n{len(updates)} updates")
    print(
        f"CPU: median {statistics.median(seconds):.2f} s, 90% below {find_ninetieth(seconds):.2f} s"
    )
    print(f"files linked again for each whose edges differ: median {excess:.1f}")
    print(f"everything was linked: {whole} times, {whole / len(updates):.0%}")


def find_ninetieth(values: Sequence[float]) -> float:
    """Return the 90th percentile by the nearest rank."""
    return sorted(values)[ceil(len(values) * 0.9) - 1]


if __name__ == "__main__":
    main()
