"""Every answer fits the schema that is published for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ripplegraph.impact.report import Impact
from ripplegraph.impact.scoring import CHANGE_SHARES
from tests.support.command import run_ripple
from tests.support.repository import git
from tests.support.shop import build_shop_history

SCHEMA: dict[str, Any] = json.loads(
    Path(__file__).parents[2].joinpath("docs/reference/impact.schema.json").read_text()
)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = build_shop_history(tmp_path_factory.mktemp("schema") / "shop").path
    run_ripple("scan", folder=root)
    about = next(path for path in git(root, "ls-files").splitlines() if path.endswith(".py"))
    for kind in ("gotcha", "dead_end", "decision", "requirement", "module_insight"):
        told = run_ripple(
            "remember", f"Mind the {kind} here.", "--type", kind, "--about", about, folder=root
        )
        assert told.code == 0, told.errors
    return root


def check(root: Path, *arguments: str) -> dict[str, Any]:
    done = run_ripple("analyze-impact", "--json", *arguments, folder=root)
    assert done.code == 0, done.errors
    answer: dict[str, Any] = json.loads(done.output)
    Draft202012Validator(SCHEMA).validate(answer)
    return answer


def test_the_schema_is_one_and_names_every_part() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["properties"]) == set(Impact._fields)
    assert set(SCHEMA["required"]) == set(Impact._fields)


def test_the_schema_names_every_class_of_change() -> None:
    change = SCHEMA["$defs"]["target"]["properties"]["change"]["properties"]
    assert set(change["class"]["enum"]) == set(CHANGE_SHARES)


def test_files_symbols_and_folders(shop: Path) -> None:
    files = [path for path in git(shop, "ls-files").splitlines() if path.endswith((".py", ".ts"))]
    notes = 0
    for path in files[:12]:
        answer = check(shop, path)
        notes += answer["counts"]["memories"]
        for row in answer["direct_dependents"][:1]:
            for symbol in row["symbols"][:1]:
                check(shop, symbol)
    assert notes
    check(shop, ".", "--depth", "0", "--limit", "0")


def test_changes(shop: Path) -> None:
    for commit in git(shop, "rev-list", "--max-count=5", "HEAD").split():
        check(shop, "--commit", commit)
    check(shop, "--diff")


def test_the_schema_refuses_other_answers(shop: Path) -> None:
    answer = check(shop, ".")
    answer["impact_score"] = 1.5
    validator = Draft202012Validator(SCHEMA)
    assert not validator.is_valid(answer)
    assert not validator.is_valid({**answer, "impact_score": 0.5, "surplus": 1})
