"""Measures what a hook costs from a cold start, against the least that Python can do.

    python -m bench.speed.hook_start PROJECT [--file django/db/models/query.py] [--count 1000]

The project is copied, scanned and given memories. Then each event takes turns with `python -c
"import sqlite3, json"` in the same interpreter, always in a new session; printed are the medians of
computing and of wall time and the ratio of the former, which a busy machine changes less. The bar
is 4.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.scanned_projects import build_project
from ripplegraph import Project
from ripplegraph.briefing.moments import EVENTS

_BAR = 4.0
_LEAST = (sys.executable, "-c", "import sqlite3, json")


class Cost(NamedTuple):
    """What one run took, in milliseconds."""

    computing: float
    wall: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("--file", default="django/db/models/query.py")
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    with build_project(options.project, options.file, options.count) as project:
        for event in EVENTS:
            report(event, *measure(project, event, options.file, options.runs))
    print(f"the bar is {_BAR:.0f} times")


def measure(project: Project, event: str, file: str, runs: int) -> tuple[list[Cost], list[Cost]]:
    """Return the costs of the least and of an event, by turns; the first run fills the caches."""
    least, own = [], []
    for run in range(runs + 1):
        given = {
            "session_id": f"{event} {run}",
            "cwd": str(project.root),
            "prompt": "cache the query",
            "tool_input": {"file_path": file},
        }
        command = (sys.executable, "-P", "-m", "ripplegraph", "hook", event)
        least.append(run_once(project.root, _LEAST, b""))
        own.append(run_once(project.root, command, json.dumps(given).encode()))
    return least[1:], own[1:]


def run_once(root: Path, command: tuple[str, ...], given: bytes) -> Cost:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, cwd=root, input=given, check=True, stdout=subprocess.DEVNULL)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    computing = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Cost(computing * 1000, wall * 1000)


def report(event: str, least: list[Cost], own: list[Cost]) -> None:
    base = median(cost.computing for cost in least)
    computing = median(cost.computing for cost in own)
    wall = median(cost.wall for cost in own)
    print(
        f"{event:14} {computing:6.1f} ms computing, {computing / base:.2f} times the least "
        f"({base:.1f} ms); {wall:.1f} ms wall"
    )


if __name__ == "__main__":
    main()
