"""The log of changes: numbers, what is kept, and what a reader that follows it sees."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from ripplegraph.graph.changes import GraphChange
from ripplegraph.graph.model import ChangeKind, NodeKind
from ripplegraph.store.connection import open_for_writing
from ripplegraph.store.graph.change_log import append_changes, read_changes, start_generation
from tests.support.databases import graph_of


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with open_for_writing(graph_of(tmp_path)) as found:
        yield found


def build(*names: str) -> list[GraphChange]:
    return [
        GraphChange(ChangeKind.ADDED, name, NodeKind.FILE, "file added", new_body_fingerprint="x")
        for name in names
    ]


def append(connection: sqlite3.Connection, *names: str, keep: int = 100) -> None:
    append_changes(
        connection, build(*names), scanned_at="2026-01-02T03:04:05Z", commit="c", keep=keep
    )


def test_an_empty_log(connection: sqlite3.Connection) -> None:
    log = read_changes(connection)
    assert (log.generation, log.first, log.last, log.complete) == (None, 1, 0, True)
    assert (log.scans, log.changes) == ((), ())


def test_numbers_go_on_from_scan_to_scan(connection: sqlite3.Connection) -> None:
    append(connection, "a", "b")
    append(connection)
    append(connection, "c")
    log = read_changes(connection)
    assert [(item.number, item.scan, item.id) for item in log.changes] == [
        (1, 1, "a"),
        (2, 1, "b"),
        (3, 3, "c"),
    ]
    assert [(scan.first, scan.last) for scan in log.scans] == [(1, 2), (3, 3)]
    later = read_changes(connection, since=2)
    assert [item.id for item in later.changes] == ["c"]
    assert later.complete


def test_a_change_is_read_as_it_was_written(connection: sqlite3.Connection) -> None:
    written = [
        GraphChange(
            ChangeKind.SIGNATURE_CHANGED,
            "a.py::f",
            NodeKind.FUNCTION,
            "parameter `é` removed",
            compatible=compatible,
            old_signature="f(é)",
            new_signature="f()",
            old_signature_fingerprint="1",
            new_signature_fingerprint="2",
            old_body_fingerprint="3",
            new_body_fingerprint="3",
        )
        for compatible in (True, False, None)
    ]
    written.append(GraphChange(ChangeKind.MOVED, "b", NodeKind.FILE, "moved from a", "a"))
    append_changes(connection, written, scanned_at="now", commit=None)
    read = read_changes(connection).changes
    names = [name for name in GraphChange.__slots__ if not name.startswith("_")]
    assert [[getattr(item, name) for name in names] for item in read] == [
        [getattr(item, name) for name in names] for item in written
    ]


@pytest.mark.parametrize(("since", "complete"), [(None, False), (2, False), (3, True), (6, True)])
def test_only_the_newest_are_kept(
    connection: sqlite3.Connection, since: int | None, complete: bool
) -> None:
    for name in "abcdef":
        append(connection, name, keep=3)
    log = read_changes(connection, since)
    assert (log.first, log.last, log.complete) == (4, 6, complete)
    assert [scan.first for scan in read_changes(connection).scans] == [4, 5, 6]


def test_a_scan_with_more_changes_than_are_kept(connection: sqlite3.Connection) -> None:
    append(connection, *"abcde", keep=2)
    log = read_changes(connection, since=0)
    assert [(item.number, item.id) for item in log.changes] == [(4, "d"), (5, "e")]
    assert not log.complete
    append(connection, "f", keep=2)
    assert [item.id for item in read_changes(connection).changes] == ["e", "f"]


def test_a_cursor_from_the_future_is_not_complete(connection: sqlite3.Connection) -> None:
    append(connection, "a")
    assert not read_changes(connection, since=7).complete


def test_a_new_generation_starts_from_one(connection: sqlite3.Connection) -> None:
    append(connection, "a", "b")
    first, second = start_generation(connection), start_generation(connection)
    assert first != second
    append(connection, "c")
    assert [item.number for item in read_changes(connection).changes] == [1]
