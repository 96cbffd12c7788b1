"""Restoring memories: what comes back, what is kept beside, and what is told."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from ripplegraph.errors import DatabaseBusyError, UsageError
from ripplegraph.memory.recovery.restore import Restorer, RestoreReport
from ripplegraph.memory.services.work import WorkService
from ripplegraph.memory.types.registry import build_registry
from ripplegraph.memory.work.access import Actor
from ripplegraph.memory.work.episodes import EpisodeDraft
from ripplegraph.store.backups.backup import make_backup
from ripplegraph.store.backups.backup_list import find_backups, get_folder
from ripplegraph.store.backups.restore_lock import hold_restore
from ripplegraph.store.database import Database
from ripplegraph.store.integrity import inspect_database
from tests.support.command import run_ripple
from tests.support.databases import PAGE, break_pages, fill_with_garbage, graph_of
from tests.support.memories import Notebook

IN_BACKUP, NEWER = 30, 20


def overwrite_header(database: Database) -> None:
    content = database.path.read_bytes()
    database.path.write_bytes(b"\xff" * 100 + content[100:])


def overwrite_first_page(database: Database) -> None:
    content = database.path.read_bytes()
    database.path.write_bytes(b"\xff" * PAGE + content[PAGE:])


def break_a_leaf(database: Database) -> None:
    """Overwrite the page that holds one of the newer memories."""
    content = bytearray(database.path.read_bytes())
    at = content.index(b"lamp number 45 is on.")
    start = at // PAGE * PAGE
    content[start : start + PAGE] = b"\xff" * PAGE
    database.path.write_bytes(content)


def halve(database: Database) -> None:
    content = database.path.read_bytes()
    database.path.write_bytes(content[: len(content) // 2 // PAGE * PAGE])


def empty(database: Database) -> None:
    database.path.write_bytes(b"")


@pytest.fixture
def notebook(tmp_path: Path, original: Path) -> Notebook:
    """Return memories of which most are in a backup, and some are newer."""
    shutil.copytree(original, tmp_path, dirs_exist_ok=True)
    return Notebook(tmp_path)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    notebook = Notebook(tmp_path_factory.mktemp("original"))
    for number in range(IN_BACKUP):
        notebook.remember(_write(number))
    make_backup(notebook.database)
    for number in range(IN_BACKUP, IN_BACKUP + NEWER):
        notebook.remember(_write(number))
    return notebook.root


def restore(notebook: Notebook, wanted: str = "", *, yes: bool = True) -> RestoreReport:
    restorer = Restorer(notebook.database, root=notebook.root, clock=notebook.clock)
    return restorer.restore(wanted, confirm=lambda _: yes)


def read_all(notebook: Notebook) -> set[str]:
    return {memory.content for memory in notebook.service.list(None, limit=None).memories}


def expect(first: int, last: int) -> set[str]:
    return {_write(number) for number in range(first, last)}


@pytest.mark.parametrize("damage", [overwrite_header, overwrite_first_page])
def test_nothing_is_lost_where_only_the_beginning_is_broken(
    notebook: Notebook, damage: Callable[[Database], None]
) -> None:
    damage(notebook.database)
    report = restore(notebook)
    assert (report.memories, report.recovered) == (IN_BACKUP + NEWER, NEWER)
    assert read_all(notebook) == expect(0, IN_BACKUP + NEWER)
    assert report.unreadable == ()


def test_what_one_page_held_is_found_elsewhere_or_missed(notebook: Notebook) -> None:
    break_a_leaf(notebook.database)
    assert inspect_database(notebook.database).damage
    report = restore(notebook)
    lost = expect(0, IN_BACKUP + NEWER) - read_all(notebook)
    assert len(lost) < NEWER
    assert bool(lost) <= bool(report.unreadable)
    assert report.unreadable


@pytest.mark.parametrize("damage", [halve, empty, fill_with_garbage, break_pages])
def test_the_backup_comes_back_whatever_happened(
    notebook: Notebook, damage: Callable[[Database], None]
) -> None:
    damage(notebook.database)
    broken = notebook.database.path.read_bytes()
    report = restore(notebook)
    assert report.done
    assert read_all(notebook) >= expect(0, IN_BACKUP)
    assert report.unreadable
    assert report.moved_aside is not None
    assert report.moved_aside.read_bytes() == broken
    assert inspect_database(notebook.database).damage == ()
    notebook.remember("Life goes on.")
    assert notebook.service.search("life", None, limit=None).matched == 1


def test_changes_and_removals_since_the_backup_are_kept(notebook: Notebook) -> None:
    first, second, *_ = notebook.service.list(None, limit=None).memories
    notebook.service.delete(first.id, actor="ann", reason="")
    notebook.service.flag(second.id, problem="wrong", original=None, actor="ann", reason="")
    history = notebook.service.get_history(second.id)
    overwrite_header(notebook.database)
    restore(notebook)
    assert notebook.service.get_history(second.id) == history
    assert notebook.service.get(second.id).state == "rejected"
    assert first.content not in read_all(notebook)


def test_work_comes_back_too(notebook: Notebook) -> None:
    service = WorkService(
        notebook.database,
        root=notebook.root,
        graph=graph_of(notebook.root),
        registry=build_registry(),
    )
    draft = EpisodeDraft("task", "ann", "attempted", "it was tried")
    done = service.add_episode(draft, Actor("ann", "user")).episode
    overwrite_header(notebook.database)
    restore(notebook)
    history = service.get_work_history("episode", done.id)
    assert history.record == done
    assert len(history.events) == 1


def test_without_a_backup_all_that_can_be_read_is_kept(notebook: Notebook) -> None:
    for path in get_folder(notebook.database).iterdir():
        path.unlink()
    break_a_leaf(notebook.database)
    report = restore(notebook)
    assert report.backup is None
    assert report.memories > NEWER
    assert inspect_database(notebook.database).damage == ()


def test_nothing_at_all_is_told(notebook: Notebook) -> None:
    for path in get_folder(notebook.database).iterdir():
        path.unlink()
    fill_with_garbage(notebook.database)
    broken = notebook.database.path.read_bytes()
    report = restore(notebook)
    assert not report.done
    assert "nothing can be restored" in report.reason
    assert notebook.database.path.read_bytes() == broken


def test_a_sound_database_is_replaced_only_by_a_backup_that_is_named(notebook: Notebook) -> None:
    assert restore(notebook).sound
    backup = find_backups(notebook.database)[0]
    report = restore(notebook, backup.path.name)
    assert report.done
    assert read_all(notebook) == expect(0, IN_BACKUP)
    assert report.moved_aside is not None
    with closing(sqlite3.connect(report.moved_aside)) as connection:
        count = connection.execute("SELECT count(*) FROM memories").fetchone()
    assert count == (IN_BACKUP + NEWER,)


def test_a_backup_is_chosen_by_time_or_refused(notebook: Notebook) -> None:
    assert restore(notebook, "9999-01-01").backup == find_backups(notebook.database)[0].path
    for wanted in ("2000-01-01", "yesterday", "memory-x.db"):
        with pytest.raises(UsageError):
            restore(notebook, wanted)


def test_nothing_happens_without_a_yes(notebook: Notebook) -> None:
    empty(notebook.database)
    assert not restore(notebook, yes=False).done
    assert notebook.database.path.read_bytes() == b""


def test_whoever_writes_waits_for_the_end(notebook: Notebook) -> None:
    impatient = notebook.database._replace(busy_timeout_ms=50)
    with hold_restore(notebook.database):
        service = type(notebook.service)(
            impatient, root=notebook.root, graph=graph_of(notebook.root), registry=build_registry()
        )
        with pytest.raises(DatabaseBusyError):
            service.flag(
                service.list(None, limit=1).memories[0].id,
                problem="wrong",
                original=None,
                actor="ann",
                reason="",
            )
        with pytest.raises(DatabaseBusyError), hold_restore(notebook.database):
            pass
    assert notebook.remember("Life goes on.").created


def test_the_command_shows_asks_and_restores(repository: Path) -> None:
    notebook = Notebook(repository, shared=repository / ".git")
    notebook.remember(_write(1))
    empty(notebook.database)
    refused = run_ripple("doctor", "--restore", folder=repository)
    assert refused.code == 1
    assert "--yes" in refused.output
    assert run_ripple("memories", "list", folder=repository).code == 4
    done = run_ripple("doctor", "--restore", "--yes", "--json", folder=repository)
    assert (done.code, json.loads(done.output)["memories"]) == (0, 1)
    again = run_ripple("doctor", "--restore", folder=repository)
    assert (again.code, "sound" in again.output) == (0, True)
    assert run_ripple("doctor", folder=repository).code == 0


def test_to_start_empty_takes_a_word(repository: Path) -> None:
    notebook = Notebook(repository, shared=repository / ".git")
    notebook.remember(_write(1))
    kept = run_ripple("doctor", "--start-empty", "--yes", folder=repository)
    assert (kept.code, "it stays" in kept.output) == (1, True)
    fill_with_garbage(notebook.database)
    assert run_ripple("doctor", "--start-empty", folder=repository).code == 1
    assert run_ripple("doctor", "--start-empty", "--yes", folder=repository).code == 0
    assert read_all(notebook) == set()
    assert notebook.remember(_write(2)).created
    assert find_backups(notebook.database)
    assert list(notebook.database.path.parent.glob("memory.db.damaged-*"))


def _write(number: int) -> str:
    return f"The lamp number {number} is on. {'It shines. ' * 40}".rstrip()
