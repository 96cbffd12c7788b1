"""Compares a graph that was brought up to date with one that was made from nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ripplegraph import open_project
from ripplegraph.indexing.canonical_dump import find_differences, read_canonical
from ripplegraph.indexing.incremental.link_state import NOT_ASKED, cut_digests
from ripplegraph.indexing.scan import scan_project
from ripplegraph.indexing.scan_report import ScanReport
from ripplegraph.store.connection import create, open_for_reading
from ripplegraph.store.database import Database, build_graph_database
from tests.support.databases import LONGEST_MS

Tree = Mapping[str, bytes]
_BETWEEN = "\0"


@dataclass(frozen=True)
class Comparison:
    """What a scan did, and the lines in which its graph differs from a new one."""

    report: ScanReport
    differences: list[str]

    @property
    def parsed(self) -> int:
        return self.report.files.get("parsed", 0) + self.report.files.get("partial", 0)


class Twin:
    """A project with its graph, and a place beside it for graphs that are made from nothing."""

    def __init__(self, root: Path, beside: Path) -> None:
        self.root = root
        beside.mkdir(parents=True, exist_ok=True)
        self._empty = self.graph._replace(path=beside / "empty.db")
        self._fresh = self.graph._replace(path=beside / "fresh.db")
        create(self._empty)

    @property
    def graph(self) -> Database:
        return build_graph_database(self.root, busy_timeout_ms=LONGEST_MS)

    def scan(self) -> ScanReport:
        return open_project(self.root, anywhere=True).scan()

    def compare(self) -> Comparison:
        """Scan what changed, and compare with a scan of everything."""
        report = self.scan()
        return Comparison(report, find_differences(self.read(), self.read_fresh()))

    def find_stale_answers(self) -> list[str]:
        """Return the questions to which the last scan of everything has another answer."""
        kept, fresh = _read_answers(self.graph), _read_answers(self._fresh)
        return [
            f"stale answer: {question.split(_BETWEEN)} in round {turn}"
            for question, rounds in kept.items()
            for turn, (one, other) in enumerate(zip(rounds, fresh.get(question, ()), strict=False))
            if one != other and NOT_ASKED not in (one, other)
        ]

    def read(self) -> list[str]:
        return read_canonical(self.graph)

    def read_fresh(self) -> list[str]:
        """Scan into a new database, and return its lines."""
        project = open_project(self.root, anywhere=True)
        for path in (self._fresh.write_ahead_log, self._fresh.shared_memory):
            path.unlink(missing_ok=True)
        shutil.copyfile(self._empty.path, self._fresh.path)
        scan_project(
            self.root,
            in_git=project.repository is not None,
            graph=self._fresh,
            config=project.config.scan,
            full=True,
        )
        return read_canonical(self._fresh)


def _read_answers(graph: Database) -> dict[str, list[bytes]]:
    """Return digests of the answers that a scan kept, one for each round, by their questions."""
    with open_for_reading(graph) as connection:
        rows = connection.execute("SELECT question, digests FROM link_answers WHERE question <> ''")
        return {question: cut_digests(digests) for question, digests in rows}


def compare_trees(before: Tree, after: Tree, folder: Path) -> Comparison:
    """Scan one tree outside git, then the other in its place, and compare."""
    shutil.rmtree(folder, ignore_errors=True)
    twin = Twin(folder / "project", folder / "beside")
    write_tree(twin.root, {}, before)
    (twin.root / "ripple.toml").touch()
    twin.scan()
    write_tree(twin.root, before, after)
    return twin.compare()


def write_tree(root: Path, before: Tree, after: Tree) -> None:
    for name in before.keys() - after.keys():
        (root / name).unlink()
    for name, content in after.items():
        if before.get(name) != content:
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def read_tree(root: Path) -> dict[str, bytes]:
    """Return the files of a project, without those of git and ripple."""
    hidden = {".git", ".ripple"}
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and not hidden & set(path.relative_to(root).parts)
    }


def reduce_trees(
    before: Tree, after: Tree, still_fails: Callable[[Tree, Tree], bool]
) -> tuple[Tree, Tree]:
    """Leave out files and lines as long as a failure stays."""
    pair = dict(before), dict(after)
    size = max((len(content) for tree in pair for content in tree.values()), default=0)
    for name in sorted({*before, *after}):
        smaller = tuple({k: v for k, v in tree.items() if k != name} for tree in pair)
        if still_fails(*smaller):
            pair = smaller[0], smaller[1]
    step = max(1, size // 60)
    while step:
        for name in sorted({*pair[0], *pair[1]}):
            pair = _reduce_lines(pair, name, step, still_fails)
        step //= 2
    return pair


def _reduce_lines(
    pair: tuple[dict[str, bytes], dict[str, bytes]],
    name: str,
    step: int,
    still_fails: Callable[[Tree, Tree], bool],
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    same = pair[0].get(name) == pair[1].get(name)
    for sides in [(0, 1)] if same else [(0,), (1,)]:
        if name not in pair[sides[0]]:
            continue
        at = 0
        while at < len(pair[sides[0]][name].splitlines()):
            lines = pair[sides[0]][name].splitlines(keepends=True)
            shorter = b"".join(lines[:at] + lines[at + step :])
            trees = dict(pair[0]), dict(pair[1])
            for side in sides:
                trees[side][name] = shorter
            if still_fails(*trees):
                pair = trees
            else:
                at += step
    return pair
