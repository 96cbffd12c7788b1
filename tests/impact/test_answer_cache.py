"""Answers that took long are kept as long as nothing they were worked out from changes."""

from functools import partial
from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.app import answer_cache
from ripplegraph.app.answer_cache import AnswerCache
from ripplegraph.app.project import Project
from tests.support.command import run_ripple
from tests.support.graphs import write_files
from tests.support.waiting import LONGEST

FILES = {
    "ripple.toml": "",
    "shop/prices.py": "def price():\n    return 1\n",
    "shop/cart.py": "from shop.prices import price\n\n\ndef total():\n    return price()\n",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setattr(answer_cache, "WORTH_SECONDS", -1.0)
    monkeypatch.setattr(answer_cache, "LIFETIME_SECONDS", LONGEST)
    write_files(tmp_path, FILES)
    project = open_project(tmp_path)
    project.scan()
    return project


def ask(project: Project) -> set[str]:
    return {row.id for row in project.analyze_impact(["shop/prices.py"]).direct_dependents}


def count_work(project: Project, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows with every answer that is worked out."""
    worked: list[int] = []
    calculator = project.impact.calculator
    calculate = calculator._calculate

    def work(*arguments: object) -> object:
        worked.append(1)
        return calculate(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(calculator, "_calculate", work)
    return worked


def test_a_kept_answer_is_given_again(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    worked = count_work(project, monkeypatch)
    assert ask(project) == ask(project) == {"shop/cart.py"}
    assert len(worked) == 1


def test_a_scan_makes_answers_anew(project: Project) -> None:
    assert ask(project) == {"shop/cart.py"}
    write_files(project.root, {"shop/order.py": "from shop.prices import price\n"})
    project.scan()
    assert ask(project) == {"shop/cart.py", "shop/order.py"}


def test_a_memory_makes_answers_anew(project: Project) -> None:
    before = project.analyze_impact(["shop/prices.py"]).counts["memories"]
    told = ("remember", "Prices are in cents.", "--type", "gotcha", "--about", "shop/prices.py")
    assert run_ripple(*told, folder=project.root).code == 0
    assert project.analyze_impact(["shop/prices.py"]).counts["memories"] == before + 1


def test_answers_are_let_go() -> None:
    answers = AnswerCache()
    for number in range(3 * answer_cache.MOST_KEPT):
        assert answers.get(number, tuple, partial(int, number)) == number
    assert len(answers._kept) <= answer_cache.MOST_KEPT
