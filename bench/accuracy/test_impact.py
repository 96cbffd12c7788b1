"""Compares the tests that `ripple analyze-impact` names with those that really run the code.

    python -m bench.accuracy.test_impact PROJECT --python VENV/bin/python --package src -- tests
    python -m bench.accuracy.test_impact PROJECT --truth truth.json

The first form runs the project's tests under coverage, with a context for each test, by an
interpreter that has the project, what its tests need, and pytest-cov; `--keep truth.json` keeps
what was learned for the second form. For each function that some test executed, the command's
answer is compared with these tests: by test files, and by single tests where they are known.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.accuracy.executed import Truth, build_truth, read_executed
from ripplegraph import Project, open_project
from ripplegraph.errors import RippleError

IGNORED = (".git", ".ripple", ".venv", "venv", "node_modules", "__pycache__", ".tox", ".mypy_cache")

Sets = Mapping[str, set[str]]
"""For each function, some tests or test files."""


class Score(NamedTuple):
    """The mean over functions."""

    precision: float
    recall: float
    f1: float
    selected: float
    """How much of the suite was named."""


def main(arguments: Sequence[str] | None = None) -> None:
    options = parse_options(sys.argv[1:] if arguments is None else arguments)
    truth = read_truth(options)
    with tempfile.TemporaryDirectory() as folder:
        project = scan_copy(options.project, Path(folder, "copy"))
        named, milliseconds = ask_all(project, list(truth["functions"]))
    print(f"{len(named):,} functions, median {statistics.median(milliseconds):.1f} ms each")
    files = {name: {test.partition("::")[0] for test in tests} for name, tests in named.items()}
    show("test files", compute_score(to_sets(truth["functions"]), files))
    if "tests" in truth:
        show("tests", compute_score(*make_comparable(to_sets(truth["tests"]), named)))
    for line in list_worst(to_sets(truth["functions"]), files, options.worst):
        print(line)


def parse_options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("project", type=Path)
    parser.add_argument("--python", type=Path, default=Path(sys.executable))
    parser.add_argument("--package", action="append", default=[], help="what to watch")
    parser.add_argument("--truth", type=Path, help="what an earlier run kept")
    parser.add_argument("--keep", type=Path, help="where to keep what the tests executed")
    parser.add_argument("--worst", type=int, default=0, help="list so many of the worst answers")
    own, passed_on = list(arguments), list[str]()
    if "--" in own:
        at = own.index("--")
        own, passed_on = own[:at], own[at + 1 :]
    options = parser.parse_args(own)
    options.pytest = passed_on
    if options.truth is None and not options.package:
        parser.error("give --package, or --truth")
    return options


def read_truth(options: argparse.Namespace) -> Truth:
    if options.truth is not None:
        truth: Truth = json.loads(options.truth.read_text())
        return truth
    executed = read_executed(
        options.project.resolve(),
        python=options.python.absolute(),
        packages=options.package,
        arguments=options.pytest,
    )
    truth = build_truth(executed)
    if options.keep is not None:
        options.keep.write_text(json.dumps(truth, indent=1))
    return truth


def scan_copy(project: Path, destination: Path) -> Project:
    """Scan a copy, so that nothing is written into the project."""
    shutil.copytree(project, destination, ignore=shutil.ignore_patterns(*IGNORED), symlinks=True)
    opened = open_project(destination, anywhere=True)
    opened.scan()
    return opened


def ask_all(project: Project, functions: Iterable[str]) -> tuple[dict[str, set[str]], list[float]]:
    """Ask for the tests of each function, written `path:name`; what is unknown has none."""
    named: dict[str, set[str]] = {}
    milliseconds = []
    for function in functions:
        path, _, name = function.partition(":")
        started = time.perf_counter()
        try:
            impact = project.analyze_impact([f"{path}::{name}"], depth=1, limit=None, scan=False)
            named[function] = {test.id for test in impact.tests}
        except RippleError:
            named[function] = set()
        milliseconds.append((time.perf_counter() - started) * 1_000)
    return named, milliseconds


def compute_score(truth: Sets, named: Sets) -> Score:
    """Compare for each function; tests that never executed anything here do not count."""
    suite = set[str]().union(*truth.values())
    rows = []
    for function, executed in truth.items():
        chosen = named.get(function, set()) & suite
        hits = len(chosen & executed)
        precision, recall = hits / (len(chosen) or 1), hits / len(executed)
        f1 = 2 * precision * recall / (precision + recall) if hits else 0.0
        rows.append((precision, recall, f1, len(chosen) / len(suite)))
    return Score(*(statistics.fmean(column) for column in zip(*rows, strict=True)))


def make_comparable(truth: Sets, named: Sets) -> tuple[Sets, Sets]:
    """Put single tests in the place of a file that was named for all tests in it."""
    suite = set[str]().union(*truth.values())
    inside: dict[str, set[str]] = {}
    for test in suite:
        inside.setdefault(test.partition("::")[0], set()).add(test)
    single = {
        function: set[str]().union(*(inside.get(test, {test}) for test in tests))
        for function, tests in named.items()
    }
    return truth, single


def list_worst(truth: Sets, named: Sets, count: int) -> list[str]:
    def rate(function: str) -> float:
        chosen, executed = named.get(function, set()), truth[function]
        return 2 * len(chosen & executed) / (len(chosen) + len(executed))

    return [
        f"{rate(function):.2f}  {function}: {len(named.get(function, set()))} named, "
        f"{len(truth[function])} executed it"
        for function in sorted(truth, key=rate)[:count]
    ]


def to_sets(lists: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    return {key: set(values) for key, values in lists.items()}


def show(label: str, score: Score) -> None:
    print(
        f"{label:<12}precision {score.precision:.3f}, recall {score.recall:.3f}, "
        f"F1 {score.f1:.3f}, {score.selected:.0%} of the suite selected"
    )


if __name__ == "__main__":
    main()
