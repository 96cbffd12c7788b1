"""Whole histories that wait, and lines that no ripple wrote: the gate stands here, too."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ripplegraph.store.spool.spool_file import SpoolFile
from ripplegraph.store.spool.spool_records import SpooledChange, SpooledRow
from tests.support.memories import Notebook
from tests.support.spools import Worktrees, cause

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
TEXT = "The lamp is red."


@pytest.fixture
def both(tmp_path: Path) -> Worktrees:
    return Worktrees(tmp_path)


def export(notebook: Notebook) -> str:
    return "".join(f"{line}\n" for line in notebook.transfer.export_lines())


def write_history(folder: Path) -> str:
    """Return the export of memories that went through a lot."""
    folder.mkdir()
    notebook = Notebook(folder)
    first = notebook.remember(TEXT, tags=("a",)).id
    second = notebook.remember("A door opens inward.").id
    third = notebook.remember("Nine cups are broken.").id
    service = notebook.service
    service.confirm(first, source="user_taught", **cause())
    service.flag(second, problem="duplicate", original=first, **cause())
    service.flag(third, problem="outdated", original=None, **cause())
    service.undo(third, actor="ann")
    service.delete(third, **cause())
    return export(notebook)


def test_a_whole_history_waits_and_comes_through(both: Worktrees, tmp_path: Path) -> None:
    text = write_history(tmp_path / "other")
    with both.keep_out():
        done = both.away.transfer.import_file(text, name="other.jsonl", actor="bob")
        assert (done.added, done.refused, done.spooled) == (2, (), True)
        again = both.away.transfer.import_file(text, name="other.jsonl", actor="bob")
        assert (again.unchanged, again.spooled) == (2, False)
        assert export(both.away) == text
    both.merge()
    assert export(both.home) == text


def test_both_sides_may_take_in_the_same_history(both: Worktrees, tmp_path: Path) -> None:
    text = write_history(tmp_path / "other")
    with both.keep_out():
        both.away.transfer.import_file(text, name="other.jsonl", actor="bob")
    both.home.transfer.import_file(text, name="other.jsonl", actor="ann")
    both.merge()
    assert export(both.home) == text


def test_notes_that_both_sides_take_in_are_one(both: Worktrees) -> None:
    document = {"memories": [{"id": "x-1", "type": "fact", "content": TEXT, "title": "t"}]}
    with both.keep_out():
        both.away.transfer.import_file(json.dumps(document), name="notes.json", actor="bob")
    document["memories"][0]["title"] = "another"
    both.home.transfer.import_file(json.dumps(document), name="notes.json", actor="ann")
    both.merge()
    assert [memory.title for memory in both.read().values()] == ["another"]
    assert [event.action for event in both.tell("x-1")] == ["import", "import", "merge"]


Forge = Callable[[SpooledChange], SpooledChange]


def forge_row(**values: Any) -> Forge:
    """Change what is added."""

    def forge(change: SpooledChange) -> SpooledChange:
        (row,) = change.recording.rows
        forged = SpooledRow(row.memory_id, row.before, {**(row.after or {}), **values})
        return replace(change, recording=replace(change.recording, rows=(forged,)))

    return forge


def forge_event(**values: Any) -> Forge:
    def forge(change: SpooledChange) -> SpooledChange:
        (event,) = change.recording.events
        events = (replace(event, **values),)
        return replace(change, recording=replace(change.recording, events=events))

    return forge


@pytest.mark.parametrize(
    "forge",
    [
        forge_row(content=SECRET),
        forge_row(content=""),
        forge_row(title=7),
        forge_row(state="famous"),
        forge_row(confidence=7),
        forge_row(type="riddle"),
        forge_row(id="m-9"),
        forge_row(unknown=1),
        forge_row(anchors=[{"target": "../outside.py"}]),
        forge_row(provenance={}),
        forge_event(after={"content": SECRET}),
        forge_event(reason=SECRET),
        forge_event(id="no id"),
        forge_event(at=None),
        forge_event(actor=["ann"]),
    ],
)
def test_a_forged_change_is_set_aside_whole(both: Worktrees, forge: Forge) -> None:
    with both.keep_out():
        kept = [both.away.remember(text).id for text in (TEXT, "A door opens inward.")]
        forged = both.away.remember("Nine cups are broken.").id
        last = both.away.remember("The roof is new.").id
        rewrite(both.spool, forge)
        assert set(both.read(both.away)) == {*kept, last}
    both.merge()
    assert set(both.read()) == {*kept, last}
    told = both.home.service.get_log(after=None, action=None, limit=50).events
    assert [event.memory_id for event in reversed(told)] == [*kept, last]
    (scrap,) = both.spool.read_aside()
    assert forged in scrap.text
    assert scrap.reason


def rewrite(spool: SpoolFile, forge: Forge) -> None:
    """Forge the third change of a spool, with a checksum that fits."""
    changes = list(spool.read().changes)
    spool.remove()
    for number, change in enumerate(changes, 1):
        spool.append(forge(change) if number == 3 else change, spool.read())


def test_a_forged_change_of_a_memory_is_set_aside(both: Worktrees) -> None:
    known = both.home.remember(TEXT).id
    with both.keep_out():
        both.away.service.confirm(known, source="user_taught", **cause())
        (change,) = both.spool.read().changes
        (row,) = change.recording.rows
        forged = SpooledRow(row.memory_id, row.before, {**(row.after or {}), "title": SECRET})
        both.spool.remove()
        both.spool.append(
            replace(change, recording=replace(change.recording, rows=(forged,))), both.spool.read()
        )
    both.merge()
    assert not both.read()[known].user_verified
    assert len(both.spool.read_aside()) == 1


def test_a_change_that_cannot_be_here_leaves_both_sides_in_the_history(both: Worktrees) -> None:
    """What does not pass the gate together with what others wrote is told, and not applied."""
    known = both.home.remember(TEXT).id
    with both.keep_out():
        both.away.service.confirm(known, source="user_taught", **cause())
        (change,) = both.spool.read().changes
        (row,) = change.recording.rows
        odd = SpooledRow(row.memory_id, row.before, {**(row.after or {}), "title": "x" * 500})
        both.spool.remove()
        both.spool.append(
            replace(change, recording=replace(change.recording, rows=(odd,))), both.spool.read()
        )
    both.merge()
    assert not both.read()[known].user_verified
    assert [event.action for event in both.tell(known)] == ["add", "confirm", "merge"]
    assert both.spool.read_aside() == []
