"""`ripple changes` and `ripple map` as a person sees them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command import assert_clear_failure, run_ripple
from tests.support.graphs import write_files
from tests.support.repository import git
from tests.support.shop import build_shop_history


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Return the sample repository, scanned before a file was moved and after the last commit."""
    history = build_shop_history(tmp_path / "shop")
    git(history.path, "checkout", "--quiet", history.checkout)
    run_ripple("scan", folder=history.path)
    git(history.path, "checkout", "--quiet", "main")
    run_ripple("scan", folder=history.path)
    return history.path


def test_changes_are_grouped_by_file(shop: Path) -> None:
    result = run_ripple("changes", folder=shop)
    assert (result.code, result.errors) == (0, "")
    lines = result.output.splitlines()
    assert "  > shop/storage.py: moved from shop/stores.py (14 definitions)" in lines
    assert "  + ui/src/format.ts (2 definitions)" in lines
    at = lines.index("  shop/models.py")
    assert lines[at + 1].startswith("    ! (file): incompatible: changes `Order`")
    assert (
        "    ! Order.mark_paid: incompatible: required parameter `fee_cents` added"
        in lines[at : at + 7]
    )
    assert lines[-1].endswith(f"changes (last number: {lines[-1].split()[0]})")


def test_changes_by_kind_and_place(shop: Path) -> None:
    output = run_ripple("changes", "--kind", "moved", "--path", "shop/", folder=shop).output
    assert "16 moved" in output
    assert "ui/" not in output
    old_place = run_ripple("changes", "--path", "shop/stores.py", folder=shop).output
    assert "shop/storage.py" in old_place
    symbol = run_ripple("changes", "--path", "shop/models.py::Order", "--json", folder=shop)
    ids = {change["id"] for change in json.loads(symbol.output)["changes"]}
    assert ids == {
        "shop/models.py::Order",
        "shop/models.py::Order.fee_cents",
        "shop/models.py::Order.mark_paid",
    }


def test_changes_say_what_is_left_out(shop: Path) -> None:
    everything = json.loads(run_ripple("changes", "--json", "--limit", "0", folder=shop).output)
    count = len(everything["changes"])
    assert (everything["matched"], everything["omitted"], everything["last"]) == (count, 0, count)
    assert everything["complete"]
    limited = json.loads(run_ripple("changes", "--limit", "4", "--json", folder=shop).output)
    shown = len(limited["changes"])
    assert limited["changes"] == everything["changes"][count - shown :]
    assert limited["omitted"] == count - shown
    assert limited["changes"][0]["id"] == "ui/src/types.ts", "a file is not cut in two"
    few = run_ripple("changes", "--limit", "4", folder=shop).output
    assert f"the newest {shown} of {count} changes; --limit 0 shows all" in few


def test_changes_since_a_number(shop: Path) -> None:
    last = json.loads(run_ripple("changes", "--json", folder=shop).output)["last"]
    output = run_ripple("changes", "--since", str(last), folder=shop).output
    assert output == f"no changes (last number: {last})\n"
    write_files(shop, {"shop/settings.py": "CURRENCY = 1\n"})
    run_ripple("scan", folder=shop)
    output = run_ripple("changes", "--since", str(last), folder=shop).output
    assert "shop/settings.py" in output
    assert "ui/" not in output
    run_ripple("scan", "--full", folder=shop)
    output = run_ripple("changes", "--since", str(last), folder=shop).output
    assert f"there is no change {last}: the numbers started anew" in output


def test_names_cannot_drive_the_terminal(repository: Path) -> None:
    run_ripple("scan", folder=repository)
    write_files(repository, {"\x1b[31mred/evil\n.py": "def f(): ...\n"})
    run_ripple("scan", folder=repository)
    for command in ("changes", "map"):
        output = run_ripple(command, folder=repository).output
        assert r"\x1b[31mred/" in output
        assert "\x1b" not in output


@pytest.mark.parametrize(
    "arguments",
    [
        ["changes", "--since", "-1"],
        ["changes", "--kind", "painted"],
        ["changes", "--limit", "x"],
        ["map", "--depth", "0"],
        ["map", "no/such/folder"],
    ],
)
def test_wrong_usage(repository: Path, arguments: list[str]) -> None:
    assert_clear_failure(run_ripple(*arguments, folder=repository), code=2)


def test_outside_git_a_scan_comes_first(tmp_path: Path) -> None:
    write_files(tmp_path, {"ripple.toml": ""})
    for command in ("changes", "map"):
        assert_clear_failure(run_ripple(command, folder=tmp_path), code=3)


def test_the_map_of_the_shop(shop: Path) -> None:
    result = run_ripple("map", folder=shop)
    assert (result.code, result.errors) == (0, "")
    lines = result.output.splitlines()
    assert lines[0].startswith("25 files of code (python 18, typescript 5, tsx 2)")
    assert any(line.startswith("  0 ") and "settings.py" in line for line in lines)
    assert any("test files: tests/" in line for line in lines)
    assert any("packages, by files" in line and "react" in line for line in lines)


def test_the_map_of_a_folder(shop: Path) -> None:
    output = run_ripple("map", "shop/payments", folder=shop).output
    assert output.startswith("shop/payments/: 4 files of code (python 4)")
    assert "around it, in edges: shop/" in output
    report = json.loads(run_ripple("map", "shop/payments/", "--json", folder=shop).output)
    assert {module["id"] for module in report["modules"]} == {
        f"shop/payments/{name}.py" for name in ("__init__", "base", "card", "invoice")
    }
    assert "shop/models.py" in {part["id"] for part in report["outside"]}


def test_the_map_to_a_depth(shop: Path) -> None:
    report = json.loads(run_ripple("map", "--depth", "1", "--json", folder=shop).output)
    assert {module["id"] for module in report["modules"]} == {"scripts/", "shop/", "ui/"}
    (dependency,) = report["dependencies"]
    assert (dependency["source"], dependency["target"]) == ("scripts/", "shop/")
    assert sum(dependency["kinds"].values()) == dependency["edges"] >= dependency["ties"] > 0


def test_a_project_without_code(tmp_path: Path) -> None:
    write_files(tmp_path, {"ripple.toml": "", "notes.txt": "x"})
    run_ripple("scan", folder=tmp_path)
    result = run_ripple("map", folder=tmp_path)
    assert result.code == 0
    assert "0 files of code (none)" in result.output
