"""What ties files to targets: common changes, links in both directions, and names."""

from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.impact.ranking.candidates import (
    MOST_TARGETS,
    Candidate,
    find_candidates,
    find_unexplained_co_changes,
    merge_candidates,
)
from ripplegraph.impact.ranking.score import Evidence
from ripplegraph.store.connection import open_for_reading
from tests.support.databases import graph_of
from tests.support.graphs import write_files
from tests.support.repository import commit_all, git

FILES = {
    "src/shop.py": "import prices\n\ndef buy():\n    return prices.find()\n",
    "src/prices.py": "def find():\n    return 1\n",
    "tests/test_prices.py": "import prices\n\ndef test_find():\n    assert prices.find() == 1\n",
    "docs/prices.md": "# Prices\n",
    "docs/other.md": "# Other\n",
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


def ask(root: Path, *paths: str, partners: bool = False) -> dict[str, Candidate]:
    open_project(root).scan()
    find = find_unexplained_co_changes if partners else find_candidates
    with open_for_reading(graph_of(root)) as connection:
        numbers = {path: file for file, path in connection.execute("SELECT id, path FROM files")}
        return find(connection, {numbers[path]: path for path in paths}, largest=50)


def test_links_and_names_tie_without_any_history(root: Path) -> None:
    assert ask(root, "src/shop.py") == {"src/prices.py": Candidate(Evidence(dependency=0.9))}
    found = ask(root, "src/prices.py")
    same = Candidate(Evidence(namesake=0.5))
    assert found == {"tests/test_prices.py": same, "docs/prices.md": same}


def test_names_that_too_many_files_have_tie_nothing(root: Path) -> None:
    for number in range(21):
        path = root / f"part{number}" / "prices.md"
        path.parent.mkdir()
        path.write_text("# Prices\n")
    assert ask(root, "src/prices.py") == {}


def test_the_last_changes_are_counted(root: Path) -> None:
    change(root, "src/prices.py", "docs/other.md")
    change(root, "src/prices.py", "docs/other.md")
    change(root, "src/prices.py")
    tie = ask(root, "src/prices.py")["docs/other.md"]
    assert (tie.commits, tie.changes) == (2, 3)
    assert tie.evidence.together > 0.4
    assert tie.is_unexplained


def test_one_common_change_is_no_partnership(root: Path) -> None:
    change(root, "src/prices.py", "docs/other.md")
    assert not ask(root, "src/prices.py")["docs/other.md"].is_unexplained
    assert ask(root, "src/prices.py", partners=True) == {}


def test_an_edge_in_either_direction_explains_a_partner(root: Path) -> None:
    for _ in range(2):
        change(root, "src/prices.py", "src/shop.py", "docs/other.md")
    assert set(ask(root, "src/prices.py", partners=True)) == {"docs/other.md"}
    assert set(ask(root, "src/shop.py", partners=True)) == {"docs/other.md"}


def test_of_several_targets_the_strongest_tie_counts(root: Path) -> None:
    change(root, "src/shop.py", "docs/other.md")
    change(root, "src/prices.py", "docs/other.md")
    change(root, "src/prices.py", "docs/other.md")
    both = ask(root, "src/prices.py", "src/shop.py")
    one, two = ask(root, "src/prices.py"), ask(root, "src/shop.py")
    assert both == merge_candidates([one, two])
    assert both["docs/other.md"].commits == 2
    assert both["docs/prices.md"] == one["docs/prices.md"]


def test_of_many_targets_those_that_changed_last_are_looked_at(root: Path) -> None:
    names = [f"src/part{number:02}.py" for number in range(MOST_TARGETS + 1)]
    for name in names:
        (root / name).write_text("x = 1\n")
    commit_all(root, "many")
    change(root, names[-1], "docs/other.md")
    assert ask(root, *names)["docs/other.md"].commits == 1
