"""The measurement itself: which commits ask, what may be known by then, how answers are judged."""

import subprocess
from pathlib import Path

import pytest

from bench.accuracy.history import Score, Walk, clean, judge, read_known_commits
from bench.accuracy.history_rankers import (
    Checkout,
    Command,
    CommonCommits,
    ImportNeighbours,
    InProcess,
)
from bench.accuracy.history_tasks import Task, build_tasks, read_tasks
from tests.support.repository import commit_all, git


def change(root: Path, *names: str) -> str:
    for name in names:
        with (root / name).open("a") as file:
            file.write("y = 2\n")
    return commit_all(root, "change")


@pytest.fixture
def commits(repository: Path) -> list[str]:
    """Make commits: one file, two, two and a text, and a rename with a new file."""
    made = [git(repository, "rev-parse", "HEAD"), change(repository, "a.py")]
    made += [change(repository, "a.py", "b.py"), change(repository, "a.py", "b.py", "c.txt")]
    git(repository, "mv", "b.py", "d.py")
    return [*made, change(repository, "a.py", "new.py")]


def test_commits_that_changed_several_known_files_ask(repository: Path, commits: list[str]) -> None:
    tasks = build_tasks(repository, head="HEAD", endings=["py"], count=10)
    expected = [Task(commits[n], commits[n - 1], ("a.py", "b.py")) for n in (2, 3, 4)]
    assert tasks == expected
    assert build_tasks(repository, head="HEAD", endings=["py"], count=1) == expected[-1:]
    assert build_tasks(repository, head="HEAD", endings=["txt"], count=9) == []


def test_tasks_are_read_from_lines(tmp_path: Path) -> None:
    file = tmp_path / "tasks.jsonl"
    file.write_text('{"commit": "c", "parent": "p", "date": "x", "files": ["a", "b"]}\n')
    assert read_tasks(file) == [Task("c", "p", ("a", "b"))]


def test_a_checkout_knows_the_past_only(
    repository: Path, commits: list[str], tmp_path: Path
) -> None:
    walk = Walk(repository, tmp_path / "clone", ["py"])
    tasks = walk.find_tasks(10)
    backwards = [*tasks, *reversed(tasks)]
    seen = []
    for task, checkout in walk.visit(backwards):
        place = commits.index(task.commit)
        assert read_known_commits(checkout.connection) == set(commits[:place])
        assert checkout.files == ("a.py", "b.py")
        assert InProcess().rank(checkout, "a.py")[0] == "b.py"
        assert list(ImportNeighbours().rank(checkout, "a.py"))[:1] == ["b.py"]
        assert "b.py" in CommonCommits().rank(checkout, "a.py")
        seen.append(task)
    assert seen == backwards


def test_a_command_is_asked_in_the_checkout(repository: Path) -> None:
    checkout = Checkout.__new__(Checkout)
    checkout.root = repository
    assert list(Command("git ls-files -- {file}").rank(checkout, "b.py")) == ["b.py"]
    with pytest.raises(subprocess.CalledProcessError):
        Command("ripple no-such-command {file}").rank(checkout, "b.py")


def test_answers_are_cleaned_and_judged() -> None:
    ranked = ["q.py", "notes.md", "a.py", "a.py", "b.py"]
    paths = clean(ranked, "q.py", ["q.py", "a.py", "b.py", "c.py"])
    assert paths == ["a.py", "b.py"]
    assert judge(paths, {"b.py", "c.py"}) == Score(recall=0.5, reciprocal=0.5, hit=1.0)
    assert judge(paths, {"c.py"}) == Score(0.0, 0.0, 0.0)
    many = [f"{n}.py" for n in range(20)]
    assert judge(many, {"9.py", "10.py"}) == Score(recall=0.5, reciprocal=0.1, hit=0.0)
