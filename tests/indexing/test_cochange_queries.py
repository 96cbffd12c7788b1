"""Which files change together: counts, both directions, age, size, and files that are gone."""

import calendar
import os
import subprocess
from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.config import HistoryConfig
from ripplegraph.indexing.history.cochange_queries import CoChanges, co_changes
from ripplegraph.store.connection import open_for_reading
from tests.support.command import run_ripple
from tests.support.databases import graph_of
from tests.support.repository import git

NOW = calendar.timegm((2024, 11, 15, 0, 0, 0))


def commit(root: Path, moment: str, *names: str) -> None:
    for name in names:
        with (root / name).open("a") as file:
            file.write("x = 1\n")
    git(root, "add", "--all")
    dates = {"GIT_AUTHOR_DATE": f"{moment}T12:00Z", "GIT_COMMITTER_DATE": f"{moment}T12:00Z"}
    subprocess.run(
        ["git", "-c", "user.name=T", "-c", "user.email=t@t", "commit", "-qm", "x"],
        cwd=root,
        env={**os.environ, **dates},
        check=True,
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch", "main")
    for moment in ("2024-08-01", "2024-08-02", "2024-11-01"):
        commit(folder, moment, "a.py", "b.py")
    for moment in ("2014-02-01", "2014-02-02", "2014-02-03", "2014-02-04"):
        commit(folder, moment, "a.py", "old.py")
    commit(folder, "2024-11-02", "b.py")
    commit(folder, "2024-11-03", *[f"many{n}.py" for n in range(10)], "a.py", "b.py")
    return folder


def ask(root: Path, path: str, now: float = NOW, **options: int) -> CoChanges:
    limits = {name: options.pop(name) for name in ("limit", "minimum") if name in options}
    open_project(root).scan()
    with open_for_reading(graph_of(root)) as connection:
        config = HistoryConfig(**options)
        return co_changes(connection, path, config=config, now=now, **limits)


def test_counts_and_confidence_in_both_directions(root: Path) -> None:
    found = ask(root, "a.py", max_commit_files=5)
    assert (found.path, found.changes, found.commits_kept) == ("a.py", 8, 9)
    assert (found.matched, found.gone, found.is_shallow) == (2, 0, False)
    first, second = found.files
    assert (first.path, first.together, first.changes) == ("b.py", 3, 5)
    assert (first.confidence, first.reverse_confidence) == (0.375, 0.6)
    assert first.periods == {"2024Q3": 2, "2024Q4": 1}
    assert (second.path, second.together, second.reverse_confidence) == ("old.py", 4, 1.0)
    assert second.score < 0.01 < first.score < 1


def test_a_large_commit_counts_less_or_not_at_all(root: Path) -> None:
    with_large = {file.path: file for file in ask(root, "a.py", minimum=1).files}
    assert with_large["b.py"].together == 4
    assert 0 < with_large["many1.py"].score < with_large["b.py"].score / 3
    without = ask(root, "a.py", minimum=1, max_commit_files=5)
    assert {file.path for file in without.files} == {"b.py", "old.py"}


def test_old_common_changes_fade(root: Path) -> None:
    quick = ask(root, "a.py", half_life_days=30).files
    slow = ask(root, "a.py", half_life_days=100_000).files
    assert [file.path for file in slow] == ["old.py", "b.py"]
    assert [file.path for file in quick] == ["b.py", "old.py"]
    assert quick[1].score == 0


def test_a_commit_from_the_future_counts_like_one_of_today(root: Path) -> None:
    then = ask(root, "a.py", now=0).files
    assert all(0 <= file.score < 1 for file in then)


def test_the_limit_takes_the_best_whatever_the_order_of_looking(root: Path) -> None:
    whole = ask(root, "a.py", minimum=1).files
    for limit in range(1, len(whole) + 1):
        assert ask(root, "a.py", minimum=1, limit=limit).files == whole[:limit]


def test_a_file_that_is_gone_is_counted_and_not_listed(root: Path) -> None:
    git(root, "rm", "--quiet", "b.py")
    commit(root, "2024-11-04", "a.py")
    found = ask(root, "a.py")
    assert (found.matched, found.gone) == (2, 1)
    assert [file.path for file in found.files] == ["old.py"]


def test_a_file_is_found_by_an_earlier_name(root: Path) -> None:
    git(root, "mv", "a.py", "c.py")
    git(root, "mv", "b.py", "d.py")
    commit(root, "2024-11-05")
    found = ask(root, "a.py")
    assert found.path == "c.py"
    assert found.files[0].path == "d.py"
    assert found.files[0].together == 5


def test_a_file_without_a_history(root: Path) -> None:
    (root / "new.py").touch()
    found = ask(root, "new.py")
    assert (found.changes, found.matched, found.files) == (0, 0, ())


def test_the_command(root: Path) -> None:
    inner = root / "inner"
    inner.mkdir()
    result = run_ripple("co-changes", "../a.py", folder=inner)
    assert result.code == 0
    assert result.output.startswith("a.py: 8 changes in 9 commits\n")
    assert "b.py" in result.output
    text = run_ripple("co-changes", "a.py", "--json", "--limit", "1", folder=root).output
    assert '"reverse_confidence": 0.8' in text
    assert '"is_shallow": false' in text


def test_a_project_outside_git_has_no_history(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    open_project(tmp_path, anywhere=True).scan()
    found = open_project(tmp_path).co_changes("a.py")
    assert (found.commit, found.files) == (None, ())
