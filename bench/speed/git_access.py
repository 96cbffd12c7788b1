"""Compares ripple's own access to git with GitPython's: answers, CPU time and processes.

    python -m bench.speed.git_access [REPOSITORY] [--repeat 5] [--commits 300]

Five areas are read both ways in one run: the history, worktrees, configuration, diffs of commits
with contents, and what helps tests to make repositories. It prints CPU milliseconds of this process
and of git (the best of some runs), their ratio (GitPython to ripple's: above 1 is slower), and how
many processes each starts. Then it prints what importing GitPython costs, which every command would
pay, and whether the answers are the same for repositories that are hard to read. A repository that
is given is only read; without one, a repository is made. GitPython has ripple's environment and
switches for git, so that nothing runs that a repository names; "as it comes" is without them.
"""

from __future__ import annotations

import argparse
import logging
import os
import resource
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from bench.speed.gitpython import answers as through
from bench.speed.gitpython.repositories import CASES, build_history, find_trace
from bench.speed.gitpython.test_steps import HelperPairs, Pair
from ripplegraph.git.blobs import read_blobs
from ripplegraph.git.command import read_git
from ripplegraph.git.diff import FileDiff, compare_commit, compare_range, read_diff
from ripplegraph.git.log import Commit, list_commits, read_commits
from ripplegraph.git.process import run_plainly
from ripplegraph.git.repository import find_repository
from ripplegraph.git.worktree import read_worktree

_STARTING = ("subprocess.Popen", "os.posix_spawn")
_started = count()
AREAS = ("history", "worktree", "place", "configuration", "diff")
_IMPORTS = ("import subprocess, tempfile", "import subprocess, tempfile, git")

Settings = set[tuple[str, str]]


class Cost(NamedTuple):
    """CPU seconds of this process and its children, and how many children there were."""

    seconds: float
    processes: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path, nargs="?")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--commits", type=int, default=300)
    options = parser.parse_args()
    prepare()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        root = options.root or build_history(folder / "history", options.commits)
        print_costs(root.resolve(), folder, options.repeat)
        print_import(options.repeat)
        print_answers(folder / "cases")


def prepare() -> None:
    """Count processes, and keep out the user's settings and what GitPython's threads print."""
    sys.addaudithook(lambda event, _: _count(event))
    os.environ.update(GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1")
    os.environ.update(GIT_TERMINAL_PROMPT="0", GIT_PYTHON_REFRESH="quiet")
    threading.excepthook = lambda _: None
    logging.disable()


def _count(event: str) -> None:
    if event in _STARTING:
        next(_started)


def print_costs(root: Path, folder: Path, repeat: int) -> None:
    print(f"{'':<34}{'ripple':>10}{'GitPython':>11}{'ratio':>8}{'processes':>12}")
    with through.open_repository(root) as repo:
        for name, (own, other) in list_questions(root, repo).items():
            print_pair(name, own, _reopen(repo, other), 1 if name == "history" else repeat)
    for name, (own, other) in HelperPairs(folder).list_pairs().items():
        print_pair(name, own, other, repeat)


def list_questions(root: Path, repo: Any) -> dict[str, Pair]:
    """Return what ripple asks git, both ways."""
    head = repo.head.commit.hexsha
    recent = list(repo.iter_commits(head, max_count=50, no_merges=True))
    large = max(recent, key=lambda item: item.stats.total["files"]).hexsha
    small = min(recent, key=lambda item: item.stats.total["files"]).hexsha
    repo.git.clear_cache()
    listed = read_git(root, "diff-tree", "--raw", "--no-abbrev", "-r", "--diff-filter=M", large)
    blobs = [word for line in listed.decode().splitlines()[1:] for word in line.split()[2:4]]
    return {
        "history": (lambda: read_history(root, head), lambda: through.read_history(repo, head)),
        "history, ids only": (
            lambda: list(list_commits(root, head)),
            lambda: [item.hexsha for item in repo.iter_commits(head, no_merges=True)],
        ),
        "worktree": (lambda: read_worktree(root), lambda: through.read_worktree(repo)),
        "worktree, its place": (
            lambda: find_repository(root),
            lambda: through.find_repository(root),
        ),
        "configuration": (lambda: read_settings(root), lambda: through.read_settings(repo)),
        "diff of a large commit": (
            lambda: read_change(root, large),
            lambda: through.read_diff(repo, large),
        ),
        "diff of a small commit": (
            lambda: read_change(root, small),
            lambda: through.read_diff(repo, small),
        ),
        f"{len(blobs)} contents": (
            lambda: read_blobs(root, blobs),
            lambda: through.read_contents(repo, blobs),
        ),
        f"{len(blobs)} contents, a process each": (
            lambda: [read_git(root, "cat-file", "blob", blob) for blob in blobs],
            lambda: through.read_contents(repo, blobs),
        ),
        "revisions, merge base": (
            lambda: compare_range(root, "HEAD~3..HEAD"),
            lambda: through.find_range(repo, "HEAD~3", "HEAD"),
        ),
    }


def _reopen(repo: Any, ask: Callable[[], Any]) -> Callable[[], Any]:
    """Let GitPython end the processes that it keeps, whose time counts when they end."""

    def run() -> Any:
        try:
            return ask()
        finally:
            repo.git.clear_cache()

    return run


def print_pair(name: str, own: Callable[[], Any], other: Callable[[], Any], repeat: int) -> None:
    first, second = measure(own, repeat), measure(other, repeat)
    ratio = second.seconds / first.seconds if first.seconds else float("inf")
    processes = f"{first.processes} : {second.processes}"
    print(
        f"{name:<34}{first.seconds * 1000:>7.1f} ms{second.seconds * 1000:>8.1f} ms"
        f"{ratio:>8.2f}{processes:>12}"
    )


def measure(ask: Callable[[], Any], repeat: int) -> Cost:
    """Return the least of some runs; each run is as many calls as take some time."""
    costs = []
    for _ in range(repeat):
        calls, before, began = 0, _read_count(), _read_cpu()
        while calls == 0 or (_read_cpu() - began < 0.1 and calls < 200):
            ask()
            calls += 1
        spent = (_read_cpu() - began) / calls
        costs.append(Cost(spent, (_read_count() - before) // calls))
    return min(costs)


def _read_cpu() -> float:
    found = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in found)


def _read_count() -> int:
    return int(repr(_started)[6:-1])


def read_history(root: Path, head: str) -> list[Commit]:
    return list(read_commits(root, list(list_commits(root, head))))


def read_change(root: Path, revision: str) -> list[FileDiff]:
    return read_diff(root, compare_commit(root, revision))


def read_settings(root: Path) -> Settings:
    """Return the settings of the repository's own configuration, as `git.programs` reads them."""
    output = run_plainly(str(root), (), "config", "--list", "--show-scope", "-z").output
    fields = os.fsdecode(output).split("\0")
    texts = (
        text.partition("\n")
        for scope, text in zip(fields[::2], fields[1::2], strict=False)
        if scope in ("local", "worktree")
    )
    return {(key, value if equals else "true") for key, equals, value in texts}


def print_import(repeat: int) -> None:
    plain, loaded = (
        measure(lambda code=code: subprocess.run([sys.executable, "-c", code], check=True), repeat)  # type: ignore[misc]
        for code in _IMPORTS
    )
    spent = (loaded.seconds - plain.seconds) * 1000
    print(f"\nimporting GitPython: {spent:.0f} ms of CPU, a process `git version` among it")


def print_answers(folder: Path) -> None:
    print(f"\n{'answers':<12}" + "".join(f"{area:<27}" for area in AREAS) + "as it comes")
    for name, build in CASES.items():
        root = build(folder / name)
        verdicts = compare(root)
        free = "runs programs" if runs_programs(root) else "-"
        print(f"{name:<12}" + "".join(f"{verdicts[area]:<27}" for area in AREAS) + free)


def compare(root: Path) -> dict[str, str]:
    """Tell for each area whether GitPython's answer is ripple's, and whether a program ran."""
    with through.open_repository(root) as repo:
        head = read_git(root, "rev-parse", "HEAD").decode().strip()
        answers: tuple[Pair, ...] = (
            (lambda: read_history(root, head), lambda: through.read_history(repo)),
            (lambda: read_worktree(root), lambda: through.read_worktree(repo)),
            (lambda: find_repository(root), lambda: through.find_repository(root)),
            (lambda: read_settings(root), lambda: through.read_settings(repo)),
            (lambda: read_change(root, "HEAD"), lambda: through.read_diff(repo, "HEAD")),
        )
        return {area: _judge(root, *pair) for area, pair in zip(AREAS, answers, strict=True)}


def _judge(root: Path, own: Callable[[], Any], other: Callable[[], Any]) -> str:
    expected, found = _ask(own), _ask(other)
    if find_trace(root).exists():
        find_trace(root).unlink()
        return "runs programs"
    if isinstance(expected, Exception) and isinstance(found, Exception):
        return "both fail"
    if isinstance(expected, Exception):
        return "only ripple fails"
    if isinstance(found, Exception):
        return f"fails: {type(found).__name__}"
    return "same" if expected == found else "differs"


def _ask(question: Callable[[], Any]) -> Any:
    try:
        return question()
    except Exception as error:  # noqa: BLE001 - any failure is an answer here
        return error


def runs_programs(root: Path) -> bool:
    """Tell whether GitPython runs what the configuration names, if nobody keeps it from that."""
    with through.open_repository(root, shielded=False) as repo:
        for question in (through.read_worktree, through.read_history, _read_head):
            _ask(lambda question=question: question(repo))  # type: ignore[misc]
    ran = find_trace(root).exists()
    find_trace(root).unlink(missing_ok=True)
    return ran


def _read_head(repo: Any) -> Sequence[FileDiff]:
    return through.read_diff(repo, "HEAD")


if __name__ == "__main__":
    main()
