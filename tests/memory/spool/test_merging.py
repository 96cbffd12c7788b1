"""What becomes of changes that waited while others changed the same memories."""

from dataclasses import replace
from pathlib import Path

import pytest

from ripplegraph.config import MemoryConfig
from ripplegraph.errors import UsageError
from ripplegraph.memory.lifecycle.cleanup import PERIOD_KEY
from ripplegraph.memory.spool.three_way_merge import merge
from ripplegraph.memory.writing.edits import Edit
from ripplegraph.memory.writing.journal import Cause
from ripplegraph.store.connection import open_for_reading
from ripplegraph.store.memory.memory_reader import get_memory
from ripplegraph.store.memory.meta import read_memory_meta
from ripplegraph.store.records.memory_records import (
    Anchor,
    Look,
    Memory,
    Move,
    Provenance,
    Relation,
    to_plain,
)
from tests.support.databases import execute
from tests.support.memories import Notebook
from tests.support.spools import Worktrees, cause

TEXT = "The lamp is red."


@pytest.fixture
def both(tmp_path: Path) -> Worktrees:
    return Worktrees(tmp_path)


@pytest.fixture
def known(both: Worktrees) -> str:
    return both.home.remember(TEXT, session="first", tags=("a",), confidence=0.6).id


def edit(notebook: Notebook, memory_id: str, **values: object) -> None:
    notebook.service.edit(memory_id, Edit(**values), **cause())  # type: ignore[arg-type]


def test_events_keep_what_they_are(both: Worktrees, known: str) -> None:
    with both.keep_out():
        edit(both.away, known, title="Lamps")
        new = both.away.remember("A door opens inward.").id
        both.away.service.delete(new, **cause())
        seen = both.away.service.get_log(after=None, action=None, limit=50)
        expected = both.read(both.away)
    both.merge()
    assert both.home.service.get_log(after=None, action=None, limit=50) == seen
    assert both.read() == expected
    assert [event.action for event in both.tell(new)] == ["add", "delete"]


def test_values_that_only_one_side_changed_are_taken_over(both: Worktrees, known: str) -> None:
    with both.keep_out():
        edit(both.away, known, title="Away", importance=7, tags=("b",))
    edit(both.home, known, pinned=True, tags=("a", "c"))
    both.merge()
    memory = both.read()[known]
    assert (memory.title, memory.importance, memory.pinned) == ("Away", 7, True)
    assert set(memory.tags) == {"b", "c"}
    assert [event.action for event in both.tell(known)] == ["add", "edit", "edit"]


def test_a_value_that_both_changed_stays_and_undo_takes_the_other(
    both: Worktrees, known: str
) -> None:
    with both.keep_out():
        edit(both.away, known, title="Away", importance=7)
    edit(both.home, known, title="Home")
    both.merge()
    memory = both.read()[known]
    assert (memory.title, memory.importance) == ("Home", 7)
    told = both.tell(known)
    assert [event.action for event in told] == ["add", "edit", "edit", "merge"]
    assert (told[-1].before, told[-1].after) == ({"title": "Away"}, {"title": "Home"})
    assert told[-1].cause == told[1].id
    both.wait()
    both.home.service.undo(known, actor="ann")
    assert both.read()[known].title == "Away"


def test_what_depends_on_each_other_is_taken_together(both: Worktrees, known: str) -> None:
    with both.keep_out():
        edit(both.away, known, details={"severity": "high"})
        edit(both.away, known, scope="session", scope_ref="s1")
    edit(both.home, known, type="decision")
    both.merge()
    memory = both.read()[known]
    assert (memory.type, memory.details, memory.scope_ref) == ("decision", {}, "s1")
    assert both.tell(known)[-1].before == {"details": {"severity": "high"}}


def test_what_came_meanwhile_is_confirmed_by_what_says_the_same(both: Worktrees) -> None:
    with both.keep_out():
        away = both.away.remember(TEXT, session="away", source="user_taught").id
        said = both.clock.now
    home = both.home.remember(TEXT, session="home").id
    with both.keep_out():
        assert both.away.service.get(away).id == home
    both.merge()
    memory = both.read()[home]
    assert list(both.read()) == [home]
    assert memory.confirmations == 1
    assert memory.provenance.confirmed_by == ("session:home", "session:away")
    assert (memory.user_verified, memory.verified_at) == (True, said)
    assert both.home.service.get(away).id == home
    assert [event.action for event in both.tell(away)] == ["add", "merge"]
    both.wait()
    both.home.service.undo(away, actor="ann")
    assert both.read()[home].confirmations == 0
    assert both.read()[away].content == TEXT


def test_what_was_said_and_taken_back_confirms_nothing(both: Worktrees) -> None:
    with both.keep_out():
        away = both.away.remember(TEXT, session="away").id
        both.away.service.delete(away, **cause())
    home = both.home.remember(TEXT, session="home").id
    before = both.read()[home]
    both.merge()
    after = both.read()
    assert list(after) == [home]
    assert (after[home].confidence, after[home].confirmations) == (before.confidence, 0)


def test_changes_of_what_confirmed_another_one_reach_that_one(both: Worktrees) -> None:
    with both.keep_out():
        away = both.away.remember(TEXT, session="away").id
        other = both.away.remember("A door opens inward.").id
        edit(both.away, away, title="Lamps", tags=("x",))
        both.away.service.relate(other, Relation("validates", target_memory=away), **cause())
        both.away.service.flag(other, problem="duplicate", original=away, **cause())
    home = both.home.remember(TEXT, session="home").id
    both.merge()
    found = both.read()
    assert (found[home].title, found[home].tags) == ("Lamps", ("x",))
    assert found[other].relations[0].target_memory == home
    assert "edit" in [event.action for event in both.tell(home)]
    both.home.service.delete(other, **cause())
    assert both.home.service.get(other).id == home


def test_a_spool_may_say_a_thing_twice(both: Worktrees, known: str) -> None:
    with both.keep_out():
        second = both.away.remember("The lamp is blue.").id
        both.away.service.flag(known, problem="outdated", original=None, **cause())
        edit(both.away, second, content=TEXT)
        both.away.service.confirm(known, source="user_taught", **cause())
    both.merge()
    assert set(both.read()) == {known, second}


def test_an_old_copy_of_a_spool_changes_nothing(both: Worktrees, known: str) -> None:
    """Not even when it is no longer known that it was merged."""
    with both.keep_out():
        both.away.remember("A door opens inward.")
        both.away.service.confirm(known, source="agent_explicit", **cause("bob"))
    copy = both.spool.path.read_bytes()
    both.merge()
    both.home.service.confirm(known, source="agent_explicit", **cause("cat"))
    for _ in range(40):
        both.wait()
    with both.keep_out():
        both.away.remember("Nine cups are broken.")
    both.merge()
    before = both.read()
    execute(both.home.database, "DELETE FROM meta WHERE key LIKE 'spool:%'")
    both.spool.path.write_bytes(copy)
    both.merge()
    assert both.read() == before


def test_it_is_not_known_for_ever_what_was_merged(both: Worktrees, known: str) -> None:
    for _ in range(2):
        with both.keep_out():
            edit(both.away, known, importance=both.read()[known].importance + 1)
        both.merge()
        for _ in range(40):
            both.wait()
    with open_for_reading(both.home.database) as connection:
        marks = [key for key in read_memory_meta(connection) if key.startswith("spool:")]
    assert len(marks) == 1


def test_what_was_removed_stays_removed(both: Worktrees, known: str) -> None:
    with both.keep_out():
        edit(both.away, known, title="Away")
    both.home.service.delete(known, **cause())
    both.merge()
    assert both.read() == {}
    assert [event.action for event in both.tell(known)] == ["add", "edit", "delete"]
    assert both.tell(known)[1].after is not None
    both.home.service.undo(known, actor="ann")
    assert both.read()[known].content == TEXT


def test_what_was_changed_meanwhile_is_not_removed(both: Worktrees, known: str) -> None:
    with both.keep_out():
        both.away.service.delete(known, **cause())
        assert both.read(both.away) == {}
    edit(both.home, known, title="Home")
    with both.keep_out():
        assert both.read(both.away)[known].title == "Home"
    both.merge()
    assert both.read()[known].title == "Home"
    assert [event.action for event in both.tell(known)] == ["add", "delete", "edit", "merge"]
    both.wait()
    both.home.service.undo(known, actor="ann")
    assert both.read() == {}


def test_bookkeeping_keeps_nothing_from_being_removed(both: Worktrees, known: str) -> None:
    with both.keep_out():
        both.away.service.delete(known, **cause())
    with both.home.service.memories.change() as journal:
        memory = get_memory(journal.connection, known)
        assert memory is not None
        used = replace(memory, use_count=3, last_used_at=both.clock.now)
        journal.change(memory, used, Cause("ripple"), action="use")
    both.merge()
    assert both.read() == {}
    with pytest.raises(UsageError, match="was removed"):
        both.home.service.get(known)
    both.home.service.undo(known, actor="ann")
    assert both.read()[known].use_count == 3


def test_both_may_remove_a_memory(both: Worktrees, known: str) -> None:
    with both.keep_out():
        both.away.service.delete(known, **cause("bob"))
    both.home.service.delete(known, **cause("ann"))
    both.merge()
    assert [event.actor for event in both.tell(known)][1:] == ["bob", "ann"]
    assert both.read() == {}
    both.home.service.undo(known, actor="ann")
    assert both.read()[known].content == TEXT
    both.home.service.undo(known, actor="ann")
    assert both.read() == {}


def test_what_was_brought_back_and_removed_again_stays_removed(both: Worktrees, known: str) -> None:
    both.home.service.delete(known, **cause())
    with both.keep_out():
        both.away.service.undo(known, actor="bob")
        assert list(both.read(both.away)) == [known]
    both.home.service.undo(known, actor="ann")
    both.wait()
    both.home.service.delete(known, **cause())
    both.merge()
    assert both.read() == {}


def test_confirmations_add_up(both: Worktrees, known: str) -> None:
    direct = both.home.remember("A door opens inward.", session="first", confidence=0.6).id
    for actor in ("ann", "bob"):
        both.home.service.confirm(direct, source="agent_explicit", **cause(actor))
    with both.keep_out():
        both.away.service.confirm(known, source="agent_explicit", **cause("bob"))
    both.home.service.confirm(known, source="agent_explicit", **cause("ann"))
    both.merge()
    merged, expected = both.read()[known], both.read()[direct]
    assert merged.confidence == expected.confidence
    assert merged.confirmations == 2
    assert set(merged.provenance.confirmed_by) == set(expected.provenance.confirmed_by)


def test_who_confirms_on_both_sides_is_one_witness(both: Worktrees, known: str) -> None:
    with both.keep_out():
        both.away.service.confirm(known, source="agent_explicit", **cause("bob"))
    both.home.service.confirm(known, source="agent_explicit", **cause("bob"))
    before = both.read()[known].confidence
    both.merge()
    assert both.read()[known].confidence == before
    assert both.read()[known].confirmations == 2


def test_trust_that_was_passed_on_is_added(both: Worktrees, known: str) -> None:
    other = both.home.remember("A door opens inward.", confidence=0.5).id
    both.home.service.relate(other, Relation("validates", target_memory=known), **cause())
    with both.keep_out():
        both.away.service.confirm(other, source="agent_explicit", **cause("bob"))
        passed = both.read(both.away)[known].confidence - 0.6
    assert passed > 0.05
    both.home.service.confirm(known, source="agent_explicit", **cause("bob"))
    before = both.read()[known].confidence
    both.merge()
    assert both.read()[known].confidence == pytest.approx(before + passed, abs=0.0002)


def test_what_is_wrong_is_wrong_whoever_confirmed_it(both: Worktrees, known: str) -> None:
    with both.keep_out():
        both.away.service.flag(known, problem="wrong", original=None, **cause())
    both.home.service.confirm(known, source="agent_explicit", **cause("bob"))
    both.merge()
    memory = both.read()[known]
    assert (memory.state, memory.confidence, memory.confirmations) == ("rejected", 0.0, 1)


def test_relations_cannot_go_round_in_a_circle(both: Worktrees, known: str) -> None:
    other = both.home.remember("A door opens inward.").id
    with both.keep_out():
        both.away.service.relate(other, Relation("supersedes", target_memory=known), **cause())
    both.home.service.relate(known, Relation("supersedes", target_memory=other), **cause())
    both.merge()
    found = both.read()
    assert (found[known].state, found[other].state) == ("active", "superseded")
    assert found[other].relations == ()
    assert both.tell(other)[-1].action == both.tell(known)[-1].action == "merge"


def test_a_cleanup_counts_for_the_later_week(both: Worktrees, known: str) -> None:
    with both.keep_out():
        done = both.away.service.clean_up(MemoryConfig(), current=None, if_due=True)
        assert done.spooled
        again = both.away.service.clean_up(MemoryConfig(), current=None, if_due=True)
        assert (again.skipped, again.spooled) == (True, False)
    for _ in range(20):
        both.wait()
    later = both.home.service.clean_up(MemoryConfig(), current=None, if_due=True).period
    both.merge()
    with open_for_reading(both.home.database) as connection:
        assert read_memory_meta(connection)[PERIOD_KEY] == later > done.period


def test_looks_and_moves_of_both_sides_are_kept() -> None:
    def build(looks: str, moves: str, targets: str = "a") -> Memory:
        anchors = tuple(
            Anchor(
                f"{target}.py",
                looks=tuple(
                    Look(f"at {word}", signature=word, body_fingerprint=word) for word in looks
                ),
                moves=tuple(Move("then", "a.py", f"{word}.py") for word in moves),
            )
            for target in targets
        )
        return Memory(
            "m", "fact", "fact", "t", "c", Provenance("explicit"), "then", "then", anchors=anchors
        )

    before, after, now = build("x", ""), build("xy", "pq", "abc"), build("xz", "qr", "a")
    merged = merge(to_plain(before), to_plain(after), to_plain(now), action="move")
    first, *others = merged.result["anchors"]
    assert [look["signature"] for look in first["looks"]] == ["x", "z", "y"]
    assert [move["new"] for move in first["moves"]] == ["q.py", "r.py", "p.py"]
    assert [anchor["target"] for anchor in others] == ["b.py", "c.py"]
    assert merged.overruled == {}
    gone = merge(to_plain(after), to_plain(before), to_plain(now), action="undo")
    assert [look["signature"] for look in gone.result["anchors"][0]["looks"]] == ["x", "z"]
