"""Files that cannot be read, are left out or have strange names: never a crash, never a lie."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.support.chronicle.story import Note
from tests.support.chronicle.telling import call_ripple, list_targets, remember
from tests.support.command import run_ripple
from tests.support.permissions import obey_permissions
from tests.support.repository import commit_all, git

CODE = """import json


def load(path):
    with open(path) as file:
        found = json.load(file)
    return found


LIMIT = 3
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "load.py").write_text(CODE)
    (tmp_path / "main.py").write_text("from data.load import load\n\nload('x')\n")
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    commit_all(tmp_path, "first")
    return tmp_path


def learn(root: Path) -> dict[str, str]:
    notes = {
        "file": Note(["data/load.py"]),
        "symbol": Note(["data/load.py::load"]),
        "variable": Note(["data/load.py::LIMIT"]),
        "claim": Note(claims=["calls(data/load.py::load, json)"]),
        "folder": Note(["data/"]),
    }
    return {name: remember(root, f"The {name}.", note)["id"] for name, note in notes.items()}


def judge(root: Path, ids: dict[str, str]) -> dict[str, str]:
    """Ask in every way, and return the verdicts if all agree."""
    shown = {name: ask(root, memory)["freshness"]["verdict"] for name, memory in ids.items()}
    call_ripple(root, "scan")
    listed = {m["id"]: m for m in call_ripple(root, "memories", "list")["memories"]}
    assert {n: listed[i]["freshness"]["verdict"] for n, i in ids.items()} == shown
    swept = call_ripple(root, "sweep")
    assert sum(swept["counts"].values()) == len(ids)
    assert {n: ask(root, i)["freshness"]["verdict"] for n, i in ids.items()} == shown
    return shown


def ask(root: Path, memory: str) -> Any:
    return call_ripple(root, "memories", "show", memory)


ALL_FRESH = dict.fromkeys(("file", "symbol", "variable", "claim", "folder"), "fresh")


@pytest.mark.parametrize(
    "committed",
    [True, pytest.param(False, marks=pytest.mark.slow)],
    ids=["committed", "edited"],
)
@pytest.mark.parametrize(
    ("content", "verdicts"),
    [
        (CODE.replace("(file)", "(file").encode(), {"symbol": "unknown"}),
        (b"\0\1\2" + CODE.encode(), {"file": "unknown", "symbol": "unknown", "claim": "unknown"}),
        (b"", {"file": "signature_changed", "symbol": "gone", "variable": "gone"}),
        (CODE.encode() + b"# caf\xe9\n", {}),
        (CODE.replace("\n", "\r\n").encode(), {}),
        (b"\xef\xbb\xbf" + CODE.encode(), {}),
        (CODE.encode() + b"BIG = '" + b"x" * 3_000_000 + b"'\n", {"symbol": "unknown"}),
    ],
    ids=["syntax", "binary", "empty", "latin", "crlf", "mark", "large"],
)
def test_another_content(
    root: Path, content: bytes, verdicts: dict[str, str], committed: bool
) -> None:
    ids = learn(root)
    (root / "data/load.py").write_bytes(content)
    if committed:
        commit_all(root, "odd")
    found = judge(root, ids)
    assert {name: found[name] for name in verdicts} == verdicts
    if not verdicts:
        assert found == ALL_FRESH
    (root / "data/load.py").write_text(CODE)
    assert judge(root, ids) == ALL_FRESH


def test_a_file_that_becomes_ignored_is_not_gone(root: Path) -> None:
    ids = learn(root)
    (root / ".gitignore").write_text("data/\n")
    git(root, "rm", "--quiet", "--cached", "-r", "data")
    commit_all(root, "ignore")
    found = judge(root, ids)
    assert (found["file"], found["symbol"]) == ("unknown", "unknown")
    assert "scans leave it out" in ask(root, ids["file"])["freshness"]["reason"]
    (root / ".gitignore").unlink()
    assert judge(root, ids) == ALL_FRESH


def test_a_file_that_the_settings_leave_out(root: Path) -> None:
    ids = learn(root)
    (root / "ripple.toml").write_text('[scan]\nexclude = ["data/**"]\n')
    assert judge(root, ids)["symbol"] == "unknown"
    (root / "ripple.toml").unlink()
    assert judge(root, ids) == ALL_FRESH


def test_only_the_case_of_a_name_changes(root: Path) -> None:
    ids = learn(root)
    git(root, "mv", "data/load.py", "data/Load.py")
    commit_all(root, "case")
    assert judge(root, ids) == ALL_FRESH
    assert list_targets(ask(root, ids["symbol"])) == ["data/Load.py::load"]


def test_a_file_becomes_a_link_and_back(root: Path) -> None:
    ids = learn(root)
    (root / "other.py").write_text(CODE)
    (root / "data/load.py").unlink()
    (root / "data/load.py").symlink_to("../other.py")
    commit_all(root, "link")
    found = judge(root, ids)
    assert found["file"] in ("unknown", "fresh")
    assert "Traceback" not in str(found)
    (root / "data/load.py").unlink()
    (root / "data/load.py").write_text(CODE)
    assert judge(root, ids) == ALL_FRESH


def test_a_link_that_leads_out_of_the_project_is_no_subject(root: Path, tmp_path: Path) -> None:
    (root / "out.py").symlink_to("/etc/hosts")
    error = call_ripple(root, "remember", "Out.", "--about", "out.py", code=2)["error"]
    assert "/etc/hosts" not in error["message"]
    assert call_ripple(root, "memories", "list")["matched"] == 0


def test_names_that_are_no_text_do_no_harm(root: Path) -> None:
    ids = learn(root)
    strange = root / os.fsdecode(b"data/l\xf6ad.py")
    (root / os.fsdecode(b"caf\xe9.py")).write_text(CODE)
    commit_all(root, "latin name")
    assert judge(root, ids) == ALL_FRESH
    (root / "data/load.py").rename(strange)
    found = judge(root, ids)
    assert found["file"] == "gone"
    strange.rename(root / "data/load.py")
    assert judge(root, ids) == ALL_FRESH


def test_names_with_marks_in_them(root: Path) -> None:
    for name in ("a b.py", "it's.py", 'say "x".py', "[x].py", "star*.py", "ünï.py", "a;b.py"):
        (root / name).write_text(CODE.replace("load", "find"))
        memory = remember(root, f"About {name}.", Note([f"{name}::find"], [f"exists(`{name}`)"]))
        assert memory["freshness"]["verdict"] == "fresh", name
        assert list_targets(memory) == [f"{name}::find"]
    commit_all(root, "names")
    call_ripple(root, "sweep")
    listed = call_ripple(root, "memories", "list")["memories"]
    assert {memory["freshness"]["verdict"] for memory in listed} == {"fresh"}


def test_a_file_that_cannot_be_read(root: Path) -> None:
    ids = learn(root)
    (root / "data/load.py").chmod(0)
    try:
        shown = run_ripple(
            *("memories", "show", ids["symbol"], "--json"),
            folder=root,
            before_start=obey_permissions(),
        )
    finally:
        (root / "data/load.py").chmod(0o644)
    assert json.loads(shown.output)["freshness"]["verdict"] == "unknown", shown
    assert judge(root, ids) == ALL_FRESH


def test_a_folder_takes_the_place_of_a_file(root: Path) -> None:
    ids = learn(root)
    (root / "data/load.py").unlink()
    (root / "data/load.py").mkdir()
    (root / "data/load.py" / "inner.py").write_text("x = 1\n")
    assert judge(root, ids)["symbol"] == "gone"


def test_a_definition_that_is_there_twice(root: Path) -> None:
    ids = learn(root)
    (root / "data/load.py").write_text(CODE + "\n\n" + CODE.replace("found", "got"))
    assert judge(root, ids)["symbol"] == "fresh"
