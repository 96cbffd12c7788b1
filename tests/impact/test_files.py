"""The ranking of a project's files: what ties them, and what is read for it."""

import subprocess
import sys
from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.impact.files import find_evidence, rank_files
from ripplegraph.store.connection import open_for_reading
from tests.support.databases import graph_of
from tests.support.repository import commit_all, git

FILES = {
    "src/shop.py": "import prices\n\ndef buy():\n    return prices.find()\n",
    "src/prices.py": "def find():\n    return 1\n",
    "src/far.py": "import shop\n",
    "tests/test_prices.py": "import prices\n\ndef test_find():\n    assert prices.find() == 1\n",
    "docs/prices.md": "# Prices\n",
    "docs/other.md": "# Other\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    git(folder, "init", "--quiet", "--initial-branch", "main")
    return folder


def test_without_any_history_structure_and_names_rank(root: Path) -> None:
    open_project(root).scan()
    with open_for_reading(graph_of(root)) as connection:
        ranked = rank_files(connection, "src/prices.py", largest=50)
    assert [file.path for file in ranked] == [
        "tests/test_prices.py",
        "docs/prices.md",
        "src/shop.py",
    ]


def test_evidence_says_in_which_direction_and_how_strongly(root: Path) -> None:
    commit_all(root, "all at once")
    open_project(root).scan()
    with open_for_reading(graph_of(root)) as connection:
        found = find_evidence(connection, "src/shop.py", largest=3)
        about = find_evidence(connection, "src/prices.py", largest=3)
    assert found["src/prices.py"].dependency == pytest.approx(0.9)
    assert found["src/far.py"].dependent == pytest.approx(0.9)
    assert set(found) == {"src/prices.py", "src/far.py"}
    assert about["tests/test_prices.py"].namesake == about["docs/prices.md"].namesake == 0.5
    assert about["src/shop.py"].namesake == 0


def test_what_changed_together_comes_before_what_merely_depends(root: Path) -> None:
    commit_all(root, "all at once")
    for _ in range(3):
        for name in ("src/prices.py", "docs/other.md"):
            with (root / name).open("a") as file:
                file.write("# more\n")
        commit_all(root, "both")
    open_project(root).scan()
    with open_for_reading(graph_of(root)) as connection:
        ranked = rank_files(connection, "src/prices.py", largest=50)
    assert ranked[0].path == "docs/other.md"
    assert ranked[0].evidence.together > 0.5


def test_nothing_slow_is_loaded() -> None:
    script = "import sys, ripplegraph.impact.files; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert not {"sqlalchemy", "networkx", "numpy", "rich", "click", "git"} & set(
        done.stdout.split()
    )
