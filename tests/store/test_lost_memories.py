"""Memories that were there and are gone are missed, and never taken for new ones."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from ripplegraph.errors import CorruptDatabaseError, LostMemoriesError, StoreError
from ripplegraph.store.backups.memory_marker import get_marker_path
from ripplegraph.store.database import Database
from tests.support.databases import execute, memory_of
from tests.support.memories import Notebook


def empty(database: Database) -> None:
    database.path.write_bytes(b"")


def remove(database: Database) -> None:
    database.path.unlink()


def forget_tables(database: Database) -> None:
    """Leave what is there when all that was written is lost with the log."""
    database.path.unlink()
    with closing(sqlite3.connect(database.path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")


LOSSES = [empty, remove, forget_tables]


@pytest.fixture
def notebook(tmp_path: Path) -> Notebook:
    notebook = Notebook(tmp_path)
    notebook.remember("The lamp is on.")
    return notebook


@pytest.mark.parametrize("lose", LOSSES)
@pytest.mark.parametrize("marked", [True, False], ids=["marker", "backup"])
def test_lost_memories_are_missed(
    notebook: Notebook, lose: Callable[[Database], None], marked: bool
) -> None:
    database = notebook.database
    lose(database)
    if not marked:
        get_marker_path(database).unlink()
    with pytest.raises(LostMemoriesError) as caught:
        notebook.service.list(None, limit=None)
    assert caught.value.path == database.path
    assert "doctor --restore" in caught.value.hint
    before = database.path.read_bytes() if database.path.exists() else None
    with pytest.raises(LostMemoriesError):
        notebook.remember("Something else.")
    assert (database.path.read_bytes() if database.path.exists() else None) == before


def test_a_marker_that_cannot_be_read_still_tells_that_there_were_memories(
    notebook: Notebook,
) -> None:
    get_marker_path(notebook.database).write_text("no JSON")
    assert notebook.service.list(None, limit=None).matched == 1
    empty(notebook.database)
    with pytest.raises(LostMemoriesError):
        notebook.service.list(None, limit=None)


def test_a_new_project_just_works(tmp_path: Path) -> None:
    notebook = Notebook(tmp_path)
    assert notebook.service.list(None, limit=None).matched == 0
    notebook.database.path.parent.mkdir()
    notebook.database.path.touch()
    assert notebook.service.list(None, limit=None).matched == 0
    assert notebook.remember("The lamp is on.").created


def test_memories_without_events_were_none(tmp_path: Path) -> None:
    """A creation that was cut short is done again."""
    database = memory_of(tmp_path)
    with closing(sqlite3.connect(_prepare(database))) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    assert Notebook(tmp_path).remember("The lamp is on.").created


def test_what_was_in_a_removed_log_is_missed(notebook: Notebook) -> None:
    database = notebook.database
    program = (
        "import os, sys; from pathlib import Path; from tests.support.memories import Notebook;"
        "n = Notebook(Path(sys.argv[1])); "
        "keep = __import__('sqlite3').connect(n.database.path); "
        "keep.execute('SELECT count(*) FROM memories').fetchone();"
        "n.remember('In the log.'); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", program, str(notebook.root)], check=False)
    assert database.write_ahead_log.stat().st_size
    database.write_ahead_log.unlink()
    database.shared_memory.unlink()
    for use in (
        lambda: notebook.service.list(None, limit=None),
        lambda: notebook.remember("More."),
    ):
        with pytest.raises(LostMemoriesError, match="at least 1 change"):
            use()


def test_the_graph_knows_of_memories_whose_folder_is_gone(tmp_path: Path) -> None:
    from ripplegraph import open_project
    from tests.support.repository import build_repository

    root = build_repository(tmp_path / "repository")
    project = open_project(root)
    notebook = Notebook(root, shared=root / ".git")
    notebook.remember("The lamp is on.")
    project.scan()
    for path in sorted((root / ".git" / "ripple").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    with pytest.raises(LostMemoriesError, match="graph knows"):
        notebook.remember("Something else.")
    assert not notebook.database.path.exists()


def test_the_database_of_another_application_is_left_alone(tmp_path: Path) -> None:
    database = memory_of(tmp_path)
    for version in (0, 2):
        path = _prepare(database)
        path.unlink(missing_ok=True)
        execute(database, "CREATE TABLE songs (name)", f"PRAGMA user_version = {version}")
        before = path.read_bytes()
        with pytest.raises(CorruptDatabaseError, match="not ripple's"):
            Notebook(tmp_path).remember("The lamp is on.")
        with closing(sqlite3.connect(path)) as connection:
            tables = connection.execute("SELECT name FROM sqlite_schema").fetchall()
        assert tables == [("songs",)]
        assert path.read_bytes()[100:] == before[100:]


def test_a_folder_and_a_dangling_link_are_named(tmp_path: Path) -> None:
    database = memory_of(tmp_path)
    _prepare(database).mkdir()
    with pytest.raises(StoreError, match="a folder is in its place"):
        Notebook(tmp_path).remember("The lamp is on.")
    database.path.rmdir()
    database.path.symlink_to(tmp_path / "elsewhere.db")
    with pytest.raises(StoreError, match="is a link to a file that is not there"):
        Notebook(tmp_path).remember("The lamp is on.")
    assert not (tmp_path / "elsewhere.db").exists()


def test_the_marker_never_claims_more_than_is_there(notebook: Notebook) -> None:
    notebook.remember("The door is open.")
    marker = json.loads(get_marker_path(notebook.database).read_text())
    assert marker == {"events": 2, "work_events": 0}


def _prepare(database: Database) -> Path:
    database.path.parent.mkdir(exist_ok=True)
    return database.path
