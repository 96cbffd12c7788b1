"""The answers of the command for the shop, against what was worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import run_ripple
from tests.support.shop import EXPECTED, build_shop_history

TARGETS: dict[str, Any] = json.loads(EXPECTED.read_text())["targets"]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = build_shop_history(tmp_path_factory.mktemp("expected") / "shop").path
    scanned = run_ripple("scan", folder=root)
    assert scanned.code == 0, scanned.errors
    return root


def ask(shop: Path, target: str) -> dict[str, Any]:
    done = run_ripple(
        "analyze-impact", "--json", "--depth", "0", "--limit", "0", target, folder=shop
    )
    assert done.code == 0, done.errors
    answer: dict[str, Any] = json.loads(done.output)
    return answer


@pytest.mark.parametrize("target", TARGETS)
def test_dependents_depths_and_tests_are_exact(shop: Path, target: str) -> None:
    answer, expected = ask(shop, target), TARGETS[target]
    direct = [row["id"] for row in answer["direct_dependents"] if not row["possible"]]
    assert sorted(direct) == expected["direct_dependents"]
    farther = {row["id"]: row["depth"] for row in answer["transitive_dependents"]}
    assert farther == expected["transitive_dependents"]
    assert sorted(test["id"] for test in answer["tests"]) == sorted(expected["tests"])
    assert answer["counts"]["tests"] == len(expected["tests"])
    assert answer["counts"]["direct_dependents"] == len(expected["direct_dependents"])
    assert answer["counts"]["transitive_dependents"] == len(expected["transitive_dependents"])


def test_rows_have_a_path_a_score_and_a_reason(shop: Path) -> None:
    tests = ask(shop, "shop/pricing.py::add_tax")["tests"]
    assert tests[0]["id"] == "tests/test_pricing.py::test_tax_is_added_on_top"
    assert tests[0]["path"] == "tests/test_pricing.py"
    assert tests[0]["reason"] == "calls `shop/pricing.py::add_tax`"
    scores = [test["score"] for test in tests]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)


def test_a_test_has_the_score_of_the_dependent_that_it_is(shop: Path) -> None:
    answer = ask(shop, "shop/pricing.py::apply_discount")
    dependents = {
        row["id"]: row["score"]
        for row in (*answer["direct_dependents"], *answer["transitive_dependents"])
    }
    certain = [test for test in answer["tests"] if test["id"].startswith("tests/test_pricing.py")]
    assert certain
    for test in certain:
        assert test["score"] == dependents[test["id"]]


def test_only_tests_one_a_line(shop: Path) -> None:
    done = run_ripple("analyze-impact", "--tests-only", "shop/pricing.py::line_total", folder=shop)
    expected = TARGETS["shop/pricing.py::line_total"]["tests"]
    assert sorted(done.output.splitlines()) == sorted(expected)


def test_typescript_tests_are_files(shop: Path) -> None:
    done = run_ripple("analyze-impact", "--tests-only", "ui/src/cart.ts", folder=shop)
    assert done.output.splitlines() == ["ui/src/cart.test.ts"]
