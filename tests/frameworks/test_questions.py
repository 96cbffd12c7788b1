"""Questions about projects of frameworks are answered, and never with nothing and no doubt."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support.questions import (
    Question,
    ask,
    find_frameworks,
    read_questions,
    scan_project,
)

KNOWN_GAPS: dict[str, str] = {
    "pytest/11": "fixtures that settings name are not read",
    "django/52": "what the admin is registered for by a call is not asked for its members",
    "rails/34": "what associations of local variables give has no type",
    "fastapi/10": "that `Depends()` makes the annotated class is not seen",
    "react/22": "what is passed to a component in `memo` is not followed to where it is called",
}
"""Questions that are not answered yet, as `framework/number`, each with the reason."""
FEWEST = dict.fromkeys(
    ("django", "fastapi", "laravel", "nuxt", "rails", "react", "spring", "vue"), 25
)
"""How many questions there are at least; 12 about the others."""
MOST_GAPS = 0.05


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return a function that scans the project of a framework once."""
    return cache(lambda name: scan_project(name, tmp_path_factory.mktemp(name) / "project"))


def _parameters() -> list[object]:
    found: list[object] = []
    for name in find_frameworks():
        for question in read_questions(name):
            gap = KNOWN_GAPS.get(f"{name}/{question.number}")
            marks = [] if gap is None else [pytest.mark.xfail(reason=gap, raises=AssertionError)]
            found.append(pytest.param(question, id=str(question), marks=marks))
    return found


@pytest.mark.parametrize("question", _parameters())
def test_question(question: Question, projects: Any) -> None:
    answer = ask(projects(question.framework), question)
    assert not answer.missing, "\n".join(answer.missing)


@pytest.mark.parametrize("name", find_frameworks())
def test_no_answer_is_nothing_without_doubt(name: str, projects: Any) -> None:
    empty = [str(q) for q in read_questions(name) if ask(projects(name), q).is_empty]
    assert not empty


@pytest.mark.parametrize("name", find_frameworks())
def test_there_are_enough_questions_and_few_gaps(name: str) -> None:
    questions = read_questions(name)
    gaps = [key for key in KNOWN_GAPS if key.startswith(f"{name}/")]
    assert len(questions) >= FEWEST.get(name, 12)
    assert len(gaps) <= MOST_GAPS * len(questions)


def test_projects_name_what_there_is(projects: Any, tmp_path: Path) -> None:
    for name in find_frameworks():
        root = projects(name).workspace.root
        for question in read_questions(name):
            for own in (question.target, *question.dependents, *question.reaches):
                assert (root / own.partition("::")[0]).exists(), f"{question}: {own}"
