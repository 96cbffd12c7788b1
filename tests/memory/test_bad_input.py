"""What people and programs pass to the commands by mistake or on purpose: refused or right."""

import json
import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from ripplegraph import open_project
from tests.support.chronicle.telling import call_ripple
from tests.support.repository import commit_all


@pytest.fixture
def project(repository: Path) -> Path:
    (repository / "auth.py").write_text("def verify(token):\n    return token\n")
    commit_all(repository, "auth")
    run(repository, "remember", "One thing: 100% of a_b.", "--about", "auth.py::verify")
    return repository


def run(root: Path, *arguments: str | bytes, code: int = 0) -> Any:
    """Run the command with bytes that need not be text."""
    return call_ripple(root, *map(os.fsdecode, arguments), code=code)


def refuse(root: Path, *arguments: str | bytes) -> str:
    """Return the error of a command that is to change nothing."""
    before = open_project(root).export_memories(format_name="jsonl")
    error = run(root, *arguments, code=2)["error"]
    assert error["hint"]
    assert open_project(root).export_memories(format_name="jsonl") == before
    return str(error["message"])


def set_input(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(content)))


def test_a_text_of_ten_megabytes(project: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ripplegraph", "--json", "remember", "-"],
        cwd=project,
        input=b"x " * 5_000_000,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2, done
    message = json.loads(done.stdout)["error"]["message"]
    assert "10,000,000 characters" in message
    assert len(message) < 200
    assert run(project, "memories", "list")["matched"] == 1


def test_details_claims_and_targets_that_are_too_long(project: Path) -> None:
    long = "x" * 100_000
    refuse(project, "remember", "So.", "--details", json.dumps({"note": long}))
    refuse(project, "remember", "So.", "--claim", f"exists({long})")
    refuse(project, "remember", "So.", "--about", long)
    refuse(project, "remember", "So.", "--tag", long)
    refuse(project, "memories", "search", long)


def test_bytes_that_are_no_text(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_input(monkeypatch, b"one\0two")
    assert "NUL" in refuse(project, "remember", "-")
    set_input(monkeypatch, b"caf\xe9 au lait")
    assert "UTF-8" in refuse(project, "remember", "-")
    assert "UTF-8" in refuse(project, "remember", b"caf\xe9 au lait")
    refuse(project, "remember", "So.", "--about", b"caf\xe9.py")
    refuse(project, "remember", "So.", "--claim", b"exists(caf\xe9.py)")
    refuse(project, "remember", "So.", "--tag", b"\xff")
    refuse(project, "remember", "So.", "--details", b'{"a": "\xff"}')


def test_places_outside_the_project(project: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text("KEY = 1\n")
    (project / "link").symlink_to(tmp_path)
    (project / "link.py").symlink_to(tmp_path / "secret.py")
    outside = ("../secret.py", str(tmp_path / "secret.py"), "link/secret.py", "link.py", "/etc/*")
    for target in (*outside, "a/../../secret.py", "../*.py", "link/*.py"):
        refuse(project, "remember", "So.", "--about", target)
        refuse(project, "remember", "So.", "--about", target, "--allow-unresolved")
        refuse(project, "remember", "So.", "--claim", f"exists(`{target}`)")
    first = run(project, "memories", "list")["memories"][0]["id"]
    refuse(project, "memories", "edit", first, "--about", "../secret.py")
    refuse(project, "memories", "relate", first, "validates", "../secret.py", "--file")


def test_marks_in_a_search_mean_themselves(project: Path) -> None:
    wanted = {
        **dict.fromkeys(("%", "_", "100%", "a_b", "thing*", "(one", "one -thing", "^one"), 1),
        **dict.fromkeys(("o%g", "t_ing", "NOT thing", "title:thing", "\\"), 0),
        **dict.fromkeys(("one' OR '1'='1", 'one" OR "thing', "one; DROP TABLE memories"), 0),
    }
    found = {query: run(project, "memories", "search", "--", query)["matched"] for query in wanted}
    assert found == wanted


def test_marks_in_a_place_mean_themselves(project: Path) -> None:
    assert run(project, "memories", "list", "--about", "auth.py")["matched"] == 1
    for place in ("auth%", "a_th.py", "auth.py' OR 1=1 --", "%", "auth.py::%"):
        assert "Unknown target" in refuse(project, "memories", "list", "--about", place)


def test_relations_that_go_round(project: Path) -> None:
    ids = [run(project, "remember", f"Thing number {n} of three.")["id"] for n in range(3)]
    for source, target in ((0, 1), (1, 2)):
        run(project, "memories", "relate", ids[source], "derived_from", ids[target])
    refuse(project, "memories", "relate", ids[2], "derived_from", ids[0])
    refuse(project, "memories", "relate", ids[0], "derived_from", ids[0])
    run(project, "memories", "relate", ids[0], "validates", ids[1])
    run(project, "memories", "relate", ids[1], "validates", ids[0])
    confirmed = run(project, "memories", "confirm", ids[0])
    assert confirmed["confidence"] <= 0.99


def test_text_cannot_steer_a_terminal(project: Path) -> None:
    (project / "auth.py").write_text("def verify(token):\n    return None\n")
    run(project, "remember", "Red \x1b[31malert\x07 here.", "--about", "auth.py")
    for arguments in (("memories", "list"), ("memories", "log"), ("sweep",)):
        done = subprocess.run(
            [sys.executable, "-m", "ripplegraph", *arguments],
            cwd=project,
            capture_output=True,
            check=True,
        )
        assert b"\x1b[31m" not in done.stdout
        assert b"\x07" not in done.stdout
