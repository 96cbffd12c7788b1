"""Answers that a history ranks: rows, partners, related files, and all of them as paths."""

from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.impact import report
from ripplegraph.impact.formats.paths import build_paths
from ripplegraph.impact.formats.text import build_text
from ripplegraph.impact.report import Impact
from tests.support.command import run_ripple
from tests.support.graphs import write_files
from tests.support.repository import commit_all, git

FILES = {
    "src/shop.py": "import prices\n\ndef buy():\n    return prices.find()\n",
    "src/stock.py": "import prices\n\ndef count():\n    return prices.find()\n",
    "src/far.py": "import stock\n\ndef go():\n    return stock.count()\n",
    "src/money.py": "def pay():\n    return 1\n",
    "src/prices.py": "import money\n\ndef find():\n    return money.pay()\n",
    "tests/test_prices.py": "import prices\n\ndef test_find():\n    assert prices.find() == 1\n",
    "docs/prices.md": "# Prices\n",
    "docs/other.md": "# Other\n",
    "docs/once.md": "# Once\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = write_files(tmp_path / "project", FILES)
    git(folder, "init", "--quiet", "--initial-branch", "main")
    commit_all(folder, "all at once")
    return folder


def change(root: Path, *names: str) -> None:
    for name in names:
        with (root / name).open("a") as file:
            file.write("# more\n")
    commit_all(root, "change")


def ask(root: Path, *targets: str, limit: int | None = 50) -> Impact:
    project = open_project(root)
    project.scan()
    return project.analyze_impact(targets, limit=limit)


def get_rows(impact: Impact) -> dict[str, tuple[int, float]]:
    rows = (*impact.direct_dependents, *impact.transitive_dependents)
    return {row.id: (row.depth, row.strength) for row in rows}


def test_without_a_history_structure_and_names_rank(root: Path) -> None:
    impact = ask(root, "src/prices.py")
    assert list(build_paths(impact)) == [
        "tests/test_prices.py",
        "docs/prices.md",
        "src/shop.py",
        "src/stock.py",
        "src/money.py",
        "src/far.py",
    ]
    assert impact.co_changes == ()


def test_a_history_orders_dependents_and_changes_no_distance(root: Path) -> None:
    before = ask(root, "src/prices.py")
    change(root, "src/prices.py", "src/stock.py")
    after = ask(root, "src/prices.py")
    product = ["src/shop.py", "src/stock.py"]
    assert [row.id for row in before.direct_dependents] == [*product, "tests/test_prices.py"]
    assert after.direct_dependents[0].id == "src/stock.py"
    assert get_rows(after) == get_rows(before)
    assert after.counts["by_depth"] == before.counts["by_depth"]
    scores = [row.score for row in after.direct_dependents]
    assert scores[:2] == sorted(scores[:2], reverse=True)
    assert after.direct_dependents[-1].id == "tests/test_prices.py"
    assert all(0 < score < 1 for score in scores)


def test_partners_are_those_that_no_edge_explains(root: Path) -> None:
    for _ in range(3):
        change(root, "src/prices.py", "src/shop.py", "src/money.py", "docs/other.md")
    change(root, "src/prices.py", "docs/once.md")
    impact = ask(root, "src/prices.py")
    (partner,) = impact.co_changes
    assert (partner.path, partner.together, partner.changes) == ("docs/other.md", 3, 4)
    related = {row.path: row.reason for row in impact.related}
    assert related == {
        "src/money.py": "the target uses it; 3 of 4 commits",
        "docs/once.md": "1 of 4 commits",
        "docs/prices.md": "has the same name",
    }
    assert impact.counts["co_changes"] == 1
    assert impact.counts["related"] == 3


def test_all_kinds_are_in_one_ranking(root: Path) -> None:
    for _ in range(3):
        change(root, "src/prices.py", "docs/other.md")
    impact = ask(root, "src/prices.py")
    paths = list(build_paths(impact))
    assert paths[0] == "docs/other.md"
    assert impact.co_changes[0].score > impact.direct_dependents[0].score
    assert len(paths) == len(set(paths))
    assert "src/prices.py" not in paths
    test = report.Test("tests/test_far.py::test", "tests/test_far.py", 0.99, "calls it")
    with_test = impact._replace(tests=(test,))
    assert list(build_paths(with_test)) == ["tests/test_far.py", *paths]


def test_a_limit_cuts_what_is_shown_and_no_count(root: Path) -> None:
    for _ in range(2):
        change(root, "src/prices.py", "docs/other.md", "docs/once.md")
    impact = ask(root, "src/prices.py", limit=1)
    assert [partner.path for partner in impact.co_changes] == ["docs/once.md"]
    assert len(impact.related) == 1
    assert impact.counts["co_changes"] == impact.counts["related"] == 2


def test_a_symbol_has_the_partners_of_its_file(root: Path) -> None:
    for _ in range(2):
        change(root, "src/prices.py", "src/shop.py", "docs/other.md")
    impact = ask(root, "src/prices.py::find")
    assert [partner.path for partner in impact.co_changes] == ["docs/other.md"]
    assert impact.related == ()
    assert all(row.score == row.strength for row in impact.direct_dependents)


def test_files_of_a_folder_are_no_partners_of_it(root: Path) -> None:
    for _ in range(2):
        change(root, "src/prices.py", "src/money.py", "docs/other.md")
    impact = ask(root, "src/")
    assert [partner.path for partner in impact.co_changes] == ["docs/other.md"]
    assert not any(path.startswith("src/") for path in build_paths(impact))
    assert list(build_paths(ask(root, "."))) == []


def test_bulk_commits_tie_nothing(root: Path) -> None:
    (root / "ripple.toml").write_text("[history]\nmax_commit_files = 2\n")
    for _ in range(2):
        change(root, "src/prices.py", "docs/other.md", "docs/once.md")
    assert ask(root, "src/prices.py").co_changes == ()


def test_the_command_shows_partners_and_related_files(root: Path) -> None:
    for _ in range(2):
        change(root, "src/prices.py", "docs/other.md")
    impact = ask(root, "src/prices.py")
    text = "\n".join(build_text(impact, lambda line, _: line))
    assert "docs/other.md  2 of 2 commits" in text
    assert "src/money.py  the target uses it" in text
    result = run_ripple("analyze-impact", "src/prices.py", "--format", "paths", folder=root)
    assert result.output.splitlines() == list(build_paths(impact))
