"""Copies of projects that are scanned, with made-up memories all over them."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.projects import copy_project
from bench.timings import print_time
from ripplegraph import Project, open_project
from ripplegraph.memory.clock import get_now
from ripplegraph.memory.types.registry import build_registry
from ripplegraph.memory.writing.additions import remember
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.memory.writing.gate import Gate
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.store.connection import open_for_reading
from ripplegraph.store.memory.memory_writer import change_memories
from ripplegraph.store.records.memory_records import Provenance

TYPES = ("gotcha", "dead_end", "decision", "error_pattern", "convention", "e2e_observation")
WORDS = ("cache", "lazy", "query", "lock", "signal", "form", "order", "never", "before", "after")
_SYLLABLES = ("ka", "lo", "mi", "ren", "tas", "vor", "qui", "zet", "nu", "pel", "dra", "sho")
_COMMON = ("the", "must", "be", "called", "before", "session", "cache", "is", "in", "and", "when")
_FILES = "SELECT path FROM files WHERE status = 'parsed' ORDER BY path"
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


def scan_copy(source: Path, folder: Path) -> Project:
    """Copy a project into a git repository of its own and scan it."""
    project = open_project(copy_project(source, folder))
    with print_time("first scan"):
        project.scan()
    return project


@contextmanager
def build_project(source: Path, file: str, count: int) -> Iterator[Project]:
    """Copy and scan a project, and remember things about its files; a dozen about one of them."""
    with TemporaryDirectory(prefix="ripple-bench-") as folder:
        project = scan_copy(source, Path(folder) / "project")
        service = project.memory_access.open_service()
        for draft in _make_up(project, file, count):
            service.remember(draft)
        project.list_memories(limit=1)
        yield project


def _make_up(project: Project, file: str, count: int) -> Iterator[Draft]:
    with open_for_reading(project.workspace.graph) as graph:
        files = [path for (path,) in graph.execute(_FILES)]
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


def anchor_memories(project: Project, count: int) -> None:
    """Add memories about definitions, files, folders and patterns, some with claims."""
    chance = random.Random(1)  # noqa: S311 - the same memories each time
    with (
        print_time(f"{count:,} memories"),
        open_for_reading(project.workspace.graph) as graph,
        change_memories(project.workspace.memory) as connection,
    ):
        gate = Gate(project.root, build_registry(), graph)
        journal = Journal(connection, now=get_now())
        subjects = _choose_subjects(graph, chance)
        for number in range(count):
            about, claims = next(subjects)
            draft = Draft(build_text(chance, number), about=about, claims=claims)
            remember(journal, gate.admit(draft, now=journal.now), Cause("bench"))


def _choose_subjects(
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


def build_text(chance: random.Random, number: int) -> str:
    """Make up the text of a memory: half common words, half rare ones."""
    words = [
        chance.choice(_COMMON) if chance.random() < 0.5 else _build_word(chance)
        for _ in range(chance.randint(8, 60))
    ]
    return f"Note {number}: {' '.join(words)}."


def _build_word(chance: random.Random) -> str:
    return "".join(chance.choice(_SYLLABLES) for _ in range(chance.randint(2, 4)))
