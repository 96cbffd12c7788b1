"""What a newcomer writes in Python."""

from pathlib import Path
from typing import Any

import pytest

from ripplegraph import Comparison, Draft, LinkDraft, UnknownTargetError, open_project
from tests.support.repository import commit_all


def test_one_target_is_not_its_letters(repository: Path) -> None:
    project = open_project(repository)
    impact = project.analyze_impact("b.py")
    assert impact == project.analyze_impact(["b.py"])
    assert [row.id for row in impact.direct_dependents] == ["a.py"]
    with pytest.raises(UnknownTargetError, match=r"'src/nothing\.py'"):
        project.analyze_impact("src/nothing.py")


def test_other_names_are_not_letters_either(repository: Path) -> None:
    project = open_project(repository)
    assert project.dependents("b.py", kinds="imports") == project.dependents(
        "b.py", kinds=["imports"]
    )
    assert project.changes(kinds="added") == project.changes(kinds=["added"])
    project.remember("b holds the only number", about="b.py")
    context = project.build_context("change b", files="b.py")
    assert context == project.build_context("change b", files=["b.py"])
    assert "the only number" in context.text


@pytest.mark.parametrize("wrong", [5, None, [5], b"a.py", [b"a.py"]])
def test_what_is_no_target(repository: Path, wrong: Any) -> None:
    with pytest.raises(TypeError, match="targets must be"):
        open_project(repository).analyze_impact(wrong)


def test_a_text_is_remembered(repository: Path) -> None:
    project = open_project(repository)
    done = project.remember("b must stay a number", type="gotcha", about="b.py", tags="numbers")
    memory = project.get_memory(done.id)
    assert (memory.type, memory.content, memory.tags) == (
        "gotcha",
        "b must stay a number",
        ("numbers",),
    )
    notes = project.analyze_impact("b.py").memories["gotchas"]
    assert [note.id for note in notes] == [done.id]
    assert project.remember("x is one").type == "fact"


def test_a_draft_says_everything_itself(repository: Path) -> None:
    project = open_project(repository)
    assert project.remember(Draft("a loads b", about=("a.py",))).created
    with pytest.raises(TypeError, match="a Draft has its own"):
        project.remember(Draft("a loads b"), about="a.py")
    with pytest.raises(TypeError, match=r"draft must be .*, not int"):
        project.remember(5)  # type: ignore[arg-type]


def test_a_link_by_its_ends(repository: Path) -> None:
    project = open_project(repository)
    made = project.link("b.py", "flows_to", "a.py", why="b is sent to a")
    again = project.link(LinkDraft("b.py", "flows_to", "a.py"))
    assert (made.created, again.created, made.id) == (True, False, again.id)
    with pytest.raises(TypeError, match="source, kind and target"):
        project.link("b.py")
    with pytest.raises(TypeError, match="a LinkDraft has its own"):
        project.link(LinkDraft("b.py", "flows_to", "a.py"), why="x")


def test_a_change_by_its_commit(repository: Path) -> None:
    project = open_project(repository)
    first = project.analyze_change("HEAD").targets
    (repository / "b.py").write_text("x = 1\n\n\ndef f() -> None: ...\n")
    assert [target.id for target in project.analyze_change().targets] == ["b.py::f"]
    second = commit_all(repository, "second")
    by_range = project.analyze_change("HEAD~1..HEAD")
    assert [target.id for target in by_range.targets] == ["b.py::f"]
    assert by_range.targets == project.analyze_change(second).targets
    assert by_range.targets == project.analyze_change(Comparison("HEAD~1", "HEAD")).targets
    assert first != by_range.targets


def test_a_project_is_a_context_manager(repository: Path) -> None:
    with open_project(repository) as project:
        assert project.analyze_impact("b.py").direct_dependents
    assert project.status().root == repository
