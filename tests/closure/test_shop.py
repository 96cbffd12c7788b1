"""The dependents of the sample repository's files and symbols, as they were worked out by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from ripplegraph import Project, open_project
from tests.support.command import assert_clear_failure, run_ripple
from tests.support.shop import EXPECTED, build_shop_history

TARGETS: dict[str, dict[str, Any]] = json.loads(EXPECTED.read_text())["targets"]
BETWEEN_SYMBOLS = ("calls", "references", "extends", "implements", "dispatches_to")
"""Imports and re-exports are edges of files, not of symbols."""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = build_shop_history(tmp_path_factory.mktemp("shops") / "shop").path
    assert run_ripple("scan", folder=path).code == 0
    return path


@pytest.fixture(scope="module")
def project(shop: Path) -> Project:
    return open_project(shop)


@pytest.mark.parametrize("target", TARGETS)
def test_the_dependents_of_a_target(project: Project, target: str) -> None:
    expected = TARGETS[target]
    kinds = None if expected["kind"] == "file" else BETWEEN_SYMBOLS
    found = {item.id: item.depth for item in project.dependents(target, kinds=kinds).items}
    direct = dict.fromkeys(expected["direct_dependents"], 1)
    assert found == direct | expected["transitive_dependents"]


def test_dependencies_are_dependents_seen_from_the_other_end(project: Project) -> None:
    for target in (target for target in TARGETS if TARGETS[target]["kind"] == "file"):
        for item in project.dependents(target).items:
            there = {found.id: found.depth for found in project.dependencies(item.id).items}
            assert there[target] == item.depth


def test_dependents_for_a_person(shop: Path) -> None:
    result = run_ripple("dependents", "shop/settings.py", "--limit", "4", folder=shop)
    assert (result.code, result.errors) == (0, "")
    assert result.output.splitlines() == [
        "depth  dependent, and the neighbour it is reached over",
        "    1  shop/payments/card.py",
        "    1  shop/pricing.py",
        "    1  shop/receipts.py",
        "    2  shop/api/handlers.py  via shop/receipts.py",
        "19 dependents of shop/settings.py (3, 6, 6, 4 by depth); 15 not shown",
    ]


def test_dependencies_as_json(shop: Path) -> None:
    arguments = ("dependencies", "shop/pricing.py", "--depth", "1", "--kind", "imports", "--json")
    answer = json.loads(run_ripple(*arguments, folder=shop).output)
    assert answer["target"] == "shop/pricing.py"
    assert answer["direction"] == "dependencies"
    assert (answer["total"], answer["omitted"], answer["possible"]) == (2, 0, [])
    assert {item["id"] for item in answer["items"]} == {"shop/models.py", "shop/settings.py"}
    assert all(item["via"] == "shop/pricing.py" for item in answer["items"])


def test_something_nothing_depends_on(shop: Path) -> None:
    result = run_ripple("dependents", "pyproject.toml", folder=shop)
    assert (result.code, result.output) == (0, "no dependents of pyproject.toml\n")


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("dependents", "shop/princing.py"), "shop/pricing.py"),
        (("dependents", "Order.mark_payd"), "shop/models.py::Order.mark_paid"),
        (("dependencies", "shop/models.py", "--kind", "contains"), "The kinds are imports"),
        (("dependents", "\udcff"), "Give it as UTF-8."),
    ],
)
def test_what_cannot_be_answered(shop: Path, arguments: tuple[str, ...], hint: str) -> None:
    result = run_ripple(*arguments, folder=shop)
    assert_clear_failure(result, code=2)
    assert hint in result.errors


def test_the_doctor_verifies_the_closure(shop: Path) -> None:
    assert "closure: equals a search over the edges for 20 files" in (
        run_ripple("doctor", folder=shop).output
    )
    result = run_ripple("doctor", "--verify", folder=shop)
    assert result.code == 0
    assert "closure: equals a search over the edges for every file" in result.output
