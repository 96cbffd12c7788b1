"""Which files change with a file: small commits, later changes, third files, what is gone."""

from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.impact.ranking.co_changes import HALF_LIFE, Shares, read_co_changes
from ripplegraph.store.connection import open_for_reading
from tests.support.databases import graph_of
from tests.support.repository import commit_all, git


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch", "main")
    change(folder, "begin")
    return folder


def change(root: Path, *names: str) -> None:
    for name in names:
        with (root / name).open("a") as file:
            file.write("line\n")
    commit_all(root, "change")


def ask(root: Path, path: str, *, largest: int = 50) -> dict[str, Shares]:
    open_project(root).scan()
    with open_for_reading(graph_of(root)) as connection:
        return read_co_changes(connection, path, largest=largest)


def test_a_change_in_a_large_commit_says_less(root: Path) -> None:
    change(root, "a", "b")
    change(root, "a", "c", "d", "e", "f")
    found = ask(root, "a")
    half = 0.5 ** (1 / HALF_LIFE)
    whole = 1 + 1 / 4 + half
    assert found["b"].together == pytest.approx(half / whole)
    assert (found["b"].commits, found["b"].changes) == (1, 2)
    assert found["c"].together == pytest.approx(1 / 4 / whole)
    assert "a" not in found


def test_later_changes_of_the_file_count_more_and_others_do_not_age_it(root: Path) -> None:
    change(root, "a", "b")
    change(root, "a", "c")
    before = ask(root, "a")
    assert before["c"].together > before["b"].together
    for _ in range(3):
        change(root, "x")
    after = ask(root, "a")
    assert [after[name].together for name in "bc"] == [before[name].together for name in "bc"]
    change(root, "a")
    assert ask(root, "a")["b"].together < before["b"].together


def test_partners_of_partners_are_found(root: Path) -> None:
    change(root, "a", "b")
    change(root, "b", "c")
    found = ask(root, "a")
    assert found["c"].together == 0 < found["c"].indirect < found["b"].together


def test_what_changed_last_counts_most(root: Path) -> None:
    for name in "abc":
        change(root, name)
    found = ask(root, "a")
    assert found["c"].recent > found["b"].recent > 0
    assert found["c"].together == found["c"].indirect == 0
    assert "a" not in found


def test_large_commits_do_not_count(root: Path) -> None:
    change(root, "a", "b", "c", "d")
    assert ask(root, "a", largest=3) == {}
    assert set(ask(root, "a", largest=4)) == {"b", "c", "d"}


def test_files_that_are_gone_are_left_out_and_renamed_ones_followed(root: Path) -> None:
    for name in ("a", "b", "c"):
        (root / name).write_text(f"{name} has\nlines of\nits own\n" * 5)
    commit_all(root, "first")
    git(root, "mv", "a", "new")
    git(root, "rm", "--quiet", "c")
    commit_all(root, "move one, remove another")
    found = ask(root, "new")
    assert set(found) == {"b"}
    assert found["b"].together > 0


def test_a_file_that_no_commit_has_has_no_partners(root: Path) -> None:
    change(root, "a", "b")
    (root / "fresh").write_text("x")
    found = ask(root, "fresh")
    assert all(partner.together == partner.indirect == 0 for partner in found.values())
    assert ask(root, "no such file") == found


def test_a_deepened_clone_knows_which_commits_are_old(root: Path, tmp_path: Path) -> None:
    change(root, "a", "b")
    for name in "bcde":
        change(root, "a", name)
    git(tmp_path, "clone", "--quiet", "--depth", "2", root.as_uri(), "clone")
    clone = tmp_path / "clone"
    ask(clone, "a")
    git(clone, "fetch", "--quiet", "--unshallow")
    assert ask(clone, "a") == ask(root, "a")


def test_the_commit_that_a_project_begins_with_ties_nothing(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    change(tmp_path, "a", "b", "c")
    assert ask(tmp_path, "a") == {}
    change(tmp_path, "a", "b")
    found = ask(tmp_path, "a")
    assert set(found) == {"b"}
    assert (found["b"].commits, found["b"].changes) == (1, 1)
