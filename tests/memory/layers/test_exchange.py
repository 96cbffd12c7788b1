"""Export and import of episodes and artifacts: nothing is lost, and nothing comes twice."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.memory.import_export.import_report import ImportReport
from ripplegraph.memory.work.episodes import EpisodeEdit
from tests.support.databases import dump, memory_of
from tests.support.examples import walk
from tests.support.layers import ANN, BOSS, ONE, TWO, Office
from tests.support.memories import after_days

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def take_in(office: Office, text: str) -> ImportReport:
    return office.transfer.import_file(text, name="export.jsonl", actor="ann")


def read_lines(office: Office) -> list[dict[str, Any]]:
    return [json.loads(line) for line in office.export().splitlines()]


def write_lines(lines: list[dict[str, Any]]) -> str:
    return "".join(f"{json.dumps(line)}\n" for line in lines)


WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=30).filter(
    lambda text: text.strip()
)


def do_something(office: Office, data: st.DataObject) -> None:
    by = data.draw(st.sampled_from([ONE, TWO]))
    episodes, artifacts = office.episodes(), office.artifacts()
    match data.draw(st.sampled_from(["log", "log", "edit", "make", "delete", "clean", "know"])):
        case "log":
            office.log(
                data.draw(st.sampled_from(["t1", "t2"])),
                data.draw(st.sampled_from(["attempted", "completed", "failed", "retried"])),
                data.draw(WORDS),
                by,
                outcome=data.draw(st.none() | WORDS),
                tokens_in=data.draw(st.none() | st.integers(0, 10**9)),
                files=tuple(data.draw(st.lists(st.sampled_from(["a.py", "b/"]), max_size=2))),
                derive=data.draw(st.booleans()),
            )
        case "edit" if episodes:
            chosen = data.draw(st.sampled_from(episodes))
            edit = EpisodeEdit(outcome=data.draw(WORDS), action="failed")
            office.work.edit_episode(chosen.id, edit, BOSS, reason=data.draw(WORDS))
        case "make":
            (office.root / "a.py").write_text(data.draw(WORDS))
            office.make("a.py", by, description=data.draw(st.none() | WORDS))
        case "delete" if artifacts:
            office.work.delete_artifact(data.draw(st.sampled_from(artifacts)).id, ANN, reason="")
        case "clean":
            office.clean(episode_days=data.draw(st.integers(1, 20)))
        case "know":
            office.know(data.draw(st.sampled_from("kl")), data.draw(WORDS), by)


@given(st.data())
@walk(25)
def test_importing_an_export_is_the_identity(data: st.DataObject) -> None:
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        office, copy = Office(Path(one)), Office(Path(other))
        office.log("t1", "attempted", "Begin")
        for number in range(data.draw(st.integers(1, 8))):
            office.clock.now = after_days(number * 3)
            do_something(office, data)
        lines = office.export()
        report = take_in(copy, lines)
        assert report.refused == ()
        assert copy.export() == lines
        copied, own = copy.work, office.work
        assert copied.find_successes("a", task_id=None, limit=None) == own.find_successes(
            "a", task_id=None, limit=None
        )
        before = dump(memory_of(copy.root))
        again = take_in(copy, lines)
        assert (again.added, again.updated, again.confirmed) == (0, 0, 0)
        take_in(office, lines)
        assert dump(memory_of(copy.root)) == before
        assert office.export() == lines


@pytest.fixture
def other(tmp_path_factory: pytest.TempPathFactory) -> Office:
    return Office(tmp_path_factory.mktemp("other"))


def test_a_correction_elsewhere_comes_over_with_its_history(office: Office, other: Office) -> None:
    episode = office.log("t1", "completed", "Guessing")
    old = office.export()
    take_in(other, old)
    other.clock.now = after_days(1)
    other.work.edit_episode(episode.id, EpisodeEdit(action="failed"), BOSS, reason="no")
    assert take_in(office, other.export()).updated == 1
    assert office.episodes()[0].action == "failed"
    assert len(office.work.get_work_history("episode", episode.id).events) == 2
    assert take_in(office, old).unchanged == 1
    assert office.episodes()[0].action == "failed"
    assert office.export() == other.export()


def test_a_correction_without_events_leaves_one_here(office: Office) -> None:
    episode = office.log("t1", "completed", "Guessing")
    lines = [line for line in read_lines(office) if line["kind"] != "work_event"]
    lines[1] |= {"updated_at": after_days(1), "action": "failed"}
    office.clock.now = after_days(2)
    assert take_in(office, write_lines(lines)).updated == 1
    assert take_in(office, write_lines(lines)).unchanged == 1
    last = office.work.get_work_history("episode", episode.id).events[-1]
    assert last.before is not None
    assert (last.action, last.actor, last.before["action"]) == ("import", "ann", "completed")


def test_what_was_removed_here_does_not_come_back(office: Office) -> None:
    (office.root / "a.py").write_text("pass")
    artifact = office.make("a.py")
    office.log("t1", "failed", "Guessing")
    lines = office.export()
    office.clock.now = after_days(40)
    office.work.delete_artifact(artifact.id, ONE, reason="")
    office.clean()
    assert take_in(office, lines).unchanged == 2
    assert (office.episodes(), office.artifacts()) == ([], [])


def test_the_checks_stand_here_too(office: Office, other: Office) -> None:
    (office.root / "a.py").write_text("pass")
    office.make("a.py")
    office.log("t1", "failed", "Guessing")
    head, episode, artifact, *events = read_lines(office)
    assert (episode["kind"], artifact["kind"]) == ("episode", "artifact")
    bad = [
        {**episode, "id": "x1", "approach": f"use {SECRET}"},
        {**episode, "id": "x2", "action": "won"},
        {**episode, "id": "x3", "duration_ms": "long"},
        {**episode, "id": "x4", "files": ["../x"]},
        {**episode, "id": "x5", "color": "red"},
        {**episode, "id": "x6", "created_at": "yesterday"},
        {**episode, "id": "x 7"},
        {**episode, "id": "x8", "approach": "\ud800"},
        {"kind": "episode", "id": "x9"},
        {**artifact, "id": "y1", "path": "/etc/passwd"},
        {**artifact, "id": "y2", "checksum": "abc"},
        {**artifact, "id": "y3", "size_bytes": -1},
        {**artifact, "id": "y4", "type": "riddle"},
        {**events[0], "id": "z1", "role": "king"},
        {**events[0], "id": "z2", "reason": SECRET},
        {**events[0], "id": "z3", "record": "song"},
        {**events[0], "id": "z4", "before": {"x": "\ud800"}},
        {**events[0], "id": "z5", "before": 3},
    ]
    report = take_in(other, write_lines([head, episode, artifact, *events, *bad]))
    assert (report.added, len(report.refused)) == (2, len(bad))
    assert SECRET not in str(report)
    assert other.export() == office.export()


def test_an_export_from_before_there_was_work_is_read(office: Office, other: Office) -> None:
    office.know("tabs", "Tabs.", BOSS)
    assert all(
        line["kind"] in ("ripple_memories", "memory", "event") for line in read_lines(office)
    )
    assert take_in(other, office.export()).added == 1
    assert other.ask("tabs").entry is not None
