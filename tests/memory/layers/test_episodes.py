"""Episodes are added, corrected with their history kept, listed and derived from."""

import sqlite3
from typing import Any

import pytest

from ripplegraph.errors import UsageError
from ripplegraph.memory.checks import SecretRefusedError
from ripplegraph.memory.work.episodes import EpisodeEdit
from ripplegraph.memory.work.ledger import UnknownRecordError
from ripplegraph.memory.writing.edits import Edit
from ripplegraph.store.memory.memory_reader import MemoryFilter
from ripplegraph.store.records.work_records import ACTIONS, EpisodeFilter
from tests.support.databases import execute, memory_of
from tests.support.layers import ANN, BOSS, ONE, TWO, Office
from tests.support.memories import START, after_days

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def test_an_episode_keeps_all_that_is_said(office: Office) -> None:
    values: dict[str, Any] = {
        "outcome": "It still fails.",
        "duration_ms": 1200,
        "tokens_in": 5000,
        "tokens_out": 0,
        "task_title": "Login loops",
        "session": "s1",
        "files": ("src/a.py", "src/b.py"),
    }
    episode = office.log("t1", "failed", "Clear the cache", **values)
    assert {name: getattr(episode, name) for name in values} == values
    assert (episode.created_at, episode.updated_at) == (START, START)
    assert office.episodes() == [episode]


def test_episodes_are_listed_newest_first_and_filtered(office: Office) -> None:
    for number, (task, by, action) in enumerate(
        [("t1", ONE, "attempted"), ("t1", ONE, "failed"), ("t2", TWO, "failed")]
    ):
        office.clock.now = after_days(number)
        office.log(task, action, f"Approach {number}", by, session=f"s{number}")
    assert [e.approach[-1] for e in office.episodes()] == ["2", "1", "0"]
    for wanted, expected in (
        ({"task_id": "t1"}, "10"),
        ({"agent_id": "one", "action": "failed"}, "1"),
        ({"session": "s2"}, "2"),
        ({"after": after_days(1)}, "21"),
        ({"before": after_days(1)}, "0"),
        ({"task_id": "t%"}, ""),
    ):
        assert "".join(e.approach[-1] for e in office.episodes(**wanted)) == expected
    some = office.work.list_episodes(EpisodeFilter(), limit=1)
    assert (some.matched, some.returned, some.omitted) == (3, 1, 2)


@pytest.mark.parametrize(
    "values",
    [
        {"action": "tried"},
        {"approach": " "},
        {"approach": "x" * 20_001},
        {"approach": "a\0b"},
        {"approach": "\udcff"},
        {"task_id": ""},
        {"task_id": "two\nlines"},
        {"agent_id": "x" * 300},
        {"duration_ms": -1},
        {"tokens_in": 10**16},
        {"files": ("../outside.py",)},
        {"files": ("/etc/passwd",)},
        {"files": ("a.py",) * 501},
    ],
)
def test_what_cannot_be_kept_is_refused(office: Office, values: dict[str, Any]) -> None:
    given = {"agent_id": "one", **values}
    task, action, approach = (
        given.pop(name, default)
        for name, default in (("task_id", "t1"), ("action", "failed"), ("approach", "X"))
    )
    with pytest.raises(UsageError):
        office.log(task, action, approach, BOSS, **given)
    assert office.episodes() == []


@pytest.mark.parametrize("part", ["approach", "outcome", "task_title", "task_id", "session"])
def test_secrets_are_refused_in_every_part(office: Office, part: str) -> None:
    values: dict[str, Any] = {"task_id": "t1", "approach": "X", part: f"use {SECRET}"}
    task, approach = values.pop("task_id"), values.pop("approach")
    with pytest.raises(SecretRefusedError) as caught:
        office.log(task, "failed", approach, **values)
    assert SECRET not in str(caught.value)


def test_a_correction_keeps_what_was_said_before(office: Office) -> None:
    first = office.log("t1", "completed", "Guessing", outcome="It works.")
    for number, outcome in enumerate(("It works by chance.", "It does not work."), 1):
        office.clock.now = after_days(number)
        edit = EpisodeEdit(outcome=outcome, action="failed")
        edited = office.work.edit_episode(first.id[-8:], edit, BOSS, reason="looked again")
    assert (edited.action, edited.outcome, edited.created_at) == (
        "failed",
        "It does not work.",
        START,
    )
    assert edited.updated_at == after_days(2)
    history = office.work.get_work_history("episode", first.id)
    assert history.record == edited
    said = [event.before["outcome"] for event in history.events if event.before]
    assert said == ["It works.", "It works by chance."]
    assert [(e.action, e.actor, e.role) for e in history.events] == [
        ("add", "one", "agent"),
        ("edit", "boss", "orchestrator"),
        ("edit", "boss", "orchestrator"),
    ]
    assert history.events[1].reason == "looked again"


def test_a_correction_passes_the_same_checks(office: Office) -> None:
    episode = office.log("t1", "failed", "Guessing")
    for edit in (
        EpisodeEdit(action="done"),
        EpisodeEdit(outcome=SECRET),
        EpisodeEdit(files=("../x",)),
    ):
        with pytest.raises(UsageError):
            office.work.edit_episode(episode.id, edit, BOSS, reason="")
    with pytest.raises(SecretRefusedError):
        office.work.edit_episode(episode.id, EpisodeEdit(outcome="x"), BOSS, reason=SECRET)
    assert office.episodes() == [episode]


def test_a_correction_that_changes_nothing_is_no_event(office: Office) -> None:
    episode = office.log("t1", "failed", "Guessing")
    office.clock.now = after_days(1)
    office.work.edit_episode(episode.id, EpisodeEdit(action="failed"), BOSS, reason="")
    assert len(office.work.get_work_history("episode", episode.id).events) == 1
    assert office.episodes() == [episode]


@pytest.mark.parametrize("verb", ["UPDATE work_events SET actor = 'x'", "DELETE FROM work_events"])
def test_events_can_only_be_added(office: Office, verb: str) -> None:
    office.log("t1", "failed", "Guessing")
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        execute(memory_of(office.root), verb)


def test_an_unknown_episode_is_an_error(office: Office) -> None:
    with pytest.raises(UnknownRecordError):
        office.work.get_work_history("episode", "ep-nothing")
    office.log("t1", "failed", "Guessing")
    for name in ("ep-nothing", "", "%"):
        with pytest.raises(UnknownRecordError):
            office.work.edit_episode(name, EpisodeEdit(outcome="x"), BOSS, reason="")


def test_how_a_task_ended_becomes_a_memory(office: Office) -> None:
    office.log("t1", "attempted", "Clear the cache", tokens_in=10, files=("src/a.py",))
    office.log("t1", "failed", "Clear the cache", outcome="Same error.", tokens_out=5)
    office.log("t1", "retried", "Raise the limit", TWO)
    office.log("t1", "completed", "Raise the limit", TWO, outcome="Green.", files=("src/b.py",))
    report = office.work.derive_outcome("t1", BOSS)
    memory = report.memory
    assert (report.change, memory.type) == ("created", "work_unit_outcome")
    assert (memory.scope, memory.scope_ref, memory.provenance.task) == ("work_unit", "t1", "t1")
    assert memory.details == {
        "succeeded": True,
        "steps_taken": 4,
        "retry_count": 1,
        "files_modified": ["src/a.py", "src/b.py"],
        "episodes": [episode.id for episode in reversed(office.episodes())],
        "context_tokens_used": 15,
    }
    assert "What worked: Raise the limit (Green.)" in memory.content
    assert "What did not: Clear the cache (Same error.)" in memory.content
    assert office.work.derive_outcome("t1", ONE).change == "unchanged"
    assert office.memories.list(MemoryFilter(), limit=None).matched == 1


def test_more_episodes_bring_the_memory_up_to_date(office: Office) -> None:
    office.log("t1", "failed", "Clear the cache", outcome="Same error.", derive=True)
    (first,) = office.memories.list(MemoryFilter(), limit=None).memories
    assert first.details["failure_reason"] == "Same error."
    assert first.details["succeeded"] is False
    office.log("t1", "attempted", "Raise the limit", derive=True)
    assert office.memories.get(first.id).content == first.content
    office.log("t1", "completed", "Raise the limit", derive=True)
    (second,) = office.memories.list(MemoryFilter(), limit=None).memories
    assert second.id == first.id
    assert (second.details["succeeded"], len(second.details["episodes"])) == (True, 3)
    assert office.memories.undo(first.id, actor="ann").memory is not None
    assert office.memories.get(first.id).content == first.content


def test_what_a_person_verified_is_not_written_over(office: Office) -> None:
    office.log("t1", "failed", "Clear the cache", derive=True)
    (memory,) = office.memories.list(MemoryFilter(), limit=None).memories
    office.memories.edit(memory.id, Edit(content="My own words."), actor="ann", reason="")
    office.memories.confirm(memory.id, source="user_taught", actor="ann", reason="")
    office.log("t1", "completed", "Raise the limit")
    report = office.work.derive_outcome("t1", ANN)
    assert (report.change, report.memory.content) == ("kept", "My own words.")


def test_nothing_is_derived_from_a_task_that_did_not_end(office: Office) -> None:
    for action in set(ACTIONS) - {"completed", "failed"}:
        office.log("t1", action, "Guessing", derive=True)
    for task in ("t1", "t2"):
        with pytest.raises(UsageError):
            office.work.derive_outcome(task, BOSS)
    assert office.memories.list(MemoryFilter(), limit=None).matched == 0


def test_a_long_task_is_derived_from_within_bounds(office: Office) -> None:
    files = tuple(f"src/{'x' * 60}{number}.py" for number in range(500))
    office.log("t1", "failed", "y" * 20_000, outcome="z" * 20_000, files=files)
    memory = office.work.derive_outcome("t1", BOSS).memory
    assert len(memory.content) < 20_000
    assert len(memory.details["files_modified"]) == 200
