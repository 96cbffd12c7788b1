"""Backups: when they are made, which are kept, and what is never overwritten."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ripplegraph.errors import CorruptDatabaseError
from ripplegraph.store.backups import backup as backups
from ripplegraph.store.backups.backup import back_up_if_changed, back_up_if_due, make_backup
from ripplegraph.store.backups.backup_health import choose_backup, find_fault
from ripplegraph.store.backups.backup_list import (
    Backup,
    choose_kept,
    find_backups,
    get_folder,
    get_note_path,
)
from ripplegraph.store.database import Database
from tests.support.databases import break_pages
from tests.support.memories import Notebook

HOUR = 3_600


@pytest.fixture
def notebook(tmp_path: Path) -> Notebook:
    notebook = Notebook(tmp_path)
    notebook.remember("The lamp is on.")
    return notebook


def let_an_hour_pass(database: Database) -> None:
    folder = get_folder(database)
    before = folder.stat().st_mtime - HOUR
    os.utime(folder, (before, before))


def test_a_change_leads_to_a_backup_at_most_once_an_hour(notebook: Notebook) -> None:
    (first,) = find_backups(notebook.database)
    assert (first.memories, first.events) == (1, 1)
    notebook.remember("The door is open.")
    assert len(find_backups(notebook.database)) == 1
    let_an_hour_pass(notebook.database)
    notebook.remember("The window is shut.")
    second, first = find_backups(notebook.database)
    assert (second.memories, first.memories) == (3, 1)
    assert find_fault(second, notebook.database) == ""


def test_a_backup_is_one_file_that_holds_everything(notebook: Notebook) -> None:
    (backup,) = find_backups(notebook.database)
    with closing(sqlite3.connect(f"file:{backup.path}?immutable=1", uri=True)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert connection.execute("SELECT content FROM memories").fetchall() == [
            ("The lamp is on.",)
        ]


def test_a_scan_makes_the_backup_that_is_due(notebook: Notebook) -> None:
    notebook.remember("The door is open.")
    back_up_if_changed(notebook.database)
    assert len(find_backups(notebook.database)) == 1
    let_an_hour_pass(notebook.database)
    back_up_if_changed(notebook.database)
    assert [backup.memories for backup in find_backups(notebook.database)] == [2, 1]
    let_an_hour_pass(notebook.database)
    marker = notebook.database.path.with_name("memory.known.json")
    os.utime(marker, (0, 0))
    back_up_if_changed(notebook.database)
    assert len(find_backups(notebook.database)) == 2


def test_backups_can_be_switched_off(tmp_path: Path) -> None:
    back_up_if_due(Notebook(tmp_path).database._replace(backup_minutes=0))
    assert not get_folder(Notebook(tmp_path).database).exists()


def test_a_damaged_database_is_not_copied_and_good_backups_stay(notebook: Notebook) -> None:
    database = notebook.database
    (good,) = find_backups(database)
    break_pages(database)
    with pytest.raises(CorruptDatabaseError):
        make_backup(database)
    let_an_hour_pass(database)
    back_up_if_due(database)
    assert find_backups(database) == [good]
    assert find_fault(good, database) == ""
    assert not list(get_folder(database).glob(".partial*"))


def test_a_row_that_cannot_be_read_is_not_copied(notebook: Notebook) -> None:
    with closing(sqlite3.connect(notebook.database.path)) as connection, connection:
        connection.execute("UPDATE memories SET details = '{'")
    with pytest.raises(CorruptDatabaseError, match="details of a row of memories"):
        make_backup(notebook.database)


@pytest.mark.parametrize("place", [30, 5_000, -1])
def test_a_changed_byte_of_a_backup_is_found(notebook: Notebook, place: int) -> None:
    (backup,) = find_backups(notebook.database)
    content = bytearray(backup.path.read_bytes())
    content[place] ^= 0xFF
    backup.path.write_bytes(content)
    assert find_fault(backup, notebook.database)


def test_the_newest_good_backup_is_chosen(notebook: Notebook) -> None:
    second = make_backup(notebook.database)
    third = make_backup(notebook.database)
    found = find_backups(notebook.database)
    assert choose_backup(found, notebook.database, "") == third
    third.path.write_bytes(b"")
    assert choose_backup(find_backups(notebook.database), notebook.database, "") == second


def test_which_backups_are_kept() -> None:
    start = datetime(2026, 11, 17, 12, tzinfo=UTC)
    hourly = [_build(start - timedelta(hours=hours)) for hours in range(24 * 60)]
    kept = choose_kept(hourly)
    ages = sorted((start - datetime.fromisoformat(b.at)) for b in hourly if b.path in kept)
    assert [int(age.total_seconds() // HOUR) for age in ages] == [0, 1, 2, 13, 37, 61, 205, 373]
    assert len(choose_kept(hourly[:2])) == 2


def test_few_backups_stay_however_many_are_made(notebook: Notebook) -> None:
    for _ in range(6):
        make_backup(notebook.database)
    folder = get_folder(notebook.database)
    assert len(find_backups(notebook.database)) == 3
    assert {path.suffix for path in folder.iterdir()} <= {".db", ".json", ""}
    assert len(list(folder.glob("*.json"))) == 3


def test_what_a_killed_process_left_is_removed(notebook: Notebook) -> None:
    folder = get_folder(notebook.database)
    for name in (".partial-1", "memory-20200101T000000.000000Z.json"):
        (folder / name).write_text("{}")
        os.utime(folder / name, (0, 0))
    make_backup(notebook.database)
    assert not (folder / ".partial-1").exists()
    assert not (folder / "memory-20200101T000000.000000Z.json").exists()


def test_a_large_database_is_copied_by_another_process(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "LARGE_BYTES", 0)
    notebook = Notebook(repository, shared=repository / ".git")
    notebook.remember("The lamp is on.")
    _wait_for_backup(notebook.database)
    (backup,) = find_backups(notebook.database)
    assert get_note_path(backup.path).exists()
    assert backup.memories == 1


def _wait_for_backup(database: Database) -> None:
    import time

    deadline = time.monotonic() + 300
    while not find_backups(database):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _build(moment: datetime) -> Backup:
    at = moment.isoformat(timespec="seconds").replace("+00:00", "Z")
    return Backup(Path(at), at, 1)
