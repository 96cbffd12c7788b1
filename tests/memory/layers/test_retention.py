"""Episodes have their time; what a live memory was derived from stays."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.config import load_config
from ripplegraph.memory.work.ledger import UnknownRecordError
from ripplegraph.memory.work.retention import EpisodeCleanup
from ripplegraph.store.memory.memory_reader import MemoryFilter
from tests.support.examples import walk
from tests.support.layers import BOSS, Office
from tests.support.memories import after_days


def test_thirty_days_is_the_default_and_can_be_set(tmp_path: Path) -> None:
    def get_days(**environment: str) -> int:
        return load_config(tmp_path, environment=environment, flags={}).memory.episode_days

    assert get_days() == 30
    assert get_days(RIPPLE_MEMORY_EPISODE_DAYS="7") == 7


def test_old_episodes_go_and_their_events_stay(office: Office) -> None:
    old = office.log("t1", "failed", "Guessing", outcome="Nothing.")
    office.clock.now = after_days(1)
    new = office.log("t1", "failed", "Thinking")
    office.clock.now = after_days(30)
    assert office.plan().episodes == EpisodeCleanup(pruned=1, kept=1, protected=0)
    assert office.episodes() == [new, old]
    assert office.clean().episodes == EpisodeCleanup(pruned=1, kept=1, protected=0)
    assert office.episodes() == [new]
    assert office.clean().episodes == EpisodeCleanup(pruned=0, kept=1, protected=0)
    history = office.work.get_work_history("episode", old.id)
    assert history.record is None
    assert (history.events[-1].action, history.events[-1].actor) == ("prune", "cleanup")
    assert history.events[-1].before is not None
    assert history.events[-1].before["outcome"] == "Nothing."
    with pytest.raises(UnknownRecordError):
        office.work.get_work_history("episode", old.id[-8:])


def test_zero_days_keeps_all(office: Office) -> None:
    office.log("t1", "failed", "Guessing")
    office.clock.now = after_days(10_000)
    assert office.clean(episode_days=0).episodes.kept == 1


def test_what_a_live_memory_was_derived_from_stays_as_long_as_it(office: Office) -> None:
    office.log("t1", "failed", "Guessing")
    office.log("t1", "completed", "Thinking", derive=True)
    office.log("t2", "completed", "Thinking")
    office.clock.now = after_days(40)
    assert office.clean().episodes == EpisodeCleanup(pruned=1, kept=2, protected=2)
    (memory,) = office.memories.list(MemoryFilter(), limit=None).memories
    office.memories.flag(memory.id, problem="outdated", original=None, actor="ann", reason="")
    assert office.clean().episodes == EpisodeCleanup(pruned=2, kept=0, protected=0)


def test_a_cleanup_that_archives_the_memory_lets_its_episodes_go(office: Office) -> None:
    office.log("t1", "completed", "Thinking", derive=True)
    office.clock.now = after_days(100)
    planned = office.plan()
    done = office.clean()
    assert planned.archived == done.archived == 1
    assert planned.episodes == done.episodes == EpisodeCleanup(pruned=1, kept=0, protected=0)
    assert office.clean().episodes.pruned == 0


def test_the_current_task_is_left_alone(office: Office) -> None:
    office.log("t1", "failed", "Guessing")
    office.log("t2", "failed", "Guessing")
    office.clock.now = after_days(31)
    assert office.clean(current="t1").episodes == EpisodeCleanup(1, 1, 1)
    assert [e.task_id for e in office.episodes()] == ["t1"]


STEPS = st.lists(
    st.tuples(st.sampled_from(["failed", "completed"]), st.integers(0, 2), st.booleans()),
    min_size=1,
    max_size=6,
)


@given(STEPS, st.integers(1, 60), st.integers(0, 120))
@walk(25)
def test_cleanup_removes_what_is_old_and_never_what_is_protected(
    steps: list[tuple[str, int, bool]], days: int, later: int
) -> None:
    with TemporaryDirectory() as folder:
        office = Office(Path(folder))
        for number, (action, task, derive) in enumerate(steps):
            office.clock.now = after_days(number * 7)
            office.log(f"t{task}", action, f"Approach {number}", BOSS, derive=derive)
        office.clock.now = after_days(len(steps) * 7 + later)
        before = {episode.id: episode for episode in office.episodes()}
        planned = office.plan(episode_days=days)
        report = office.clean(episode_days=days)
        assert planned.episodes == report.episodes
        kept = {episode.id for episode in office.episodes()}
        live = office.memories.list(None, limit=None).memories
        needed = {name for memory in live for name in memory.details["episodes"]}
        limit = after_days(len(steps) * 7 + later - days)
        for name, episode in before.items():
            assert (name in kept) == (name in needed or episode.created_at > limit)
        assert office.clean(episode_days=days).episodes.pruned == 0
