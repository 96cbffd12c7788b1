"""Measures what a hook costs from a cold start, against the least that Python can do.

    python -m bench.speed.hook_start PROJECT [--file django/db/models/query.py] [--count 1000]

The project is copied, scanned and given memories. Then each event takes turns with `python -c
"import sqlite3, json"` in the same interpreter, always in a new session; printed are the medians of
computing and of wall time and the ratio of the former, which a busy machine changes less. The bar
is 4.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import median

from bench.commands import LEAST, Run, measure_command, measure_hook
from bench.scanned_projects import build_project
from ripplegraph import Project
from ripplegraph.briefing.hook_events import EVENTS

_BAR = 4.0


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


def measure(project: Project, event: str, file: str, runs: int) -> tuple[list[Run], list[Run]]:
    """Return the costs of the least and of an event, by turns; the first run fills the caches."""
    least, own = [], []
    for run in range(runs + 1):
        least.append(measure_command(LEAST, project.root))
        own.append(measure_hook(project.root, event, f"{event} {run}", file))
    return least[1:], own[1:]


def report(event: str, least: list[Run], own: list[Run]) -> None:
    base = median(run.cpu for run in least) * 1000
    computing = median(run.cpu for run in own) * 1000
    wall = median(run.wall for run in own) * 1000
    print(
        f"{event:14} {computing:6.1f} ms computing, {computing / base:.2f} times the least "
        f"({base:.1f} ms); {wall:.1f} ms wall"
    )


if __name__ == "__main__":
    main()
