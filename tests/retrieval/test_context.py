"""What an agent is told before a task: what belongs there, and what stays out."""

import json
from pathlib import Path
from typing import Any

import pytest

from ripplegraph import Project, UsageError, open_project
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.retrieval.context.parts import Context
from ripplegraph.store.records.memory_records import Provenance
from tests.support.command import assert_clear_failure, run_ripple
from tests.support.repository import commit_all

CODE = {
    "auth.py": "def verify(token):\n    return token\n\n\ndef refresh(token):\n    return token\n",
    "api.py": "from auth import verify\n\n\ndef login(token):\n    return verify(token)\n",
    "alone.py": "x = 1\n",
}


@pytest.fixture
def project(repository: Path) -> Project:
    for name, text in CODE.items():
        (repository / name).write_text(text)
    commit_all(repository, "auth")
    return open_project(repository)


def remember(project: Project, content: str, kind: str = "gotcha", **options: Any) -> str:
    names = {"session", "task", "agent"}
    origin = {name: options.pop(name) for name in list(options) if name in names}
    source = options.pop("source", "agent_explicit")
    draft = Draft(content, type=kind, provenance=Provenance(source, **origin), **options)
    return project.remember(draft).id


def find_kinds(context: Context, block: str) -> list[str]:
    return [item.kind for item in context.items if item.block == block]


def test_what_is_near_the_files_comes_with_its_citation(project: Project) -> None:
    remember(project, "Tokens are not checked here.", about=("auth.py::verify",))
    remember(project, "Login is called twice.", about=("api.py",))
    remember(project, "Nobody needs this now.", about=("alone.py",))
    text = project.build_context(files=["auth.py"]).text
    assert "[↗ Memory: gotcha in auth.py] Tokens are not checked here." in text
    assert "[↗ Memory: gotcha in api.py] Login is called twice." in text
    assert "Nobody" not in text
    assert "auth.py: impact" in text
    assert "- api.py (calls, imports)" in text
    assert text.index("Tokens") < text.index("Login")


def test_what_the_task_is_about_is_found_by_its_words(project: Project) -> None:
    remember(project, "Vouchers expire at midnight.", about=("alone.py",))
    assert "Vouchers" in project.build_context("Let vouchers live longer").text
    assert "Vouchers" not in project.build_context("Paint the door").text


def test_stale_memories_never_come_and_are_counted(project: Project) -> None:
    remember(project, "Tokens are not checked here.", about=("auth.py::verify",))
    (project.root / "auth.py").write_text(CODE["auth.py"].replace("verify(token)", "verify(a, b)"))
    for preset in ("task", "memory", "knowledge"):
        context = project.build_context("Check tokens", files=["auth.py"], preset=preset)
        assert "Tokens are not" not in context.text
        assert context.left_out["stale"] == 1
        assert "1 stale" in context.text


def test_what_is_in_doubt_is_labelled(project: Project) -> None:
    remember(project, "Tokens are not checked here.", about=("auth.py::verify",))
    (project.root / "auth.py").write_text(CODE["auth.py"].replace("return token", "return 1", 1))
    text = project.build_context(files=["auth.py"]).text
    assert "[CHECK: " in text
    assert text.index("[CHECK: ") < text.index("[↗ Memory: gotcha in auth.py] Tokens")


def test_a_session_is_not_told_what_it_said_itself(project: Project) -> None:
    remember(project, "Tokens are not checked here.", about=("auth.py",), session="s1")
    remember(project, "Refresh is never called.", about=("auth.py",), session="s2")
    context = project.build_context(files=["auth.py"], session="s1")
    assert "Tokens are" not in context.text
    assert "Refresh is" in context.text
    assert context.left_out == {"of_this_session": 1}
    assert "Tokens are" in project.build_context(files=["auth.py"]).text


def test_a_session_reads_where_its_own_work_stands(project: Project) -> None:
    details = {"pending_steps": ["Run the suite"], "completed_steps": ["Branch"], "phase": "TEST"}
    remember(project, "Half done.", "work_state", session="s1", task="T1", details=details)
    remember(project, "Expected 1.", "error_pattern", details={"resolved": False})
    remember(project, "It is mended.", "error_pattern", details={"resolved": True})
    remember(project, "We use a fake clock.", "decision")
    remember(project, "Python 3.11 is used.", "fact")
    text = project.build_context(preset="session", session="s1").text
    order = [
        "## Session Memory",
        "### Task: T1 (Phase: TEST)",
        "Pending: Run the suite",
        "### Unresolved Errors",
        "Expected 1.",
        "### Key Decisions",
        "### Key Facts",
    ]
    assert [text.index(part) for part in order] == sorted(text.index(part) for part in order)
    assert "mended" not in text


def test_what_came_from_outside_waits_for_a_review(project: Project) -> None:
    remember(project, "Run this script.", about=("auth.py",), tainted=True)
    remember(project, "Maybe it is slow.", about=("auth.py",), source="observer_inferred")
    context = project.build_context(files=["auth.py"])
    assert "script" not in context.text
    assert context.left_out["from_outside_and_unreviewed"] == 1
    assert "[UNREVIEWED] [↗ Memory: gotcha in auth.py] Maybe it is slow." in context.text


def test_recipes_fit_the_task(project: Project) -> None:
    steps = [{"description": "Write it", "canonicalFile": "auth.py"}, {"description": "Test it"}]
    remember(
        project, "How endpoints are added.", "workflow_recipe",
        details={"taskPattern": "Add an endpoint", "steps": steps, "successCount": 3},
    )  # fmt: skip
    context = project.build_context("Add an endpoint for vouchers")
    assert "## KNOWN WORKFLOW PATTERNS" in context.text
    assert "**Recipe: Add an endpoint** (used 3\u00d7 successfully)\n" in context.text
    assert "\n  1. Write it (see auth.py)\n  2. Test it\n" in context.text
    assert not find_kinds(project.build_context("Paint the door"), "recipes")
    assert project.build_context(preset="recipes").placement == "system_prompt"


def test_observations_have_their_order_and_a_bar(project: Project) -> None:
    for kind in ("ui_behavior", "precondition", "timing"):
        details = {"observation_type": kind}
        remember(project, f"Seen: {kind} of the door.", "e2e_observation", details=details)
    remember(project, "Perhaps.", "e2e_observation", confidence=0.5)
    context = project.build_context(preset="e2e", phase="validate")
    titles = ["Preconditions required", "Timing constraints", "Known UI behaviors (not bugs)"]
    places = [context.text.index(title) for title in titles]
    assert places == sorted(places)
    assert context.left_out == {"not_trusted_enough": 1}


def test_knowledge_drops_no_type_in_silence(project: Project) -> None:
    for kind in ("requirement", "dependency", "preference", "architecture"):
        remember(project, f"About {kind} this holds.", kind)
    text = project.build_context(preset="knowledge").text
    for title in ("Architecture", "Dependency", "Constraint", "Preference"):
        assert f"### {title}\n" in text
    for number in range(10):
        remember(project, f"Rule {number} is number {number}.", "convention")
    context = project.build_context(preset="knowledge", budget=10_000)
    assert len(context.items) == 8
    assert context.left_out == {"over_count": 6}


def test_files_that_are_always_read_come_whole_lines(project: Project) -> None:
    (project.root / "long.py").write_text("x = 1\n" * 1_000)
    details = {"alwaysReadFiles": ["auth.py", "missing.py", "long.py"], "moduleTrigger": "api.py"}
    remember(project, "Read with the API.", "prefetch_pattern", details=details, confidence=0.9)
    context = project.build_context(files=["api.py"], preset="files", phase="implement")
    assert [item.id for item in context.items] == ["auth.py", "long.py"]
    assert f"### auth.py\n```\n{CODE['auth.py']}```\n" in context.text
    assert "x = 1\n... [truncated]\n```" in context.text
    assert not project.build_context(files=["api.py"], preset="files", phase="validate").items
    assert not project.build_context(files=["alone.py"], preset="files").items


def test_a_long_memory_is_named_where_it_does_not_fit(project: Project) -> None:
    remember(
        project, f"It is long. {'Word by word. ' * 300}", title="A long story", about=("auth.py",)
    )
    remember(project, "It is short.", about=("auth.py",))
    context = project.build_context(files=["auth.py"], budget=900)
    assert "A long story (title only; `ripple memories show" in context.text
    assert "It is short." in context.text
    assert context.left_out["title_only"] == 1
    assert len(context.text) <= 900


def test_a_file_that_is_not_there_yet_is_no_error(project: Project) -> None:
    remember(project, "Tokens are not checked here.", about=("auth.py",))
    context = project.build_context(files=["auth.py", "new.py"])
    assert "Tokens" in context.text
    assert len(context.warnings) == 1
    assert "new.py" in context.warnings[0]


@pytest.mark.parametrize(
    "wrong", [{"phase": "later"}, {"preset": "all"}, {"unit": "words"}, {"budget": -1}]
)
def test_what_cannot_be_asked_for(project: Project, wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        project.build_context("x", **wrong)


def test_the_command(project: Project) -> None:
    remember(project, "Tokens are not checked here.", about=("auth.py",))
    done = run_ripple(
        "context", "--task", "Check tokens", "--phase", "implement", "--files", "auth.py", "api.py",
        "--budget", "200", "--unit", "tokens", "--json", folder=project.root,
    )  # fmt: skip
    context = json.loads(done.output)
    assert context["used"] <= context["budget"] == 200
    assert "Tokens are" in context["text"]
    shown = run_ripple("context", "--files", "auth.py", folder=project.root)
    assert shown.output == project.build_context(files=["auth.py"]).text
    nothing = run_ripple("context", "--budget", "0", folder=project.root)
    assert (nothing.output, nothing.code) == ("", 0)
    assert_clear_failure(run_ripple("context", "--phase", "x", folder=project.root), code=2)
