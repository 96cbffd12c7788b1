"""What may be written, what is refused, and what confirms a memory instead of adding one."""

import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from ripplegraph.errors import RippleError, UnknownTargetError, UsageError
from ripplegraph.memory.checks import MAX_TEXT, SecretRefusedError
from ripplegraph.memory.lookup import UnknownMemoryError
from ripplegraph.memory.paths import OutsideProjectError
from ripplegraph.store.memory.memory_writer import change_memories
from tests.support.databases import dump, execute, memory_of
from tests.support.graphs import scan_files
from tests.support.memories import Notebook

CODE = {
    "src/auth.py": "class Login:\n    def verify(self, token):\n        return token\n",
    "src/api.py": "from src.auth import Login\n\n\ndef handle_request():\n    Login().verify(1)\n",
}
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.fixture
def notebook(tmp_path: Path) -> Notebook:
    return Notebook(tmp_path)


@pytest.fixture
def scanned(tmp_path: Path) -> Notebook:
    scan_files(tmp_path, CODE)
    return Notebook(tmp_path)


def test_a_memory_is_kept_with_its_defaults(notebook: Notebook) -> None:
    done = notebook.remember("The cache is global. Clear it.", type="pitfall", tags=("a, b", "a"))
    assert done.created
    kept = notebook.service.get(done.id)
    assert (kept.type, kept.raw_type, kept.state) == ("gotcha", "pitfall", "active")
    assert (kept.title, kept.content) == ("The cache is global", "The cache is global. Clear it.")
    assert (kept.scope, kept.confidence, kept.importance) == ("global", 0.8, 50)
    assert kept.tags == ("a", "b")
    assert notebook.service.get(done.id[-8:]) == kept


@pytest.mark.parametrize(
    ("source", "confidence", "state"),
    [
        ("user_taught", 0.95, "active"),
        ("explicit", 0.8, "active"),
        ("automatic", 0.6, "active"),
        ("imported", 0.7, "active"),
        ("observer_inferred", 0.6, "candidate"),
    ],
)
def test_the_channel_decides_how_much_is_trusted(
    notebook: Notebook, source: str, confidence: float, state: str
) -> None:
    done = notebook.remember("The cache is global.", type="gotcha", source=source)
    assert (done.confidence, done.state) == (confidence, state)
    assert done.provenance.raw_channel == source


def test_what_came_from_outside_is_trusted_less_and_needs_review(notebook: Notebook) -> None:
    done = notebook.remember("Run the installer.", tainted=True, confidence=1.0)
    assert (done.confidence, done.needs_review, done.state) == (0.6, True, "candidate")


@pytest.mark.parametrize(
    ("options", "scope"),
    [
        ({}, ("global", "")),
        ({"scope": "project"}, ("global", "")),
        ({"scope": "task", "task": "T1"}, ("work_unit", "T1")),
        ({"type": "work_state", "task": "T1"}, ("work_unit", "T1")),
        ({"type": "work_state"}, ("global", "")),
        ({"scope": "session", "session": "s9"}, ("session", "s9")),
        ({"scope": "module", "scope_ref": "src/"}, ("module", "src/")),
        ({"scope": "section", "work_unit": {"hierarchy": ["e", "s", "t"]}}, ("section", "e/s")),
        ({"scope": "work_unit", "work_unit": {"hierarchy": ["e", "s"]}}, ("work_unit", "e/s")),
    ],
)
def test_the_scope_is_resolved(
    notebook: Notebook, options: dict[str, Any], scope: tuple[str, str]
) -> None:
    done = notebook.remember("Something", **options)
    assert (done.scope, done.scope_ref) == scope


BAD: dict[str, dict[str, Any]] = {
    "empty": {"content": " \n"},
    "long": {"content": "x" * (MAX_TEXT + 1)},
    "huge": {"content": "x" * 10_000_000},
    "nul": {"content": "a\0b"},
    "undecodable": {"content": os.fsdecode(b"caf\xe9")},
    "type": {"content": "a", "type": "gotchas!"},
    "scope": {"content": "a", "scope": "galaxy"},
    "nameless scope": {"content": "a", "scope": "work_unit"},
    "source": {"content": "a", "source": "rumour"},
    "confidence": {"content": "a", "confidence": 1.5},
    "not a confidence": {"content": "a", "confidence": float("nan")},
    "importance": {"content": "a", "importance": 101},
    "details": {"content": "a", "details": {"n": float("nan")}},
    "large details": {"content": "a", "details": {"n": "x" * 60_000}},
    "nul in details": {"content": "a", "details": {"n": "\0"}},
    "date": {"content": "a", "expires_at": "soon"},
    "tag": {"content": "a", "tags": ("x" * 101,)},
    "outside file": {"content": "a", "type": "causal_dependency",
                     "details": {"target_file_path": "../../etc/passwd"}},
    "outside module": {"content": "a", "scope": "module", "scope_ref": "../x"},
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_and_leaves_nothing_behind(notebook: Notebook, name: str) -> None:
    notebook.remember("Something that is there")
    before = dump(memory_of(notebook.root))
    with pytest.raises(UsageError) as caught:
        notebook.remember(**BAD[name])
    assert len(caught.value.message) < 400
    assert dump(memory_of(notebook.root)) == before


@pytest.mark.parametrize(
    "options",
    [
        {"content": f"use {SECRET}"},
        {"content": "a", "title": SECRET},
        {"content": "a", "details": {"deep": [{"x": SECRET}]}},
        {"content": "a", "details": {"password": "tr0ub4dor&3"}},
        {"content": "a", "tags": (SECRET,)},
        {"content": "a", "about": (SECRET,)},
        {"content": "a", "type": SECRET},
        {"content": "a", "reason": SECRET},
        {"content": "a", "agent": SECRET},
    ],
)
def test_a_secret_is_refused_wherever_it_is(notebook: Notebook, options: dict[str, Any]) -> None:
    with pytest.raises(SecretRefusedError) as caught:
        notebook.remember(**options)
    shown = caught.value.message + caught.value.hint
    assert SECRET[4:12] not in shown
    assert "tr0ub" not in shown
    assert not memory_of(notebook.root).path.exists()


@pytest.mark.parametrize("target", ["../x.py", "/etc/passwd", "src/../../x.py::f", "../*.py"])
def test_a_target_outside_the_project_is_refused(scanned: Notebook, target: str) -> None:
    with pytest.raises(OutsideProjectError):
        scanned.remember("a", about=(target,), allow_unresolved=True)


def test_a_link_that_leaves_the_project_is_refused(scanned: Notebook) -> None:
    (scanned.root / "src" / "way_out").symlink_to(scanned.root.parent)
    (scanned.root / "src" / "inner").symlink_to(scanned.root / "src")
    with pytest.raises(OutsideProjectError):
        scanned.remember("a", about=("src/way_out/x.py",), allow_unresolved=True)
    scanned.remember("a", about=("src/inner/auth.py",), allow_unresolved=True)


def test_a_subject_keeps_what_the_code_is(scanned: Notebook) -> None:
    done = scanned.remember("It checks nothing", about=("src/auth.py::Login.verify",))
    (anchor,) = done.anchors
    assert (anchor.target, anchor.role, anchor.kind) == (
        "src/auth.py::Login.verify",
        "subject",
        "symbol",
    )
    assert anchor.signature == "verify(self, token)"
    assert anchor.body_fingerprint
    assert anchor.signature_fingerprint


@pytest.mark.parametrize(
    ("target", "found", "kind"),
    [
        ("./src/auth.py", "src/auth.py", "file"),
        ("src", "src/", "directory"),
        ("src/*.py", "src/*.py", "glob"),
        ("**/auth.py::Login", "**/auth.py::Login", "glob"),
    ],
)
def test_files_folders_and_patterns_are_subjects(
    scanned: Notebook, target: str, found: str, kind: str
) -> None:
    if "::" in target:
        with pytest.raises(UnknownTargetError):
            scanned.remember("a", about=(target,))
        return
    (anchor,) = scanned.remember("a", about=(target,)).anchors
    assert (anchor.target, anchor.kind) == (found, kind)
    assert (anchor.signature_fingerprint is not None) == (kind == "file")


def test_an_absolute_path_in_the_project_is_made_relative(scanned: Notebook) -> None:
    (anchor,) = scanned.remember("a", about=(f"{scanned.root}/src/auth.py",)).anchors
    assert anchor.target == "src/auth.py"


def test_a_subject_that_is_not_there_is_refused_with_near_ones(scanned: Notebook) -> None:
    with pytest.raises(UnknownTargetError) as caught:
        scanned.remember("a", about=("src/auth.py::Login.verfy",))
    assert caught.value.near[0] == "src/auth.py::Login.verify"
    done = scanned.remember("a", about=("src/gone.py::f",), allow_unresolved=True)
    assert [(anchor.target, anchor.resolved) for anchor in done.anchors] == [
        ("src/gone.py::f", False)
    ]


def test_what_the_text_names_is_a_mention(scanned: Notebook) -> None:
    done = scanned.remember(
        "handle_request() in src/api.py uses Login.verify, not the word verify or request.",
        about=("src/auth.py",),
    )
    assert [(anchor.target, anchor.role) for anchor in done.anchors] == [
        ("src/auth.py", "subject"),
        ("src/api.py", "mention"),
        ("src/api.py::handle_request", "mention"),
    ]


def test_saying_something_again_confirms_it(notebook: Notebook) -> None:
    first = notebook.remember("The cache must be cleared.", type="gotcha", session="s1")
    again = notebook.remember("the  cache must be CLEARED", type="pitfall", session="s2")
    same_session = notebook.remember("The cache must be cleared!", type="gotcha", session="s2")
    assert (again.id, again.created, again.confirmations) == (first.id, False, 1)
    assert again.confidence > first.confidence
    assert same_session.confidence == again.confidence
    assert len(notebook.service.list(None, limit=None).memories) == 1
    events = notebook.service.get_history(first.id).events
    assert [event.action for event in events] == ["add", "confirm", "confirm"]


def test_nearly_the_same_words_confirm_too(notebook: Notebook) -> None:
    first = notebook.remember("The session cache must be cleared before each test")
    again = notebook.remember("The session cache must be cleared before every test")
    assert again.id == first.id
    assert "every test" in notebook.service.get_history(first.id).events[-1].reason


@pytest.mark.parametrize(
    "other",
    [
        {"type": "decision"},
        {"scope": "session", "session": "s"},
        {"about": ("src/auth.py",)},
        {"details": {"key": "x"}},
    ],
)
def test_the_same_words_elsewhere_are_another_memory(
    scanned: Notebook, other: dict[str, Any]
) -> None:
    scanned.remember("It is not safe to share this.")
    assert scanned.remember("It is not safe to share this.", **other).created


def test_what_a_person_says_verifies_what_an_agent_said(notebook: Notebook) -> None:
    first = notebook.remember("The cache is global.", source="observer_inferred")
    again = notebook.remember("The cache is global.", source="user_taught")
    assert (again.id, again.state, again.user_verified) == (first.id, "active", True)
    assert (again.needs_review, again.confidence) == (False, 0.95)


def test_events_can_only_be_added(notebook: Notebook) -> None:
    notebook.remember("Something")
    for statement in ("UPDATE memory_events SET actor = 'x'", "DELETE FROM memory_events"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            execute(memory_of(notebook.root), statement)


def test_a_write_is_on_the_disk_before_it_is_acknowledged(notebook: Notebook) -> None:
    with change_memories(memory_of(notebook.root)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_nothing_is_created_by_reading(notebook: Notebook) -> None:
    assert notebook.service.list(None, limit=None).memories == ()
    assert notebook.service.search("a", None, limit=None).matched == 0
    assert notebook.service.get_log(after=None, action=None, limit=1).events == ()
    for read in (notebook.service.get, notebook.service.get_history):
        with pytest.raises(UnknownMemoryError):
            read("m-1")
    assert not memory_of(notebook.root).path.exists()


def test_every_error_is_one_of_ours(notebook: Notebook) -> None:
    with pytest.raises(RippleError):
        notebook.remember("a", about=("a.py",))
