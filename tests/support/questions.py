"""Questions about the projects in `fixtures/frameworks/`, and what ripple answers.

Each project has a `questions.toml`. A question names a `target`, and at least one of

    dependents   ids that depend on it directly, all of which must be among those shown
    reaches      ids that depend on it at any distance
    entry        words that must be in one of its entry points
    tests        ids of tests that must be among those that exercise it
    never        ids that must not be among its direct dependents
"""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ripplegraph import open_project
from tests.support.repository import commit_all, git

FIXTURES = Path(__file__).parents[2] / "fixtures" / "frameworks"
QUESTIONS = "questions.toml"


@dataclass(frozen=True)
class Question:
    """One question, and what its answer must hold."""

    framework: str
    number: int
    target: str
    dependents: tuple[str, ...] = ()
    reaches: tuple[str, ...] = ()
    entry: str = ""
    tests: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.framework}/{self.number}:{self.target}"


@dataclass(frozen=True)
class Answer:
    """What of a question was not answered, and whether the answer is nothing without doubt."""

    missing: tuple[str, ...]
    is_empty: bool


def find_frameworks() -> list[str]:
    """Return the frameworks that have a project with questions."""
    return sorted(folder.parent.name for folder in FIXTURES.glob(f"*/{QUESTIONS}"))


def read_questions(framework: str) -> list[Question]:
    """Return the questions about the project of a framework."""
    table = tomllib.loads((FIXTURES / framework / QUESTIONS).read_text(encoding="utf-8"))
    return [*_read(framework, table["question"])]


def _read(framework: str, rows: list[dict[str, Any]]) -> Iterator[Question]:
    for number, row in enumerate(rows, 1):
        lists = {key: tuple(value) for key, value in row.items() if isinstance(value, list)}
        yield Question(framework, number, **{**row, **lists})


def make_project(framework: str, folder: Path) -> Path:
    """Copy the project of a framework without its questions, as a repository."""
    shutil.copytree(FIXTURES / framework, folder, dirs_exist_ok=True)
    (folder / QUESTIONS).unlink()
    git(folder, "init", "--quiet", "--initial-branch", "main")
    commit_all(folder, "first")
    return folder


def scan_project(framework: str, folder: Path) -> Any:
    """Return the project of a framework, scanned."""
    project = open_project(make_project(framework, folder))
    project.scan()
    return project


def ask(project: Any, question: Question) -> Answer:
    """Ask one question."""
    impact = project.analyze_impact([question.target], limit=None)
    bound = {row.id for row in impact.direct_dependents}
    direct = bound | {row.id for row in impact.possible_dependents if row.tier == "likely"}
    # A file target lists files: what in them depends on it is named beside them.
    direct |= {symbol for row in impact.direct_dependents for symbol in row.symbols}
    reached = direct | {row.id for row in impact.transitive_dependents}
    entries = [entry.words for entry in impact.entry_points]
    tests = {test.symbol for test in impact.tests} | {test.id for test in impact.tests}
    missing = [
        *(f"{own} is no dependent" for own in question.dependents if own not in direct),
        *(f"{own} is not reached" for own in question.reaches if own not in reached),
        *(f"{own} is no test of it" for own in question.tests if own not in tests),
        *(f"{own} is a dependent" for own in question.never if own in bound),
    ]
    if question.entry and not any(question.entry in words for words in entries):
        missing.append(f"no entry point says {question.entry!r}: {entries}")
    is_empty = impact.impact_score == 0 and not direct and not entries
    return Answer(tuple(missing), is_empty)
