"""Measures what it costs that memories follow the code.

    python -m bench.freshness PROJECT [--count 10000]

The project is copied into a git repository of its own and scanned. Then memories are anchored all
over it: to files, definitions, folders and patterns, some with claims. Scans after a change are
measured in new processes, with and without these memories; searches inside this one, warm.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from bench.memory import build_text, measure, show
from ripplegraph import open_project
from ripplegraph.app.project import Project
from ripplegraph.memory.clock import get_now
from ripplegraph.memory.types.registry import build_registry
from ripplegraph.memory.writing.additions import remember
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.memory.writing.gate import Gate
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.store.connection import open_for_reading
from ripplegraph.store.memory.memory_writing import change_memories

_DEFINITIONS = (
    "SELECT path, label FROM nodes JOIN files ON files.id = file_id "
    "WHERE kind IN (4, 5, 6, 7) AND label NOT LIKE '%`%' ORDER BY path, label"
)
_CALLS = (
    "SELECT a.path || '::' || s.label, b.path || '::' || t.label FROM edges "
    "JOIN nodes s ON s.id = source JOIN files a ON a.id = s.file_id "
    "JOIN nodes t ON t.id = target JOIN files b ON b.id = t.file_id "
    "WHERE edges.kind = 0 AND s.label <> '' AND t.label <> '' ORDER BY 1, 2"
)
_PROBE = "\n\ndef ripple_probe_{number}(value):\n    return value\n"
_REPEATS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("--count", type=int, default=10_000)
    options = parser.parse_args()
    for name in [name for name in os.environ if name.startswith(("GIT_", "RIPPLE_"))]:
        del os.environ[name]
    with tempfile.TemporaryDirectory(prefix="ripple-bench-") as folder:
        root = Path(folder) / "project"
        project = prepare(options.project, root)
        files = choose_files(project)
        bare = {name: measure_scans(root, path) for name, path in files.items()}
        fill(project, options.count)
        report_size(project)
        took("first follow", project.scan)
        for name, path in files.items():
            loaded = measure_scans(root, path)
            print(
                f"scan after a change of {name} ({path}): {bare[name]:.3f} s without memories, "
                f"{loaded:.3f} s with them: {(loaded - bare[name]) * 1000:+.0f} ms"
            )
        took("sweep", project.sweep)
        measure_reading(project)


def prepare(source: Path, root: Path) -> Project:
    shutil.copytree(source, root, symlinks=True, ignore=shutil.ignore_patterns(".git", ".ripple"))
    git(root, "init", "--quiet")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "first")
    project = open_project(root)
    took("first scan", project.scan)
    return project


def git(root: Path, *arguments: str) -> None:
    who = ("-c", "user.name=Bench", "-c", "user.email=bench@example.org")
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


def choose_files(project: Project) -> dict[str, str]:
    """Return a file that nothing depends on, one of the middle, and the one that most do."""
    with closing(sqlite3.connect(project._get_graph(project.config).path)) as graph:
        rows = graph.execute(
            "SELECT path, count(source) FROM files LEFT JOIN file_links ON target = files.id "
            "WHERE status = 'parsed' AND lines > 50 GROUP BY path ORDER BY 2, 1"
        ).fetchall()
    return {
        "a leaf": rows[0][0],
        "a file in the middle": rows[len(rows) * 9 // 10][0],
        "the hub": rows[-1][0],
    }


def fill(project: Project, count: int) -> None:
    chance = random.Random(1)  # noqa: S311 - the same memories each time
    started = time.perf_counter()
    graph_database = project._get_graph(project.config)
    with (
        open_for_reading(graph_database) as graph,
        change_memories(project._get_memory(project.config)) as connection,
    ):
        gate = Gate(project.root, build_registry(), graph)
        journal = Journal(connection, now=get_now())
        drafts = build_drafts(graph, chance)
        for number in range(count):
            draft = next(drafts)
            text = build_text(chance, number)
            memory = gate.admit(Draft(text, about=draft[0], claims=draft[1]), now=journal.now)
            remember(journal, memory, Cause("bench"))
    print(f"{count:,} memories added in {time.perf_counter() - started:.1f} s")


def build_drafts(
    graph: sqlite3.Connection, chance: random.Random
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield subjects and claims: mostly definitions, some files, few folders and patterns."""
    definitions = [f"{path}::{label}" for path, label in graph.execute(_DEFINITIONS)]
    calls = [f"calls(`{source}`, `{target}`)" for source, target in graph.execute(_CALLS)]
    while True:
        chosen = chance.choice(definitions)
        path = chosen.partition("::")[0]
        folder = path.rpartition("/")[0]
        kind = chance.random()
        about = chosen if kind < 0.7 or not folder else path
        if kind > 0.95 and folder:
            about = chance.choice((f"{folder}/", f"{folder}/*{Path(path).suffix}"))
        yield (about,), (chance.choice(calls),) if chance.random() < 0.1 else ()


def report_size(project: Project) -> None:
    for name, database in (
        ("graph.db", project._get_graph(project.config)),
        ("memory.db", project._get_memory(project.config)),
    ):
        print(f"{name}: {database.path.stat().st_size / 1e6:.1f} MB")


def took(label: str, run: Callable[[], object]) -> None:
    started = time.perf_counter()
    run()
    print(f"{label}: {time.perf_counter() - started:.2f} s", flush=True)


def measure_scans(root: Path, path: str) -> float:
    """Return the median seconds of a scan after a change of one file."""
    times = []
    before = (root / path).read_bytes()
    for number in range(_REPEATS):
        (root / path).write_bytes(before + _PROBE.format(number=number).encode())
        started = time.perf_counter()
        run_ripple(root, "scan")
        times.append(time.perf_counter() - started)
    (root / path).write_bytes(before)
    run_ripple(root, "scan")
    return statistics.median(times)


def run_ripple(root: Path, *arguments: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "ripplegraph", *arguments],
        cwd=root,
        check=True,
        stdout=subprocess.DEVNULL,
    )


def measure_reading(project: Project) -> None:
    service = project._open_desk()
    queries: Sequence[tuple[str, str]] = (("a common word", "session"), ("a beginning", "ka"))
    for label, query in queries:
        run = lambda: service.search(query, None, limit=20)  # noqa: E731, B023
        show(f"search: {label}", measure(run, 30))
        run = lambda: project.search_memories(query, limit=20)  # noqa: E731, B023
        show(f"search with a look at the files: {label}", measure(run, 15))
    show("list 50", measure(lambda: service.list(None, limit=50), 30))
    first = service.list(None, limit=1).memories[0].id
    show("show, with a look at everything", measure(lambda: project.get_memory(first), 10))


if __name__ == "__main__":
    main()
