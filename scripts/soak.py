"""Tries a repository for hours: random steps, its history, killed scans, memories, nasty files.

All of it happens in copies below a temporary folder. The graph that scans keep up to date is
compared with one made from nothing, and so is what is kept about memories; the exit code is 1 if
one line differs.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from ripplegraph import open_project
from ripplegraph.indexing.canonical_dump import find_differences
from ripplegraph.indexing.scan_report import ScanReport
from scripts.soak_log import SoakLog
from scripts.soak_modes import find_modes, load_mode
from tests.support.copies import copy_repository, is_repository
from tests.support.edits.editor import Editor
from tests.support.equality import Twin
from tests.support.kills import Killer
from tests.support.repository import git
from tests.support.standings import Witness

GRAPH = "graph"
_SHOWN = 8
_MEMORIES = 100
"""How many things are remembered before the first step."""


@dataclass
class Figures:
    """What was done and how it came out."""

    steps: int = 0
    compared: int = 0
    different: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    fresh_seconds: list[float] = field(default_factory=list)
    linked: int = 0
    parsed: int = 0
    whole: int = 0
    """Scans that linked every file."""

    def add(self, report: ScanReport, seconds: float) -> None:
        parsed = report.files.get("parsed", 0) + report.files.get("partial", 0)
        self.steps += 1
        self.seconds.append(seconds)
        self.linked += report.linked_files
        self.parsed += parsed
        self.whole += bool(parsed) and report.linked_files == parsed

    def __str__(self) -> str:
        if not self.seconds:
            return "nothing done"
        middle, most = statistics.median(self.seconds), max(self.seconds)
        fresh = statistics.median(self.fresh_seconds) if self.fresh_seconds else 0
        share = self.linked / max(1, self.parsed)
        return (
            f"{self.steps} steps, {self.compared} compared, {len(self.different)} different; "
            f"a scan {middle:.3f} s (median), {most:.3f} s (most), from nothing {fresh:.3f} s; "
            f"{share:.1%} of files linked again, {self.whole} scans linked all"
        )


def main() -> int:
    options = _parse_arguments()
    for name in [name for name in os.environ if name.startswith(("GIT_", "RIPPLE_"))]:
        del os.environ[name]
    os.environ |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    os.environ["RIPPLE_SCAN_ERRORS"] = "raise"
    with TemporaryDirectory(prefix="ripple-soak-") as folder:
        if options.mode != GRAPH:
            failed = load_mode(options.mode).run(options, Path(folder))
            print("all is well" if not failed else f"{failed} problems")
        else:
            failed = try_graph(options, Path(folder))
            print("all equal" if not failed else f"{failed} differences or problems")
    return 1 if failed else 0


def try_graph(options: argparse.Namespace, work: Path) -> int:
    """Try each part, the random steps once for each seed; returns how many problems there are."""
    is_git = is_repository(options.repository)
    newest = git(options.repository, "rev-parse", "HEAD") if is_git else ""
    log = SoakLog(options.log, repository=options.repository.name, newest=newest.strip())
    every, first = options.every, options.seed
    failed = 0
    for seed in range(first, first + options.seeds):
        steps = partial(run_steps, options, work / f"steps-{seed}", seed)
        failed += log.run("steps", steps, seed=seed, count=options.steps, every=every)
    history = partial(replay_history, options, work / "history")
    failed += log.run("commits", history, count=options.commits, every=every)
    kills = partial(run_kills, options, work / "kills")
    failed += log.run("kills", kills, seed=first, count=options.kills)
    memories = partial(run_memories, options, work / "memories")
    return failed + log.run("memories", memories, seed=first, count=options.memories, every=every)


def run_steps(options: argparse.Namespace, folder: Path, seed: int) -> int:
    """Change a copy at random."""
    twin = copy_repository(options.repository, folder)
    editor = Editor(twin.root, seed, in_git=True)
    editor.start()
    moves = (partial(editor.step, number) for number in range(options.steps))
    return _follow("steps", twin, moves, options.steps, options.every)


def replay_history(options: argparse.Namespace, folder: Path) -> int:
    """Check out the last commits one by one, oldest first."""
    twin = copy_repository(options.repository, folder)
    limit = f"--max-count={options.commits}"
    commits = git(twin.root, "rev-list", limit, "HEAD").split()[::-1]
    if not commits:
        return 0
    git(twin.root, "checkout", "--quiet", "--force", "--detach", commits[0])

    def check_out(commit: str) -> str:
        git(twin.root, "checkout", "--quiet", "--force", "--detach", commit)
        return commit[:10]

    moves = (partial(check_out, commit) for commit in commits)
    return _follow("commits", twin, moves, len(commits), options.every)


def run_kills(options: argparse.Namespace, folder: Path) -> int:
    """Kill scans of everything and of what changed, by turns."""
    if not options.kills:
        return 0
    twin = copy_repository(options.repository, folder)
    editor = Editor(twin.root, options.seed + 1, in_git=True)
    editor.start()
    twin.scan()
    killer = Killer(twin, Random(options.seed))  # noqa: S311
    ways: list[tuple[str, ...]] = [(), ("--full",)]
    for flags in ways:
        editor.replace_name()
        killer.measure(*flags)
    kills = killer.kills
    for number in range(options.kills):
        killer.kill(partial(editor.step, number), *ways[number % 2])
        if number % 20 == 19:
            print(f"kills: {number + 1} of {options.kills}", flush=True)
    print(
        f"kills: {kills.tried} scans, {kills.died} died, {kills.old} left the old graph and "
        f"{kills.new} the new one, {len(kills.problems)} problems"
    )
    for problem in kills.problems[:_SHOWN]:
        print(problem)
    return len(kills.problems)


def run_memories(options: argparse.Namespace, folder: Path) -> int:
    """Change a copy at random, and compare what is known about memories with a sweep."""
    if not options.memories:
        return 0
    twin = copy_repository(options.repository, folder)
    editor = Editor(twin.root, options.seed + 2, in_git=True)
    editor.start()
    witness = Witness(twin.root, folder / "witness", options.seed)
    witness.learn(_MEMORIES)
    failed, done = 0, []
    for number in range(1, options.memories + 1):
        done.append(editor.step(number))
        open_project(twin.root).scan()
        if number % options.every == 0 or number == options.memories:
            differences = witness.find_differences()
            failed += bool(differences)
            if differences:
                print("\n  ".join(["different after", *done, *differences[:_SHOWN]]), flush=True)
                witness.start_again()
            witness.learn(2)
            done = [f"confirmed {witness.confirm()}"]
    print(f"memories: {options.memories} steps, {witness.compared} compared, {failed} different")
    return failed


def _follow(
    name: str, twin: Twin, moves: Iterator[Callable[[], str]], count: int, every: int
) -> int:
    figures = Figures()
    if count:
        twin.scan()
    done = []
    for number, move in enumerate(moves, 1):
        done.append(move())
        start = time.perf_counter()
        report = twin.scan()
        figures.add(report, time.perf_counter() - start)
        if number % every == 0 or number == count:
            _compare(figures, twin, done)
            done = []
        if number % 50 == 0:
            print(f"{name}: {number} of {count}, {len(figures.different)} different", flush=True)
    print(f"{name}: {figures}", flush=True)
    return len(figures.different)


def _compare(figures: Figures, twin: Twin, done: list[str]) -> None:
    start = time.perf_counter()
    wanted = twin.read_fresh()
    figures.fresh_seconds.append(time.perf_counter() - start)
    figures.compared += 1
    differences = find_differences(twin.read(), wanted)
    if differences:
        figures.different.append(", ".join(done))
        print("\n  ".join(["different after", *done, *differences[:_SHOWN]]), flush=True)
        open_project(twin.root).scan(full=True)


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument(
        "repository", type=Path, nargs="?", default=Path(), help="a repository, or any folder"
    )
    parser.add_argument(
        "--mode", choices=[GRAPH, *find_modes()], default=GRAPH, help=f"what to try ({GRAPH})"
    )
    parser.add_argument("--steps", type=int, default=5_000, help="random steps (5000)")
    parser.add_argument("--commits", type=int, default=300, help="last commits to replay (300)")
    parser.add_argument("--kills", type=int, default=200, help="scans to kill (200)")
    parser.add_argument("--memories", type=int, default=300, help="steps with memories (300)")
    parser.add_argument("--every", type=int, default=10, help="compare after so many (10)")
    parser.add_argument("--seed", type=int, default=0, help="where random steps come from (0)")
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds to take steps of (1)")
    parser.add_argument(
        "--log", type=Path, help="a file of finished parts, which another run passes over"
    )
    for mode in find_modes():
        load_mode(mode).add_options(parser)
    options = parser.parse_args()
    options.repository = options.repository.resolve()
    return options


if __name__ == "__main__":
    sys.exit(main())
