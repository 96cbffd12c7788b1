from pathlib import Path

import pytest

from bench.projects import Clone
from bench.speed.edits import EDITS, Step, add_parameter, cut, rename_class
from bench.speed.updates import Update, Walk, find_commits, find_ninetieth, print_summary
from tests.support.graphs import write_files
from tests.support.repository import commit_all, git


@pytest.fixture
def source(tmp_path: Path) -> Path:
    root = tmp_path / "source"
    root.mkdir()
    git(root, "init", "--quiet", "--initial-branch", "main")
    a, b = "def f(): ...\n", "from a import f\n\ndef g():\n    f()\n"
    write_files(root, {"a.py": a, "b.py": b, "c.py": "x = 1\n"})
    commit_all(root, "first")
    return root


def change(root: Path, path: str, text: str) -> str:
    write_files(root, {path: text})
    return commit_all(root, path)


def test_commits_that_change_a_parsed_file_are_followed(source: Path, tmp_path: Path) -> None:
    change(source, "a.py", "def h(): ...\n")
    change(source, "notes.txt", "nothing to parse\n")
    change(source, "c.py", "x = 2\n")
    clone = Clone(source, tmp_path / "clone")
    commits = find_commits(clone, 10)
    assert len(commits) == 2, "the first commit has nothing before it, the notes are not parsed"
    assert find_commits(clone, 1) == commits[1:]
    first, second = Walk(clone, f"{commits[0]}^").follow_commits(commits)
    assert (first.changed, first.linked, first.differing) == (1, 2, 2), "b.py lost its call"
    assert (second.changed, second.linked, second.differing) == (1, 1, 0), "a value makes no edge"
    assert not first.whole
    assert first.cpu > 0


def test_steps_of_an_edit_are_scanned_one_by_one(source: Path, tmp_path: Path) -> None:
    clone = Clone(source, tmp_path / "clone")
    steps = (
        Step("remove", "a.py", lambda text: cut(text, part="def f(): ...\n")),
        Step("unrelated", "c.py", lambda text: f"{text}y = 1\n"),
    )
    removed, unrelated = Walk(clone, clone.head).take_steps(steps)
    assert (removed.name, removed.linked, removed.differing) == ("remove", 2, 2)
    assert (unrelated.name, unrelated.changed) == ("unrelated", 1)


def test_a_parameter_is_added_behind_the_others_of_one_method() -> None:
    method = "    def f(\n        self,\n        x=1,\n    ):\n        g()\n"
    text = f"class A:\n    def f(self): ...\n\n\nclass B(A):\n{method}"
    found = add_parameter(text, cls="B", function="f")
    assert found == text.replace("x=1,", "x=1, probe_parameter=None,")
    with pytest.raises(ValueError, match="nothing that matches"):
        add_parameter(text, cls="C", function="f")


def test_a_class_is_renamed_at_its_statement_only() -> None:
    text = "class QuerySetBase: ...\nclass QuerySet(Base):\n    x = QuerySet\n"
    assert rename_class(text, cls="QuerySet") == text.replace("QuerySet(", "QuerySetRenamed(")


def test_the_probe_leaves_the_file_that_it_is_added_to_as_it_was() -> None:
    _, add, remove, _ = EDITS["probe"]
    assert remove.change(add.change("x = 1\n")) == "x = 1\n"


def test_the_summary(capsys: pytest.CaptureFixture[str]) -> None:
    updates = [Update("a", 1, 6, 2, 1.0, whole=False), Update("b", 1, 5, 0, 3.0, whole=True)]
    print_summary(updates)
    assert capsys.readouterr().out.splitlines()[1:] == [
        "2 updates",
        "CPU: median 2.00 s, 90% below 3.00 s",
        "files linked again for each whose edges differ: median 4.0",
        "everything was linked: 1 times, 50%",
    ]
    assert find_ninetieth([float(number) for number in range(1, 11)]) == 9.0
