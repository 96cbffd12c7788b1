"""Measures whether the files that really change together with a file come first in its ranking.

    python -m bench.accuracy.history REPOSITORY... [--ending py] [--count 300] [--tasks FILE]
    python -m bench.accuracy.history REPOSITORY \\
        --command 'ripple analyze-impact {file} --format paths'

Each of the last commits that changed 2 to 10 source files asks, for every one of them, for the
others. The parent commit is checked out and scanned, so a ranker sees the files and the history
that there were before the commit, which is checked. Repositories are only read: one clone, which
borrows their objects, goes from commit to commit in a temporary folder.

Printed are recall@10 (the share of the other files among the first ten), MRR (one over the place
of the first of them) and hit@5 (whether one is among the first five), as means over all questions.
"""

from __future__ import annotations

import argparse
import sqlite3
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.accuracy.history_rankers import (
    Checkout,
    Command,
    CommonCommits,
    ImportNeighbours,
    InProcess,
    Random,
    Ranker,
    SimilarPaths,
)
from bench.accuracy.history_tasks import Task, build_tasks, is_source, read_tasks
from bench.projects import Clone
from ripplegraph.app.project import open_project
from ripplegraph.git.command import read_git
from ripplegraph.store.connection import open_for_reading
from ripplegraph.store.database import build_graph_database

BASELINES: Mapping[str, Ranker] = {
    "random": Random(),
    "similar paths": SimilarPaths(),
    "import neighbours": ImportNeighbours(),
    "common commits": CommonCommits(),
}


class Score(NamedTuple):
    """How well a ranking does, as a mean over questions."""

    recall: float
    reciprocal: float
    hit: float


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repositories", type=Path, nargs="+")
    parser.add_argument("--ending", action="append", help="of a source file, such as py or ts")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--tasks", type=Path, help="take these, for one repository")
    parser.add_argument("--command", help="ask this instead of ranking in this process")
    options = parser.parse_args()
    ours = Command(options.command) if options.command else InProcess()
    rankers = {"ripple": ours, **BASELINES}
    for repository in options.repositories:
        with tempfile.TemporaryDirectory() as folder:
            walk = Walk(repository.resolve(), Path(folder) / "clone", options.ending or ["py"])
            tasks = read_tasks(options.tasks) if options.tasks else walk.find_tasks(options.count)
            report(repository, walk, tasks, rankers)


def report(
    repository: Path, walk: Walk, tasks: Sequence[Task], rankers: Mapping[str, Ranker]
) -> None:
    started = time.perf_counter()
    scores: dict[str, list[Score]] = {name: [] for name in rankers}
    for task, checkout in walk.visit(tasks):
        for path in task.files:
            wanted = {other for other in task.files if other != path} & set(checkout.files)
            if path in checkout.files and wanted:
                for name, ranker in rankers.items():
                    paths = clean(ranker.rank(checkout, path), path, checkout.files)
                    scores[name].append(judge(paths, wanted))
    questions = len(scores["ripple"])
    seconds = time.perf_counter() - started
    print(f"\n{repository}: {len(tasks)} commits, {questions} questions, {seconds:.0f} s")
    print(f"{'':<20}{'recall@10':>10}{'MRR':>8}{'hit@5':>8}")
    for name, found in scores.items():
        mean = Score(*(sum(column) / questions for column in zip(*found, strict=True)))
        print(f"{name:<20}{mean.recall:>10.3f}{mean.reciprocal:>8.3f}{mean.hit:>8.3f}")


def clean(ranked: Sequence[str], path: str, files: Collection[str]) -> list[str]:
    """Leave out the file itself and what is no source file of the checkout."""
    known = set(files) - {path}
    return [other for other in dict.fromkeys(ranked) if other in known]


def judge(paths: Sequence[str], wanted: Collection[str]) -> Score:
    places = [place for place, path in enumerate(paths, 1) if path in wanted]
    first = places[0] if places else None
    return Score(
        recall=sum(place <= 10 for place in places) / len(wanted),
        reciprocal=1 / first if first else 0.0,
        hit=float(first is not None and first <= 5),
    )


class Walk:
    """A clone that goes from commit to commit and is scanned at each."""

    def __init__(self, source: Path, clone: Path, endings: Sequence[str]) -> None:
        self._checkout = Clone(source, clone)
        self._clone = clone
        self._endings = endings

    def find_tasks(self, count: int) -> list[Task]:
        return build_tasks(
            self._clone, head=self._checkout.head, endings=self._endings, count=count
        )

    def visit(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Checkout]]:
        graph = build_graph_database(self._clone, busy_timeout_ms=5_000)
        for task in tasks:
            self._checkout.go_to(task.parent)
            open_project(self._clone).scan()
            with open_for_reading(graph) as connection:
                self._check(read_known_commits(connection), task)
                paths = (path for (path,) in connection.execute("SELECT path FROM files"))
                files = [path for path in paths if is_source(path, self._endings)]
                yield task, Checkout(self._clone, connection, files)

    def _check(self, known: Collection[str], task: Task) -> None:
        """Make sure that nothing of what came later was learned."""
        before = set(read_git(self._clone, "rev-list", task.parent).decode().split())
        if not before.issuperset(known) or task.commit in known:
            raise RuntimeError(f"the history of {task.parent} knows commits that came later")


def read_known_commits(connection: sqlite3.Connection) -> set[str]:
    """Read the commits that any count of changes rests on."""
    rows = connection.execute(
        "SELECT hash FROM history_commits WHERE id IN (SELECT commit_id FROM history_touches)"
    )
    return {key.hex() for (key,) in rows}


if __name__ == "__main__":
    main()
