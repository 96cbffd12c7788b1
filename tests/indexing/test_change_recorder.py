"""Real scans record what changed between them, through a history with renames and branches."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ripplegraph import Project, open_project
from ripplegraph.graph.changes import RecordedChange
from ripplegraph.graph.model import ChangeKind
from ripplegraph.health.changes import ChangeReport
from ripplegraph.indexing.changes import change_recorder
from tests.support.databases import execute, graph_of
from tests.support.graphs import write_files
from tests.support.repository import commit_all, git
from tests.support.shop import ShopHistory, build_shop_history


@pytest.fixture
def history(tmp_path: Path) -> ShopHistory:
    return build_shop_history(tmp_path / "shop")


def scan_at(history: ShopHistory, commit: str) -> ChangeReport:
    """Check out a commit and scan it; returns what that scan found changed."""
    project = open_project(history.path)
    before = project.changes().last if (history.path / ".ripple").exists() else 0
    git(history.path, "checkout", "--quiet", commit)
    project.scan()
    return project.changes(since=before)


def find(report: ChangeReport, kind: ChangeKind) -> Iterator[RecordedChange]:
    return (change for change in report.changes if change.kind is kind)


def rescan(project: Project) -> ChangeReport:
    before = project.changes().last
    project.scan()
    return project.changes(since=before)


def test_a_first_scan_has_no_changes_but_a_generation(repository: Path) -> None:
    report = open_project(repository).scan()
    found = open_project(repository).changes()
    assert (found.changes, found.first, found.last, found.complete) == ((), 1, 0, True)
    assert found.generation == report.generation


def test_a_moved_file(history: ShopHistory) -> None:
    scan_at(history, history.checkout)
    report = scan_at(history, history.move_file)
    moves = {change.id: change.previous_id for change in find(report, ChangeKind.MOVED)}
    assert moves["shop/storage.py"] == "shop/stores.py"
    assert moves["shop/storage.py::OrderStore.save"] == "shop/stores.py::OrderStore.save"
    assert not list(find(report, ChangeKind.ADDED))
    assert not list(find(report, ChangeKind.REMOVED))


def test_a_renamed_function(history: ShopHistory) -> None:
    scan_at(history, history.move_file)
    report = scan_at(history, history.rename_symbol)
    (move,) = find(report, ChangeKind.MOVED)
    assert (move.previous_id, move.id) == (
        "shop/pricing.py::discounted",
        "shop/pricing.py::apply_discount",
    )


def test_a_changed_signature(history: ShopHistory) -> None:
    scan_at(history, history.merge_invoice)
    report = scan_at(history, history.fees)
    verdicts = {
        change.id: (change.compatible, change.detail)
        for change in find(report, ChangeKind.SIGNATURE_CHANGED)
    }
    assert verdicts["shop/models.py::Order.mark_paid"] == (
        False,
        "required parameter `fee_cents` added",
    )
    assert verdicts["shop/models.py::Order"] == (True, "optional field `fee_cents` added")


def test_a_deleted_file_and_a_changed_body(history: ShopHistory) -> None:
    scan_at(history, history.fees)
    report = scan_at(history, history.delete_file)
    assert [change.id for change in report.changes] == [
        "shop/legacy_export.py",
        "shop/legacy_export.py::export_row",
    ]
    scan_at(history, history.ui)
    report = scan_at(history, history.round_tax)
    assert [(change.kind.value, change.id) for change in report.changes] == [
        ("body_changed", "shop/pricing.py::add_tax")
    ]


def test_there_and_back_again(history: ShopHistory) -> None:
    scan_at(history, history.checkout)
    there = scan_at(history, history.round_tax)
    back = scan_at(history, history.checkout)
    assert back.generation == there.generation
    assert [change.number for change in back.changes] == list(
        range(there.last + 1, there.last + 1 + len(back.changes))
    )
    added = {change.id for change in find(there, ChangeKind.ADDED)}
    removed = {change.id for change in find(back, ChangeKind.REMOVED)}
    assert added == removed
    moved = {(change.previous_id, change.id) for change in find(there, ChangeKind.MOVED)}
    assert moved == {(change.id, change.previous_id) for change in find(back, ChangeKind.MOVED)}


def test_nothing_changed_is_no_change(history: ShopHistory) -> None:
    scan_at(history, history.round_tax)
    write_files(history.path, {"shop/pricing.py": pricing_with_comment(history)})
    report = rescan(open_project(history.path))
    assert report.changes == ()


def pricing_with_comment(history: ShopHistory) -> str:
    text = (history.path / "shop/pricing.py").read_text()
    return text.replace("def add_tax", "# A word about it.\ndef add_tax")


def test_a_file_moved_without_telling_git(history: ShopHistory) -> None:
    scan_at(history, history.round_tax)
    (history.path / "shop/receipts.py").rename(history.path / "shop/bills.py")
    report = rescan(open_project(history.path))
    moves = {change.id: change.previous_id for change in find(report, ChangeKind.MOVED)}
    assert moves["shop/bills.py"] == "shop/receipts.py"
    git(history.path, "add", "--all")
    write_files(history.path, {"shop/bills.py": "def other(): ...\n"})
    report = rescan(open_project(history.path))
    assert {change.id for change in find(report, ChangeKind.ADDED)} == {"shop/bills.py::other"}


def test_outside_git(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.py": "def f(): return [1]\n", "b.py": ""})
    project = open_project(tmp_path, anywhere=True)
    project.scan()
    (tmp_path / "a.py").rename(tmp_path / "c.py")
    report = rescan(project)
    assert [(change.kind.value, change.id) for change in report.changes] == [
        ("moved", "c.py"),
        ("moved", "c.py::f"),
    ]
    assert report.scans[0].commit is None


def test_a_commit_that_is_gone(repository: Path) -> None:
    open_project(repository).scan()
    git(repository, "mv", "b.py", "c.py")
    commit_all(repository, "rename")
    execute(graph_of(repository), f"UPDATE meta SET value = '{'0' * 40}' WHERE key = 'commit'")
    report = rescan(open_project(repository))
    assert "moved" in {change.kind.value for change in report.changes}


def test_a_full_scan_starts_a_new_generation(repository: Path) -> None:
    project = open_project(repository)
    project.scan()
    write_files(repository, {"b.py": "x = 2\n"})
    changed = rescan(project)
    assert changed.last > 0
    project.scan(full=True)
    after = project.changes(since=changed.last)
    assert after.generation != changed.generation
    assert (after.last, after.complete, after.changes) == (0, False, ())


def test_another_extractor_starts_a_new_generation(repository: Path) -> None:
    project = open_project(repository)
    first = project.scan().generation
    execute(
        graph_of(repository),
        'UPDATE meta SET value = replace(value, \'"python": "\', \'"python": "old \') '
        f"WHERE key = '{change_recorder._EXTRACTORS}'",
    )
    execute(graph_of(repository), "UPDATE meta SET value = 'older code' WHERE key = 'maker'")
    assert project.scan().generation != first


def test_a_language_that_arrives_does_not(repository: Path) -> None:
    project = open_project(repository)
    first = project.scan().generation
    write_files(repository, {"new.ts": "export const x = 1\n"})
    assert project.scan().generation == first


def test_a_lost_database_starts_a_new_generation(repository: Path) -> None:
    project = open_project(repository)
    first = project.scan().generation
    shutil.rmtree(repository / ".ripple")
    assert project.scan().generation != first


def test_a_failing_scan_records_nothing(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = open_project(repository)
    project.scan()
    write_files(repository, {"b.py": "x = 2\n"})

    def fail(*_: object) -> None:
        raise RuntimeError("in the middle of it")

    with monkeypatch.context() as patch:
        patch.setattr(change_recorder, "compute_changes", fail)
        with pytest.raises(RuntimeError):
            project.scan()
    assert project.changes().changes == ()
    assert rescan(project).changes
