"""A damaged graph never stands in the way of memories, and each error names its own file."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ripplegraph import open_project
from ripplegraph.errors import CorruptDatabaseError
from ripplegraph.store.connection import open_for_reading
from ripplegraph.store.database import Database
from ripplegraph.store.sqlite.damage_mark import is_marked
from tests.support import databases
from tests.support.agent_hooks import run_hook
from tests.support.command import assert_clear_failure, run_ripple
from tests.support.databases import graph_of, memory_of


def break_most_pages(database: Database) -> None:
    """Leave the schema and what says that there was a scan."""
    content = bytearray(database.path.read_bytes())
    for start in range(5 * databases.PAGE, len(content), databases.PAGE):
        content[start : start + databases.PAGE] = b"\xff" * databases.PAGE
    database.path.write_bytes(content)


DAMAGES = [
    databases.fill_with_garbage,
    databases.truncate,
    databases.break_pages,
    break_most_pages,
]


@pytest.fixture
def project(repository: Path) -> Path:
    found = open_project(repository)
    found.scan()
    done = run_ripple("remember", "The lamp is on.", "--about", "a.py", "--json", folder=repository)
    assert done.code == 0, done
    return repository


@pytest.mark.parametrize("damage", DAMAGES)
def test_memories_are_used_as_if_nothing_had_been_scanned(
    project: Path, damage: Callable[[Database], None]
) -> None:
    damage(graph_of(project))
    memory_id = _run(project, "remember", "The door is open.")["id"]
    assert _run(project, "memories", "list")["matched"] == 2
    assert _run(project, "memories", "search", "lamp")["returned"] == 1
    assert _run(project, "memories", "show", memory_id)["content"] == "The door is open."
    assert _run(project, "memories", "edit", memory_id, "--title", "Door")["title"] == "Door"
    exported = run_ripple("memories", "export", folder=project)
    assert "The door is open." in exported.output
    hook = run_ripple("hook", "session-start", "--agent", "claude-code", folder=project)
    assert hook.code == 0


@pytest.mark.parametrize("piped", [False, True], ids=["file", "pipe"])
def test_an_import_goes_on_without_the_graph(project: Path, piped: bool) -> None:
    databases.break_pages(graph_of(project))
    notes = "".join(f"- Note {number} about a.py is this one.\n" for number in range(20))
    (project / "notes.md").write_text(notes)
    given = "-" if piped else "notes.md"
    done = subprocess.run(
        [sys.executable, "-m", "ripplegraph", "memories", "import", given],
        cwd=project,
        input=notes,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done
    assert _run(project, "memories", "list")["matched"] == 21


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_scan_makes_a_damaged_graph_again(
    project: Path, damage: Callable[[Database], None]
) -> None:
    graph = graph_of(project)
    damage(graph)
    broken = graph.path.read_bytes()
    failed = run_ripple("analyze-impact", "b.py", folder=project)
    assert_clear_failure(failed, code=4)
    assert "graph.db" in failed.errors
    assert "ripple scan" in failed.errors
    assert is_marked(graph)
    (note,) = _run(project, "scan")["notes"]
    assert "made again" in note
    (aside,) = graph.path.parent.glob("graph.db.old-*Z")
    assert aside.read_bytes() == broken
    assert not is_marked(graph)
    assert _run(project, "analyze-impact", "b.py")["direct_dependents"]
    assert run_ripple("doctor", folder=project).code == 0


@pytest.mark.parametrize("table", ["node_dependents", "edges", "missed_calls"])
def test_a_scan_makes_a_graph_again_that_only_the_doctor_found_damaged(
    project: Path, table: str
) -> None:
    graph = graph_of(project)
    databases.break_table(graph, table)
    assert run_ripple("doctor", folder=project).code == 1
    (note,) = _run(project, "scan")["notes"]
    assert "made again" in note
    assert run_ripple("doctor", folder=project).code == 0


def test_a_memory_about_code_gets_the_graph_that_it_needs(project: Path) -> None:
    databases.break_pages(graph_of(project))
    memory = _run(project, "remember", "b is empty.", "--about", "b.py")
    assert memory["anchors"][0]["target"] == "b.py"
    assert memory["freshness"]["verdict"] == "fresh"


def test_only_the_last_damaged_graph_is_kept(project: Path) -> None:
    for _ in range(3):
        databases.fill_with_garbage(graph_of(project))
        open_project(project).scan()
    assert len(list(graph_of(project).path.parent.glob("graph.db.old-*Z"))) == 1


@pytest.mark.parametrize("order", ["graph inside", "memory inside"])
def test_an_error_names_the_database_that_it_comes_from(tmp_path: Path, order: str) -> None:
    graph, memory = graph_of(tmp_path), memory_of(tmp_path)
    databases.create_all(graph, memory)
    for database in (graph, memory):
        with closing(sqlite3.connect(database.path)) as connection:
            connection.execute("DROP TABLE meta")
    first, second = (memory, graph) if order == "graph inside" else (graph, memory)
    for broken in (graph, memory):
        with (
            pytest.raises(CorruptDatabaseError) as caught,
            open_for_reading(first) as outer,
            open_for_reading(second) as inner,
        ):
            (outer if broken is first else inner).execute("SELECT * FROM meta").fetchall()
        assert caught.value.path == broken.path
        command = "--rebuild-graph" if broken is graph else "--restore"
        assert command in caught.value.hint


@pytest.mark.parametrize(
    "arguments",
    [["memories", "list"], ["memories", "search", "lamp"], ["remember", "More."], ["sweep"]],
    ids=" ".join,
)
def test_damaged_memories_are_not_blamed_on_the_graph(project: Path, arguments: list[str]) -> None:
    memory = memory_of(project, git_common_dir=project / ".git")
    break_most_pages(memory)
    broken = memory.path.read_bytes()
    failed = run_ripple(*arguments, folder=project)
    assert_clear_failure(failed, code=4)
    assert "memory.db" in failed.errors
    assert "doctor --restore" in failed.errors
    assert "graph.db" not in failed.errors
    assert memory.path.read_bytes() == broken


def test_what_an_edit_reaches_is_told_without_damaged_memories(project: Path) -> None:
    databases.break_pages(memory_of(project, git_common_dir=project / ".git"))
    impact = _run(project, "analyze-impact", "b.py")
    assert impact["direct_dependents"]
    assert any("memory.db" in warning for warning in impact["warnings"])


def test_a_hook_names_what_is_damaged_once_and_goes_on(project: Path) -> None:
    databases.break_pages(graph_of(project))
    call = json.dumps({"session_id": "s", "cwd": str(project)})
    first, second = (run_hook("prompt", project, call) for _ in range(2))
    assert "graph.db" in first
    assert "ripple scan" in first
    assert "graph.db" not in second


def _run(project: Path, *arguments: str) -> Any:
    done = run_ripple(*arguments, "--json", folder=project)
    assert done.code == 0, done
    return json.loads(done.output)
