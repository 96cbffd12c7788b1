"""`ripple memories search` and `reindex` in processes of their own."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import assert_clear_failure, run_ripple
from tests.support.repository import commit_all, git

OFFLINE = ("--set", "embeddings.provider=bundled")
QUESTION = "why is a customer billed twice after a slow payment?"


def ripple(project: Path, *arguments: str) -> Any:
    done = run_ripple(*OFFLINE, *arguments, "--json", folder=project)
    assert done.code == 0, done
    return json.loads(done.output)


def titles(found: Any) -> list[str]:
    return [memory["title"] for memory in found["memories"]]


@pytest.fixture
def project(repository: Path) -> Path:
    for text, file in (
        ("Retries repeat the charge when the gateway times out.", "b.py"),
        ("The session cookie must be marked secure.", "a.py"),
    ):
        ripple(repository, "remember", text, "--title", file, "--type", "gotcha", "--about", file)
    return repository


def test_a_question_is_answered_with_the_parts_of_each_score(project: Path) -> None:
    found = ripple(project, "memories", "search", QUESTION, "--phase", "implement")
    assert titles(found)[0] == "b.py"
    score = found["memories"][0]["score"]
    assert score["phase"] == 1.5
    assert score["lists"]["vectors"]["rank"] == 1
    product = 1.0
    for part in ("relevance", "trust", "freshness", "recency_and_use", "phase", "hat"):
        product *= score[part]
    assert score["total"] == pytest.approx(product, rel=0.01)
    assert found["ranking"]["model"].startswith("wordllama/")
    assert {"matched", "returned", "omitted", "left_out"} <= set(found)


def test_people_are_told_how_it_was_ranked(project: Path) -> None:
    done = run_ripple(*OFFLINE, "memories", "search", QUESTION, "--scores", folder=project)
    assert "ranked as a question by" in done.output
    assert "relevance 1.00 (" in done.output
    done = run_ripple(*OFFLINE, "memories", "search", "purple unicorn", folder=project)
    assert "nothing holds all words" in done.output


def test_files_being_worked_on_come_first(project: Path) -> None:
    found = ripple(project, "memories", "search", "mind what", "--files", "a.py")
    assert titles(found) == ["a.py", "b.py"]
    assert found["memories"][0]["score"]["lists"]["graph"]["value"] == 1.0


def test_files_that_change_together_bring_their_memories(project: Path) -> None:
    for number in range(4):
        for name in ("a.py", "pair.py"):
            (project / name).write_text(f"x = {number}\n")
        commit_all(project, "both")
    ripple(project, "remember", "Purple unicorns.", "--type", "gotcha", "--about", "pair.py")
    query = ("memories", "search", "session cookie secure", "--mode", "text")
    found = ripple(project, *query)
    assert found["memories"][1]["score"]["via"] == "pair.py changes together with a.py"
    assert len(ripple(project, *query, "--no-expand")["memories"]) == 1


def test_around_a_commit(project: Path) -> None:
    git(project, "tag", "here")
    assert ripple(project, "memories", "search", "session", "--around", "here")["matched"] == 1
    run = run_ripple("memories", "search", "x", "--around", "no-such", folder=project)
    assert_clear_failure(run, code=2)


def test_a_time_window(project: Path) -> None:
    search = ("memories", "search", "session")
    assert ripple(project, *search, "--since", "2020-01-01")["matched"] == 1
    assert ripple(project, *search, "--until", "2020-01-01")["matched"] == 0


def test_vectors_are_made_and_shown(project: Path) -> None:
    assert ripple(project, "status")["embeddings"]["vectors"] == {}
    report = ripple(project, "memories", "reindex")
    assert (report["made"], report["memories"]) == (2, 2)
    status = ripple(project, "status")["embeddings"]
    assert status["provider"] == "bundled"
    assert status["vectors"] == {report["model"]: 2}
    assert "vectors     bundled: wordllama/" in (
        run_ripple(*OFFLINE, "status", folder=project).output
    )


def test_without_a_model_everything_but_reindexing_works(project: Path) -> None:
    none = ("--set", "embeddings.provider=none")
    done = run_ripple(*none, "memories", "search", "is the cookie secure?", folder=project)
    assert "No model makes vectors here" in done.output
    assert "1 of 1 memories" in done.output
    assert_clear_failure(run_ripple(*none, "memories", "reindex", folder=project), code=6)


def test_a_search_needs_no_right_to_write(project: Path) -> None:
    database = project / ".git" / "ripple"
    for path in (*database.iterdir(), database):
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        assert titles(ripple(project, "memories", "search", QUESTION))[0] == "b.py"
    finally:
        database.chmod(0o755)


def test_what_memories_hold_stays_text(project: Path) -> None:
    ripple(project, "remember", "An \x1b[31mescape in a payment.", "--title", "\x1b]0;x\x07bad")
    done = run_ripple(
        *OFFLINE, "memories", "search", "what is an escape in a payment?", "--scores",
        folder=project,
    )  # fmt: skip
    assert "\x1b" not in done.output
    assert "\x07" not in done.output
