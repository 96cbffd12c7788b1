"""Measures questions inside one process, warm, against a recursive query over the same edges.

    python -m bench.speed.query PROJECT [--file django/db/models/query.py] [--memories 1000]

The project is copied into a git repository of its own, scanned, and given memories all over it.
All dependents of the file with their depths are read from the closure and by a recursive common
table expression over the links between files, to every depth and to depth 3; the bars are 1/20 and
1/4 of the expression's time. Then the whole operation is measured at depth 3; the bar is 10 ms.
"""

from __future__ import annotations

import argparse
import sqlite3
import statistics
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.scanned_projects import anchor_memories, scan_copy
from bench.timings import measure_times
from ripplegraph.app.project import Project
from ripplegraph.closure.levels import find_members, unpack_levels
from ripplegraph.store.connection import open_for_reading
from ripplegraph.store.sql import statements

_RECURSIVE = """
WITH RECURSIVE reached (file, depth) AS (
    SELECT ?, 0
    UNION
    SELECT file_links.source, reached.depth + 1
    FROM reached JOIN file_links ON file_links.target = reached.file
    WHERE reached.depth < ?
)
SELECT file, min(depth) FROM reached GROUP BY file
"""
_DEEPEST = 12
"""Without a bound the expression would go round the circles of imports for ever."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("--file", default="django/db/models/query.py")
    parser.add_argument("--memories", type=int, default=1000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ripple-bench-") as folder:
        root = Path(folder) / "project"
        project = scan_copy(options.project, root)
        anchor_memories(project, options.memories)
        project.scan()
        compare_reading(project, options.file)
        measure_operation(project, options.file)


def compare_reading(project: Project, path: str) -> None:
    with open_for_reading(project.workspace.graph) as graph:
        (number, _) = graph.execute(statements.SELECT_FILE_AND_STATUS, (path,)).fetchone()
        for depth in (None, 3):
            closed, recursive = read_closure(graph, number, depth), search(graph, number, depth)
            if closed != recursive:
                raise AssertionError(f"{len(closed)} files in the closure, {len(recursive)} found")
            ours = measure(partial(read_closure, graph, number, depth), 50)
            theirs = measure(partial(search, graph, number, depth), 5)
            print(
                f"depth {depth or 'all'}: {len(closed):,} files, closure {ours:.2f} ms, recursive "
                f"query {theirs:.1f} ms: 1/{theirs / ours:.0f} (bar 1/{20 if depth is None else 4})"
            )


def read_closure(graph: sqlite3.Connection, file: int, depth: int | None) -> dict[int, int]:
    (packed,) = graph.execute(statements.SELECT_FILE_DEPENDENTS, (file,)).fetchone()
    levels = unpack_levels(packed)[:depth]
    return {member: at for at, level in enumerate(levels, 1) for member in find_members(level)}


def search(graph: sqlite3.Connection, file: int, depth: int | None) -> dict[int, int]:
    found = dict(graph.execute(_RECURSIVE, (file, depth or _DEEPEST)).fetchall())
    del found[file]
    return found


def measure_operation(project: Project, path: str) -> None:
    impact = project.analyze_impact([path])
    answered = measure(lambda: project.analyze_impact([path]), 31)
    alone = measure(lambda: project.analyze_impact([path], scan=False), 31)
    print(
        f"the whole operation at depth 3, {impact.counts['memories']:,} memories attached: median "
        f"{answered:.1f} ms, without a scan {alone:.1f} ms (bar 10 ms)"
    )


def measure(work: Callable[[], object], times: int) -> float:
    """Return the median time of some work in milliseconds, when it has been done once."""
    work()
    return statistics.median(measure_times(work, times))


if __name__ == "__main__":
    main()
