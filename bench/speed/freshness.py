"""Measures what it costs that memories follow the code.

    python -m bench.speed.freshness PROJECT [--count 10000]

The project is copied into a git repository of its own and scanned. Then memories are anchored all
over it: to files, definitions, folders and patterns, some with claims. Scans after a change are
measured in new processes, with and without these memories; searches inside this one, warm.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import statistics
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from bench.commands import measure_ripple
from bench.scanned_projects import anchor_memories, scan_copy
from bench.timings import measure_times, print_time, print_times
from ripplegraph.app.project import Project

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
        project = scan_copy(options.project, root)
        files = choose_files(project)
        bare = {name: measure_scans(root, path) for name, path in files.items()}
        anchor_memories(project, options.count)
        report_size(project)
        with print_time("first follow"):
            project.scan()
        for name, path in files.items():
            loaded = measure_scans(root, path)
            print(
                f"scan after a change of {name} ({path}): {bare[name]:.3f} s without memories, "
                f"{loaded:.3f} s with them: {(loaded - bare[name]) * 1000:+.0f} ms"
            )
        with print_time("sweep"):
            project.sweep()
        measure_reading(project)


def choose_files(project: Project) -> dict[str, str]:
    """Return a file that nothing depends on, one of the middle, and the one that most do."""
    with closing(sqlite3.connect(project.workspace.graph.path)) as graph:
        rows = graph.execute(
            "SELECT path, count(source) FROM files LEFT JOIN file_links ON target = files.id "
            "WHERE status = 'parsed' AND lines > 50 GROUP BY path ORDER BY 2, 1"
        ).fetchall()
    return {
        "a leaf": rows[0][0],
        "a file in the middle": rows[len(rows) * 9 // 10][0],
        "the hub": rows[-1][0],
    }


def report_size(project: Project) -> None:
    for name, database in (
        ("graph.db", project.workspace.graph),
        ("memory.db", project.workspace.memory),
    ):
        print(f"{name}: {database.path.stat().st_size / 1e6:.1f} MB")


def measure_scans(root: Path, path: str) -> float:
    """Return the median seconds of a scan after a change of one file."""
    times = []
    before = (root / path).read_bytes()
    for number in range(_REPEATS):
        (root / path).write_bytes(before + _PROBE.format(number=number).encode())
        times.append(measure_ripple(root, "scan").wall)
    (root / path).write_bytes(before)
    measure_ripple(root, "scan")
    return statistics.median(times)


def measure_reading(project: Project) -> None:
    service = project.memory_access.open_service()
    queries: Sequence[tuple[str, str]] = (("a common word", "session"), ("a beginning", "ka"))
    for label, query in queries:
        run = lambda: service.search(query, None, limit=20)  # noqa: E731, B023
        print_times(f"search: {label}", measure_times(run, 30))
        run = lambda: project.search_memories(query, limit=20)  # noqa: E731, B023
        print_times(f"search with a look at the files: {label}", measure_times(run, 15))
    print_times("list 50", measure_times(lambda: service.list(None, limit=50), 30))
    first = service.list(None, limit=1).memories[0].id
    print_times(
        "show, with a look at everything", measure_times(lambda: project.get_memory(first), 10)
    )


if __name__ == "__main__":
    main()
