"""The commands about knowledge, episodes and artifacts, in processes of their own."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import assert_clear_failure, run_ripple
from tests.support.repository import commit_all

BOSS = ("--role", "orchestrator", "--by", "boss")
EPISODE = ("episodes", "add", "--task", "t1", "--agent", "one")


@pytest.fixture
def project(repository: Path) -> Path:
    (repository / "src").mkdir()
    (repository / "src" / "client.py").write_text("def fetch(url):\n    return url\n")
    commit_all(repository, "client")
    return repository


def ripple(folder: Path, *arguments: str, code: int = 0) -> Any:
    done = run_ripple(*arguments, "--json", folder=folder)
    assert done.code == code, done
    return json.loads(done.output)


def test_knowledge_goes_through_its_life(project: Path) -> None:
    entry = ("convention", "imports")
    proposed = ripple(project, "knowledge", "set", *entry, "At the top.", "--by", "one")
    assert (proposed["change"], proposed["standing"]) == ("proposed", None)
    accepted = ripple(project, "knowledge", "set", *entry, "At the top.", *BOSS)
    assert (accepted["change"], accepted["entry"]["id"]) == ("accepted", proposed["entry"]["id"])
    ripple(project, "knowledge", "set", *entry, "Anywhere.", "--by", "two")
    answer = ripple(project, "knowledge", "get", *entry)
    assert answer["entry"]["value"] == "At the top."
    assert [item["value"] for item in answer["alternatives"]] == ["Anywhere."]
    assert {"id", "category", "key", "value", "source", "confidence", "created_at",
            "updated_at"} <= set(answer["entry"])  # fmt: skip
    assert len(ripple(project, "knowledge", "list", "--category", "convention")["entries"]) == 2
    assert ripple(project, "knowledge", "list", "--category", "fact")["entries"] == []
    deleted = ripple(project, "knowledge", "delete", *entry, *BOSS)
    assert ripple(project, "knowledge", "get", *entry)["entry"] is None
    ripple(project, "memories", "undo", deleted["memory_id"])
    assert ripple(project, "knowledge", "get", *entry)["entry"]["value"] == "At the top."


def test_knowledge_about_code_says_when_the_code_moved_on(project: Path) -> None:
    about = ("--about", "src/client.py::fetch", "--role", "user")
    set_entry = ripple(project, "knowledge", "set", "fact", "fetch", "Takes a url.", *about)
    assert set_entry["entry"]["freshness"]["verdict"] == "fresh"
    (project / "src" / "client.py").write_text("def fetch(url, timeout):\n    return url\n")
    entry = ripple(project, "knowledge", "get", "fact", "fetch")["entry"]
    assert entry["freshness"]["verdict"] == "signature_changed"
    assert entry["label"].startswith("[STALE")


def test_episodes_and_artifacts_answer_for_a_task(project: Path) -> None:
    ripple(project, *EPISODE, "--action", "failed", "--approach", "Retry the request",
           "--outcome", "Still slow.", "--duration-ms", "1500", "--tokens-in", "10",
           "--file", "src/client.py")  # fmt: skip
    added = ripple(project, *EPISODE, "--action", "completed", "--approach", "Raise the timeout",
                   "--task-title", "The client is slow", "--derive")  # fmt: skip
    assert added["outcome"]["memory"]["provenance"]["branch"] == "main"
    tried = ripple(project, "episodes", "tried", "t1")
    assert [e["action"] for e in tried["episodes"]] == ["failed", "completed"]
    assert tried["outcomes"][0]["details"]["succeeded"] is True
    worked = ripple(project, "episodes", "worked", "slow clients")
    assert worked["successes"][0]["episode"]["approach"] == "Raise the timeout"
    assert ripple(project, "episodes", "worked", "--task", "t1")["matched"] == 0
    rates = ripple(project, "episodes", "rates")["rates"]
    assert [rate["tally"]["success_rate"] for rate in rates] == [1, 0]
    agents = ripple(project, "episodes", "agents", "--weekly")["agents"]
    assert (agents[0]["median_duration_ms"], agents[0]["tally"]["failed"]) == (1500, 1)
    assert (
        ripple(project, "episodes", "list", "--action", "failed", "--agent", "one")["matched"] == 1
    )
    assert ripple(project, "episodes", "derive", "t1")["change"] == "unchanged"


def test_only_an_orchestrator_corrects_episodes(project: Path) -> None:
    arguments = ("--action", "failed", "--approach", "Guessing")
    episode = ripple(project, *EPISODE, *arguments)["episode"]
    refused = ripple(project, "episodes", "edit", episode["id"], "--outcome", "x", code=2)
    assert refused["error"]["type"] == "AccessRefusedError"
    edited = ripple(project, "episodes", "edit", episode["id"], "--outcome", "x", *BOSS)
    assert edited["outcome"] == "x"
    events = ripple(project, "episodes", "history", episode["id"])["events"]
    assert [event["action"] for event in events] == ["add", "edit"]


def test_an_artifact_is_named_from_where_one_is(project: Path) -> None:
    add = ("artifacts", "add", "client.py", "--task", "t1", "--agent", "one")
    added = ripple(project / "src", *add)
    assert added["path"] == "src/client.py"
    assert ripple(project, "artifacts", "list", "--path", "src/client.py")["matched"] == 1
    (project / "src" / "client.py").unlink()
    assert ripple(project, "artifacts", "list")["artifacts"][0]["status"] == "gone"
    assert ripple(project, "artifacts", "delete", added["id"], "--by", "two", code=2)
    assert ripple(project, "artifacts", "delete", added["id"], "--by", "one")["id"] == added["id"]
    events = ripple(project, "artifacts", "history", added["id"])["events"]
    assert [event["action"] for event in events] == ["add", "delete"]


def test_work_is_carried_over_and_cleaned_up(project: Path, tmp_path: Path) -> None:
    ripple(project, *EPISODE, "--action", "failed", "--approach", "Guessing")
    file = tmp_path / "work.jsonl"
    run_ripple("memories", "export", "--format", "jsonl", "--output", file, folder=project)
    assert ripple(project, "memories", "import", str(file))["unchanged"] == 1
    cleaned = ripple(project, "memories", "cleanup", "--dry-run")
    assert cleaned["episodes"] == {"pruned": 0, "kept": 1, "protected": 0}


def assert_readable(project: Path, arguments: tuple[str, ...]) -> None:
    done = run_ripple(*arguments, folder=project)
    assert done.code == 0, done
    assert done.output
    assert "\x1b" not in done.output


def test_people_can_read_it_all(project: Path) -> None:
    nasty = "red \x1b[31m"
    for arguments in (
        ("knowledge", "set", "fact", "lamp", nasty),
        ("knowledge", "set", "fact", "lamp", nasty, "--role", "user"),
        ("knowledge", "set", "fact", "lamp", "Blue.", *BOSS),
        ("knowledge", "get", "fact", "lamp"),
        ("knowledge", "list"),
        (*EPISODE, "--action", "failed", "--approach", nasty, "--outcome", nasty, "--derive"),
        (*EPISODE, "--action", "completed", "--approach", "Fix it.", "--tokens-out", "5"),
        ("episodes", "list"),
        ("episodes", "tried", "t1"),
        ("episodes", "tried", "t2"),
        ("episodes", "worked", "red"),
        ("episodes", "rates"),
        ("episodes", "agents", "--after", "2020-01-01"),
        ("episodes", "derive", "t1"),
        ("artifacts", "add", "src/client.py", "--task", "t1", "--agent", "one", "--type", "test"),
        ("artifacts", "list"),
        ("memories", "cleanup"),
    ):
        assert_readable(project, arguments)
    episode = ripple(project, "episodes", "list")["episodes"][0]["id"]
    artifact = ripple(project, "artifacts", "list")["artifacts"][0]["id"]
    for more in (
        ("episodes", "edit", episode, "--outcome", nasty, *BOSS),
        ("episodes", "edit", episode, "--outcome", "Done.", *BOSS),
        ("episodes", "history", episode),
        ("artifacts", "delete", artifact, "--by", "one"),
        ("artifacts", "history", artifact),
        ("knowledge", "delete", "fact", "lamp", "--role", "user"),
    ):
        assert_readable(project, more)


@pytest.mark.parametrize(
    "arguments",
    [
        ("knowledge", "set", "riddle", "k", "v"),
        ("knowledge", "set", "fact", "k", ""),
        ("knowledge", "set", "fact", "k", "v", "--about", "nothing.py"),
        ("knowledge", "get", "fact", "k"),
        ("knowledge", "get", "facts", "k"),
        ("knowledge", "delete", "fact", "k", *BOSS),
        (*EPISODE, "--action", "failed", "--approach", " "),
        (*EPISODE, "--action", "failed", "--approach", "x", "--by", "two"),
        (*EPISODE, "--action", "failed", "--approach", "x", "--file", "../x"),
        ("episodes", "worked"),
        ("episodes", "worked", "x", "--task", "t1"),
        ("episodes", "list", "--after", "soon"),
        ("episodes", "history", "ep-0"),
        ("episodes", "derive", "t9"),
        ("artifacts", "add", "nothing.py", "--task", "t1", "--agent", "one"),
        ("artifacts", "add", "/etc/passwd", "--task", "t1", "--agent", "one"),
        ("artifacts", "history", "a-0"),
    ],
)
def test_what_cannot_be_is_refused_clearly(project: Path, arguments: tuple[str, ...]) -> None:
    assert_clear_failure(run_ripple(*arguments, folder=project), code=2)
