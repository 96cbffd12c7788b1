"""The spool as a file: what is in it stays in it, and what a crash left of a line is kept apart."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from ripplegraph.errors import DatabaseBusyError, NewerSchemaError, UnwritableStoreError
from ripplegraph.store.records.memory_records import Event
from ripplegraph.store.spool.spool_file import TORN, SpoolFile, UnmergedPiece
from ripplegraph.store.spool.spool_records import (
    Recording,
    SpooledChange,
    SpooledRow,
    read_line,
    write_line,
)
from tests.support.permissions import bound_by_permissions

NOW = "2026-01-01T00:00:00.000Z"
EVENT = Event("e-1", "m-1", NOW, "add", "ann", "caf\u00e9 \U0001f600", after={"title": "x\ny"})
CHANGE = SpooledChange(
    "s-1",
    1,
    NOW,
    Recording(
        events=(EVENT,),
        rows=(SpooledRow("m-1", None, {"id": "m-1", "confidence": 0.1}),),
        aliases=(("m-0", "m-1"),),
        meta={"cleanup_period": "2026-W01"},
    ),
)


@pytest.fixture
def spool(tmp_path: Path) -> SpoolFile:
    (tmp_path / ".ripple").mkdir()
    return SpoolFile(tmp_path / ".ripple" / "memory-spool.jsonl")


def fill(spool: SpoolFile, count: int = 3) -> list[SpooledChange]:
    changes = [replace(CHANGE, number=number) for number in range(1, count + 1)]
    for change in changes:
        spool.append(change, spool.read())
    return changes


def test_a_change_is_one_line_and_comes_back_as_it_was(spool: SpoolFile) -> None:
    line = write_line(CHANGE)
    assert line.count(b"\n") == 1
    assert line.isascii()
    assert read_line(line) == CHANGE
    assert list(spool.read().changes) == []
    assert list(spool.read().changes) == fill(spool, 0)
    changes = fill(spool)
    assert list(spool.read().changes) == changes
    assert spool.read().size == spool.path.stat().st_size
    spool.remove()
    spool.remove()
    assert not spool.exists()


@pytest.mark.parametrize("cut", [1, 20, 300])
def test_what_a_crash_left_of_a_line_is_set_aside_by_the_next_one(
    spool: SpoolFile, cut: int
) -> None:
    first, second, third = fill(spool)
    torn = write_line(third)[:-cut]
    spool.path.write_bytes(write_line(first) + write_line(second) + torn)
    content = spool.read()
    assert list(content.changes) == [first, second]
    assert content.torn == UnmergedPiece(torn.decode(), TORN)
    spool.append(third, content)
    assert list(spool.read().changes) == [first, second, third]
    assert spool.read().torn is None
    assert spool.read_aside() == [UnmergedPiece(torn.decode(), TORN)]


LINE = write_line(replace(CHANGE, number=2)).rstrip()


@pytest.mark.parametrize(
    "damaged",
    [
        LINE.replace(b"ann", b"bob"),
        LINE.replace(b'"after"', b'"aftar"'),
        b"\0" * len(LINE),
        b'{"check": "0", "change": [1]}',
        b"[" * 100_000,
        b"\xff\xfe",
        b"",
    ],
    ids=["value", "name", "zeros", "other JSON", "deep", "bytes", "nothing"],
)
def test_a_damaged_line_costs_no_other_one(spool: SpoolFile, damaged: bytes) -> None:
    changes = fill(spool)
    lines = spool.path.read_bytes().splitlines()
    assert lines[1] == LINE
    spool.path.write_bytes(b"\n".join([lines[0], damaged, lines[2], b""]))
    content = spool.read()
    assert list(content.changes) == [changes[0], changes[2]]
    assert len(content.scraps) == 1
    spool.append(replace(CHANGE, number=4), content)
    assert len(spool.read().scraps) == 1


def test_scraps_are_kept_once(spool: SpoolFile) -> None:
    for _ in range(2):
        spool.set_aside([UnmergedPiece("one", "because"), UnmergedPiece("two", "because")], at=NOW)
    assert [scrap.text for scrap in spool.read_aside()] == ["one", "two"]
    spool.aside_path.write_bytes(spool.aside_path.read_bytes() + b'{"at": "no end')
    assert spool.read_aside()[-1] == UnmergedPiece('{"at": "no end', TORN)


def test_what_a_newer_version_wrote_is_left_alone(spool: SpoolFile) -> None:
    fill(spool, 1)
    text = spool.path.read_text().replace('"version": 1', '"version": 2')
    assert json.loads(text)["change"]["version"] == 2
    spool.path.write_text(text)
    with pytest.raises(NewerSchemaError):
        spool.read()
    assert spool.path.read_text() == text


def test_a_full_disk_leaves_what_was_there(
    spool: SpoolFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = fill(spool)
    write = os.write

    def write_some(descriptor: int, data: bytes) -> int:
        if len(data) > 100:
            return write(descriptor, data[:100])
        raise OSError(28, "No space left on device")

    content = spool.read()
    monkeypatch.setattr(os, "write", write_some)
    with pytest.raises(UnwritableStoreError, match="No space left"):
        spool.append(replace(CHANGE, number=4), content)
    monkeypatch.undo()
    assert list(spool.read().changes) == changes
    assert spool.read().torn is None


def test_one_at_a_time(spool: SpoolFile) -> None:
    with (
        spool.lock(timeout_ms=50),
        pytest.raises(DatabaseBusyError),
        SpoolFile(spool.path).lock(timeout_ms=50),
    ):
        pass
    with spool.lock(timeout_ms=50):
        pass


@pytest.mark.required
def test_a_lock_of_somebody_else_can_be_taken(spool: SpoolFile) -> None:
    with spool.lock(timeout_ms=50):
        pass
    (spool.path.parent / ".gitignore").chmod(0o444)
    spool.lock_path.chmod(0o444)
    spool.path.parent.chmod(0o555)
    with bound_by_permissions(), spool.lock(timeout_ms=50):
        with pytest.raises(UnwritableStoreError):
            spool.append(CHANGE, spool.read())
        with pytest.raises(UnwritableStoreError):
            spool.set_aside([UnmergedPiece("one", "because")], at=NOW)
    spool.path.parent.chmod(0o755)
