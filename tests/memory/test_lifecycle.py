"""Decay and cleanup: what fades, what is archived and removed, and what is never touched."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.config import MemoryConfig, load_config
from ripplegraph.memory.lifecycle.cleanup import CleanupReport
from ripplegraph.memory.services.memories import MemoryService
from ripplegraph.store.memory.memory_reader import MemoryFilter
from tests.support.examples import walk
from tests.support.memories import Notebook, after_days

CONFIG = MemoryConfig()


@pytest.fixture
def notebook(tmp_path: Path) -> Notebook:
    return Notebook(tmp_path)


def clean(
    service: MemoryService, config: MemoryConfig = CONFIG, current: str | None = None
) -> CleanupReport:
    return service.clean_up(config, current=current, if_due=False)


def get_states(notebook: Notebook) -> dict[str, str]:
    found = notebook.service.list(MemoryFilter(), limit=None).memories
    return {memory.title: memory.state for memory in found}


def test_trust_halves_with_each_half_life(notebook: Notebook) -> None:
    done = notebook.remember("Tried X", type="dead_end", confidence=0.8)
    stays = notebook.remember("The lamp is red", type="gotcha", confidence=0.8)
    for days, left in ((0, 0.8), (90, 0.4), (180, 0.2)):
        notebook.clock.now = after_days(days)
        assert notebook.service.get(done.id).effective_confidence == left
        assert notebook.service.get(stays.id).effective_confidence == 0.8
    notebook.service.confirm(done.id, source="agent_explicit", actor="bot", reason="")
    assert notebook.service.get(done.id).effective_confidence > 0.8


@given(
    st.floats(1, 400),
    st.floats(0.05, 1),
    st.lists(st.floats(0, 500), min_size=2, max_size=5),
    st.booleans(),
)
@walk(20)
def test_decay_is_monotone_and_does_not_depend_on_cleanup(
    half_life: float, confidence: float, days: list[float], pinned: bool
) -> None:
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        cleaned, left = Notebook(Path(one)), Notebook(Path(other))
        for notebook in (cleaned, left):
            notebook.remember(
                "It fades", half_life_days=half_life, confidence=confidence, pinned=pinned
            )
        trust = []
        everything = MemoryFilter()
        for day in sorted(days):
            cleaned.clock.now = left.clock.now = after_days(day)
            clean(cleaned.service, CONFIG._replace(prune_days=10_000))
            found = cleaned.service.list(everything, limit=None).memories[0].effective_confidence
            assert (
                found == left.service.list(everything, limit=None).memories[0].effective_confidence
            )
            trust.append(found)
        assert trust == sorted(trust, reverse=True)


def test_time_rules_archive_first_and_remove_later(notebook: Notebook) -> None:
    notebook.remember("session", scope="session", session="s")
    notebook.remember("recipe", type="workflow_recipe")
    notebook.remember("faded", confidence=0.1)
    notebook.remember("expired", expires_at=after_days(3))
    notebook.remember("stays", confidence=0.9)
    notebook.clock.now = after_days(8)
    report = clean(notebook.service)
    assert (report.archived, report.pruned, report.kept) == (1, 1, 4)
    assert get_states(notebook) == {
        "session": "archived", "recipe": "active", "faded": "active", "stays": "active",
    }  # fmt: skip
    notebook.clock.now = after_days(61)
    assert clean(notebook.service).archived == 2
    notebook.clock.now = after_days(160)
    assert clean(notebook.service).pruned == 3
    assert get_states(notebook) == {"stays": "active"}


def test_cleaning_up_again_changes_nothing(notebook: Notebook) -> None:
    for number in range(5):
        notebook.remember(f"session {number}", scope="session", session="s")
    notebook.clock.now = after_days(8)
    assert clean(notebook.service).archived == 5
    again = clean(notebook.service)
    assert (again.archived, again.pruned, again.changes) == (0, 0, ())
    assert notebook.service.clean_up(CONFIG, current=None, if_due=True).skipped
    notebook.clock.now = after_days(16)
    assert not notebook.service.clean_up(CONFIG, current=None, if_due=True).skipped


def test_what_is_removed_can_be_brought_back(notebook: Notebook) -> None:
    done = notebook.remember("expired", expires_at=after_days(3), tags=("a",))
    notebook.clock.now = after_days(4)
    clean(notebook.service)
    assert get_states(notebook) == {}
    (event,) = (e for e in notebook.service.get_history(done.id).events if e.action == "prune")
    assert (event.actor, event.reason) == ("cleanup", f"expired at {after_days(3)}")
    notebook.service.undo(done.id, actor="ann")
    assert notebook.service.get(done.id).tags == ("a",)


def test_caps_take_the_least_important_and_oldest_first(notebook: Notebook) -> None:
    for number in range(6):
        notebook.clock.now = after_days(number)
        notebook.remember(f"fact {number}", importance=90 if number == 0 else 50)
    notebook.remember("elsewhere", scope="session", session="s")
    report = clean(notebook.service, CONFIG._replace(global_keep=3))
    assert report.archived == 3
    live = {title for title, state in get_states(notebook).items() if state == "active"}
    assert live == {"fact 0", "fact 4", "fact 5", "elsewhere"}


def test_a_candidate_that_was_confirmed_often_is_accepted(notebook: Notebook) -> None:
    done = notebook.remember("The lamp is red", source="observer_inferred", confidence=0.92)
    for number in range(3):
        notebook.remember("The lamp is red", session=f"s{number}")
    assert clean(notebook.service).accepted == 1
    assert notebook.service.get(done.id).state == "active"


PROTECTED = {
    "pinned": {"pinned": True},
    "verified": {"source": "user_taught"},
    "current": {"scope": "work_unit", "task": "T1"},
    "unresolved": {"type": "ERROR", "details": {"resolved": False}},
}


@given(
    keep=st.integers(1, 5),
    days=st.integers(0, 2_000),
    chosen=st.lists(
        st.tuples(st.sampled_from([*PROTECTED, "open"]), st.integers(0, 100), st.booleans()),
        max_size=8,
    ),
)
@walk(30)
def test_cleanup_never_touches_a_protected_memory(
    keep: int, days: int, chosen: list[tuple[str, int, bool]]
) -> None:
    caps = CONFIG._replace(max_keep=keep, global_keep=keep, work_unit_keep=1, unused_days=0)
    with TemporaryDirectory() as folder:
        notebook = Notebook(Path(folder))
        protected = set()
        for number, (name, importance, expires) in enumerate(chosen):
            done = notebook.remember(
                f"Statement {number}",
                importance=importance,
                confidence=0.05,
                expires_at=after_days(1) if expires else None,
                half_life_days=1,
                **PROTECTED.get(name, {}),  # type: ignore[arg-type]
            )
            protected |= {done.id} if name in PROTECTED else set()
        before = {memory_id: notebook.service.get(memory_id).state for memory_id in protected}
        for day in (days, days + 100, days + 400):
            notebook.clock.now = after_days(day)
            report = clean(notebook.service, caps, current="T1")
            assert protected.isdisjoint(change.id for change in report.changes)
        assert {
            memory_id: notebook.service.get(memory_id).state for memory_id in protected
        } == before


def test_a_trial_says_what_would_be_done_and_does_nothing(notebook: Notebook) -> None:
    assert notebook.service.get_stats(CONFIG).total == 0
    notebook.remember("session", scope="session", session="s")
    notebook.clock.now = after_days(8)
    assert notebook.service.plan_cleanup(CONFIG, current=None).archived == 1
    stats = notebook.service.get_stats(CONFIG)
    assert (stats.total, stats.would_archive, stats.states) == (1, 1, {"active": 1})


def test_presets_bring_the_caps_of_their_source(tmp_path: Path) -> None:
    def load(**flags: str) -> MemoryConfig:
        named = {f"memory.{name}": value for name, value in flags.items()}
        return load_config(tmp_path, environment={}, flags=named).memory

    loop = load(preset="task_loop", max_keep="7")
    assert (loop.global_keep, loop.section_keep, loop.work_unit_keep) == (30, 20, 12)
    assert loop.max_keep == 7
    assert load(preset="iteration").max_keep == 50
    assert load().max_keep == 10_000
