"""A copy of a project with memories all over it, as agents would meet it."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.freshness import prepare
from ripplegraph import Project
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.store.records.memory_records import Provenance

TYPES = ("gotcha", "dead_end", "decision", "error_pattern", "convention", "e2e_observation")
WORDS = ("cache", "lazy", "query", "lock", "signal", "form", "order", "never", "before", "after")


@contextmanager
def build_project(source: Path, file: str, count: int) -> Iterator[Project]:
    """Copy and scan a project, and remember things about its files; a dozen about one of them."""
    with TemporaryDirectory(prefix="ripple-bench-") as folder:
        project = prepare(source, Path(folder) / "project")
        service = project._open_desk()
        for draft in _make_up(project, file, count):
            service.remember(draft)
        project.list_memories(limit=1)
        yield project


def _make_up(project: Project, file: str, count: int) -> Iterator[Draft]:
    with closing(sqlite3.connect(project._get_graph(project.config).path)) as graph:
        query = "SELECT path FROM files WHERE status = 'parsed' ORDER BY path"
        files = [path for (path,) in graph.execute(query)]
    chance = random.Random(1)  # noqa: S311 - made-up memories, the same in each run
    for number in range(count):
        place = file if number < 12 else chance.choice(files)
        text = " ".join(chance.choice(WORDS) for _ in range(20))
        yield Draft(
            f"Note {number}: {text}.",
            type=TYPES[number % len(TYPES)],
            about=(place,),
            provenance=Provenance("user_taught"),
        )
