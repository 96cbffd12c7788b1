"""One value stands under each category and key, and nothing with less authority replaces it."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.errors import UsageError
from ripplegraph.memory.checks import SecretRefusedError
from ripplegraph.memory.knowledge.entries import CATEGORIES, UnknownKnowledgeError
from ripplegraph.memory.knowledge.views import build_entries
from ripplegraph.memory.work.access import Actor
from ripplegraph.store.memory.memory_reader import MemoryFilter
from tests.support.examples import walk
from tests.support.layers import ANN, BOSS, ONE, TWO, Office
from tests.support.memories import Notebook, after_days


def get_value(office: Office, key: str = "tabs") -> str | None:
    entry = office.ask(key).entry
    return entry.value if entry else None


@pytest.mark.parametrize("category", CATEGORIES)
def test_an_entry_is_a_memory_of_its_category(office: Office, category: str) -> None:
    report = office.know("auth-flow", "One key, exchanged for a token.", BOSS, category=category)
    assert (report.change, report.objection) == ("created", "")
    assert report.entry.stands
    memory = office.memories.get(report.entry.id)
    assert (memory.type, memory.raw_type) == (category, f"knowledge/{category}")
    assert (memory.details, memory.scope) == ({"key": "auth-flow"}, "global")
    assert (memory.provenance.agent, memory.provenance.role) == ("boss", "orchestrator")
    found = office.memories.search("exchanged", None, limit=None)
    assert [view.id for view in found.memories] == [memory.id]


def test_setting_again_replaces_the_value_and_keeps_its_history(office: Office) -> None:
    first = office.know("tabs", "Tabs.", BOSS)
    office.clock.now = after_days(1)
    second = office.know("tabs", "Four spaces.", BOSS)
    assert (second.change, second.entry.id) == ("updated", first.entry.id)
    assert second.entry.created_at < second.entry.updated_at
    assert get_value(office) == "Four spaces."
    assert office.memories.list(None, limit=None).matched == 1
    edit = office.memories.get_history(first.entry.id).events[-1]
    assert edit.before is not None
    assert (edit.before["content"], edit.actor) == ("Tabs.", "boss")
    office.memories.undo(first.entry.id, actor="ann")
    assert get_value(office) == "Tabs."


def test_the_same_key_in_two_categories_is_two_entries(office: Office) -> None:
    office.know("orm", "None.", BOSS, category="decision")
    office.know("orm", "Tables are plain.", BOSS, category="architecture")
    assert office.ask("orm", "decision").entry != office.ask("orm", "architecture").entry
    entries = build_entries(office.knowledge.list_knowledge(None, None).memories)
    assert [(entry.category, entry.key) for entry in entries] == [
        ("architecture", "orm"),
        ("decision", "orm"),
    ]


def test_two_keys_may_have_one_value(office: Office) -> None:
    office.know("first", "Yes.", BOSS)
    office.know("second", "Yes.", BOSS)
    assert get_value(office, "first") == get_value(office, "second") == "Yes."


def test_the_same_value_confirms(office: Office) -> None:
    first = office.know("tabs", "Four spaces.", BOSS)
    again = office.know("tabs", "Four spaces.", ONE)
    assert (again.change, again.entry.id, again.objection) == ("confirmed", first.entry.id, "")
    assert again.entry.confidence > first.entry.confidence
    checked = office.know("tabs", "Four spaces.", ANN)
    assert checked.entry.user_verified


def test_what_an_agent_says_is_a_proposal(office: Office) -> None:
    report = office.know("tabs", "Four spaces.", ONE)
    assert (report.change, report.entry.state, report.standing) == ("proposed", "candidate", None)
    assert report.objection
    assert office.ask("tabs").entry is None
    assert [entry.source for entry in office.ask("tabs").alternatives] == ["one"]


def test_a_proposal_takes_effect_when_someone_who_may_agrees(office: Office) -> None:
    proposal = office.know("tabs", "Four spaces.", ONE)
    accepted = office.know("tabs", "Four spaces.", BOSS)
    assert (accepted.change, accepted.entry.id) == ("accepted", proposal.entry.id)
    assert get_value(office) == "Four spaces."


def test_less_authority_conflicts_and_does_not_replace(office: Office) -> None:
    standing = office.know("tabs", "Tabs.", BOSS)
    for by, confidence in ((ONE, None), (Actor("other", "orchestrator"), 0.3)):
        report = office.know("tabs", f"Spaces, says {by.name}.", by, confidence=confidence)
        assert (report.change, report.entry.stands) == ("proposed", False)
        assert report.entry.conflicts_with == (standing.entry.id,)
        assert report.standing is not None
        assert report.standing.value == "Tabs."
    assert len(office.ask("tabs").alternatives) == 2


def test_a_person_outranks_an_orchestrator_however_sure(office: Office) -> None:
    office.know("tabs", "Tabs.", ANN)
    report = office.know("tabs", "Spaces.", BOSS, confidence=1.0)
    assert report.change == "proposed"
    assert "person" in report.objection
    assert office.know("tabs", "Spaces, then.", ANN).change == "updated"


def test_more_confidence_replaces_and_ones_own_entry_can_be_corrected(office: Office) -> None:
    office.know("tabs", "Tabs.", BOSS, confidence=0.9)
    assert office.know("tabs", "Two.", Actor("x", "orchestrator"), confidence=0.95).change == (
        "updated"
    )
    assert office.know("tabs", "Four.", Actor("x", "orchestrator"), confidence=0.2).change == (
        "updated"
    )
    assert get_value(office) == "Four."


def test_a_conflict_ends_when_one_supersedes_the_other(office: Office) -> None:
    standing = office.know("tabs", "Tabs.", BOSS)
    proposal = office.know("tabs", "Spaces.", ONE)
    decided = office.know("tabs", "Spaces.", BOSS)
    assert (decided.change, decided.entry.id) == ("accepted", proposal.entry.id)
    old = office.memories.get(standing.entry.id)
    assert old.state == "superseded"
    relations = office.memories.get(proposal.entry.id).relations
    assert ("supersedes", old.id) in {(item.kind, item.target_memory) for item in relations}
    office.memories.undo(proposal.entry.id, actor="ann")
    assert get_value(office) == "Tabs."


def test_a_change_of_mind_is_one_proposal(office: Office) -> None:
    office.know("tabs", "Two.", ONE)
    office.know("tabs", "Four.", ONE)
    office.know("tabs", "Eight.", TWO)
    values = [entry.value for entry in office.ask("tabs").alternatives]
    assert sorted(values) == ["Eight.", "Four."]


def test_the_way_back_from_a_decision_can_be_gone_again(office: Office) -> None:
    standing = office.know("tabs", "Tabs.", BOSS)
    office.know("tabs", "Spaces.", ONE)
    office.know("tabs", "Spaces.", BOSS)
    office.memories.confirm(standing.entry.id, source="user_taught", actor="ann", reason="")
    assert len([e for e in (office.ask("tabs").entry, *office.ask("tabs").alternatives) if e]) == 2
    assert office.know("tabs", "Tabs, really.", ANN).change == "updated"
    answer = office.ask("tabs")
    assert answer.entry is not None
    assert (answer.entry.value, answer.alternatives) == ("Tabs, really.", ())


def test_deleting_removes_what_stands_and_can_be_undone(office: Office) -> None:
    office.know("tabs", "Tabs.", BOSS)
    event = office.knowledge.delete_knowledge("convention", "tabs", BOSS, reason="no longer")
    with pytest.raises(UnknownKnowledgeError):
        office.ask("tabs")
    office.memories.undo(event.memory_id, actor="ann")
    assert get_value(office) == "Tabs."


def test_an_unknown_key_names_the_nearest(office: Office) -> None:
    with pytest.raises(UnknownKnowledgeError):
        office.ask("tabs")
    office.know("tabs", "Tabs.", BOSS)
    with pytest.raises(UnknownKnowledgeError) as caught:
        office.ask("tab")
    assert "'tabs'" in caught.value.hint
    with pytest.raises(UsageError):
        office.ask("tabs", "conventions")
    with pytest.raises(UsageError):
        office.know("tabs", "Tabs.", BOSS, category="riddle")


@pytest.mark.parametrize(
    ("key", "value"),
    [("", "x"), ("k" * 101, "x"), ("a\nb", "x"), ("k", ""), ("k", "x" * 20_001), ("k", "a\0")],
)
def test_what_cannot_be_kept_is_refused(office: Office, key: str, value: str) -> None:
    with pytest.raises(UsageError):
        office.know(key, value, BOSS)
    assert office.memories.list(MemoryFilter(), limit=None).matched == 0


def test_secrets_are_refused(office: Office) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    for key, value in (("token", secret), (secret, "x")):
        with pytest.raises(SecretRefusedError) as caught:
            office.know(key, value, BOSS)
        assert secret not in str(caught.value)


def test_what_was_remembered_the_ordinary_way_is_found(office: Office) -> None:
    notebook = Notebook(office.root, office.clock)
    notebook.remember("Four spaces.", type="Knowledge/Convention", details={"key": "tabs"})
    notebook.remember("No key at all.", type="knowledge/convention")
    assert get_value(office) == "Four spaces."
    assert office.knowledge.list_knowledge(None, None).matched == 1


VALUES = st.sampled_from(["a", "b", "c"])
PEOPLE = st.sampled_from([ANN, BOSS, Actor("other", "orchestrator"), ONE, TWO])
SETS = st.lists(st.tuples(PEOPLE, VALUES, st.none() | st.floats(0, 1)), min_size=1, max_size=8)


@given(SETS)
@walk(30)
def test_one_stands_and_only_authority_changes_it(sets: list[tuple[Actor, str, float]]) -> None:
    with TemporaryDirectory() as folder:
        office = Office(Path(folder))
        value: str | None = None
        by_person = False
        for number, (by, wanted, confidence) in enumerate(sets):
            office.clock.now = after_days(number)
            report = office.know("k", wanted, by, confidence=confidence)
            answer = office.ask("k")
            after = answer.entry.value if answer.entry else None
            if report.change in ("created", "updated", "accepted"):
                assert after == wanted
                assert by.role != "agent"
                assert by.role == "user" or not by_person
                by_person = by.role == "user"
            else:
                assert after == value
                by_person = by_person or (by.role == "user" and after == wanted)
            value = after
            said = [e.value for e in (answer.entry, *answer.alternatives) if e]
            assert wanted in said
            active = [e for e in answer.alternatives if e.state == "active"]
            assert active == []
