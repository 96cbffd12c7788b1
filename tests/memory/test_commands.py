"""The commands about memories, in processes of their own."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import assert_clear_failure, run_ripple
from tests.support.repository import commit_all, git

CODE = "class Login:\n    def verify(self, token):\n        return token\n"


@pytest.fixture
def project(repository: Path) -> Path:
    (repository / "auth.py").write_text(CODE)
    commit_all(repository, "auth")
    return repository


def ripple(project: Path, *arguments: str, code: int = 0) -> Any:
    done = run_ripple(*arguments, "--json", folder=project)
    assert done.code == code, done
    return json.loads(done.output)


def test_a_memory_goes_through_its_life(project: Path) -> None:
    memory = ripple(
        project, "remember", "Login.verify() trusts its token. Check it.", "--type", "pitfall",
        "--about", "auth.py::Login.verify", "--tag", "auth", "--ttl", "30d",
    )  # fmt: skip
    memory_id = memory["id"]
    assert {
        "id",
        "type",
        "title",
        "content",
        "state",
        "confidence",
        "anchors",
        "provenance",
    } <= set(memory)
    assert (memory["type"], memory["created"]) == ("gotcha", True)
    assert memory["anchors"][0]["target"] == "auth.py::Login.verify"
    assert memory["provenance"]["branch"] == "main"
    assert memory["provenance"]["commit"] == git(project, "rev-parse", "HEAD")
    assert ripple(project, "memories", "show", memory_id)["content"] == memory["content"]
    assert ripple(project, "memories", "search", "token")["returned"] == 1
    assert ripple(project, "memories", "list", "--about", "auth.py")["matched"] == 1
    assert ripple(project, "memories", "list", "--type", "decision")["matched"] == 0
    edited = ripple(project, "memories", "edit", memory_id, "--title", "Trust", "--pin")
    assert (edited["title"], edited["pinned"]) == ("Trust", True)
    assert ripple(project, "memories", "confirm", memory_id)["user_verified"]
    assert ripple(project, "memories", "flag", memory_id)["state"] == "rejected"
    assert ripple(project, "memories", "undo", memory_id)["memory"]["state"] == "active"
    assert ripple(project, "memories", "delete", memory_id)["action"] == "delete"
    assert ripple(project, "memories", "undo", memory_id)["memory"]["title"] == "Trust"
    actions = [e["action"] for e in ripple(project, "memories", "history", memory_id)["events"]]
    assert actions == ["add", "edit", "confirm", "flag_wrong", "undo", "delete", "undo"]
    assert len(ripple(project, "memories", "log", "--limit", "3")["events"]) == 3
    assert ripple(project, "memories", "stats")["total"] == 1
    assert ripple(project, "memories", "cleanup")["protected"] == 1


def test_a_subject_is_looked_up_in_the_code_of_now(project: Path) -> None:
    ripple(project, "scan")
    (project / "auth.py").write_text(CODE.replace("token)", "token, strict)"))
    (project / "new.py").write_text("def fresh():\n    pass\n")
    memory = ripple(
        project, "remember", "x", "--about", "auth.py::Login.verify", "--about", "new.py"
    )
    assert memory["anchors"][0]["signature"] == "verify(self, token, strict)"
    assert memory["anchors"][1]["target"] == "new.py"


def test_worktrees_share_their_memories(project: Path, tmp_path: Path) -> None:
    git(project, "worktree", "add", "--quiet", "-b", "other", str(tmp_path / "other"))
    memory = ripple(project, "remember", "The lamp is red.")
    assert (
        ripple(tmp_path / "other", "memories", "show", memory["id"])["title"] == "The lamp is red"
    )


def test_candidates_are_reviewed(project: Path) -> None:
    first = ripple(project, "remember", "The lamp is red.", "--outside")["id"]
    second = ripple(project, "remember", "The door is open.", "--source", "observer_inferred")["id"]
    assert ripple(project, "memories", "review")["matched"] == 2
    assert (
        ripple(project, "memories", "review", "--accept", first, "--reject", second)["matched"] == 0
    )
    assert ripple(project, "memories", "show", first)["state"] == "active"
    assert ripple(project, "memories", "show", second)["state"] == "rejected"


def test_relations_are_shown(project: Path) -> None:
    old = ripple(project, "remember", "The lamp is red.")["id"]
    new = ripple(project, "remember", "The lamp is green now.")["id"]
    related = ripple(project, "memories", "relate", new, "supersedes", old[-8:])
    assert related["relations"][0]["target_memory"] == old
    assert ripple(project, "memories", "show", old)["state"] == "superseded"
    assert "supersedes" in run_ripple("memories", "show", new, folder=project).output


def test_an_export_can_be_imported_elsewhere(project: Path, tmp_path: Path) -> None:
    ripple(project, "memories", "add", "--content", "The lamp is red.", "--type", "KEY_FACT")
    for name in ("json", "jsonl"):
        file = tmp_path / f"memories.{name}"
        run_ripple("memories", "export", "--format", name, "--output", file, folder=project)
        assert ripple(project, "memories", "import", str(file))["unchanged"] == 1
    document = json.loads((tmp_path / "memories.json").read_text())
    assert document["memories"][0]["type"] == "KEY_FACT"
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps({"memories": [{"type": "riddle", "content": "x"}]}))
    assert len(ripple(project, "memories", "import", str(bad), code=1)["refused"]) == 1


def test_people_can_read_it_all(project: Path) -> None:
    for arguments in (
        ("remember", "The lamp is \x1b[31mred.\x1b[0m", "--about", "auth.py", "--type", "pitfall"),
        ("remember", "The door is open.", "--outside"),
        ("memories", "list"),
        ("memories", "search", "lamp"),
        ("memories", "log"),
        ("memories", "stats"),
        ("memories", "types"),
        ("memories", "review"),
        ("memories", "cleanup", "--dry-run"),
        ("memories", "cleanup", "--if-due"),
        ("memories", "cleanup", "--if-due"),
    ):
        done = run_ripple(*arguments, folder=project)
        assert done.code == 0, done
        assert done.output
        assert "\x1b" not in done.output
    listed = run_ripple("memories", "list", "--json", folder=project).output
    memory_id = json.loads(listed)["memories"][0]["id"]
    for name in ("show", "history", "confirm", "edit", "flag", "undo", "delete"):
        assert run_ripple("memories", name, memory_id, folder=project).code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("remember", ""),
        ("remember", "x", "--type", "riddle"),
        ("remember", "x", "--about", "nothing.py"),
        ("remember", "x", "--about", "../outside.py"),
        ("remember", "x", "--details", "{"),
        ("remember", "x", "--details", "[1]"),
        ("remember", "x", "--ttl", "soon"),
        ("remember", b"caf\xe9".decode("utf-8", "surrogateescape")),
        ("memories", "add"),
        ("memories", "show", "m-0"),
        ("memories", "undo", "m-0"),
        ("memories", "list", "--after", "soon"),
        ("memories", "search", ""),
        ("memories", "import", "nothing.json"),
        ("memories", "flag", "m-0", "--as", "duplicate"),
    ],
)
def test_what_cannot_be_is_refused_clearly(project: Path, arguments: tuple[str, ...]) -> None:
    assert_clear_failure(run_ripple(*arguments, folder=project), code=2)


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"The lamp is red.", 0), (b"x" * 10_000_000, 2), (b"a\0b", 2), (b"caf\xe9", 2)],
)
def test_a_text_may_come_from_standard_input(project: Path, content: bytes, code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ripplegraph", "remember", "-"],
        cwd=project,
        input=content,
        capture_output=True,
        check=False,
    )
    assert done.returncode == code, done.stderr[:500]
    assert b"Traceback" not in done.stderr
    assert len(done.stderr) < 500
