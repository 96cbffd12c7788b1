"""Correcting, confirming, flagging, deleting and undoing; relations and how trust passes on."""

from pathlib import Path

import pytest

from ripplegraph.errors import UsageError
from ripplegraph.memory.checks import SecretRefusedError
from ripplegraph.memory.lookup import UnknownMemoryError
from ripplegraph.memory.services.memories import MemoryService
from ripplegraph.memory.writing.edits import Edit
from ripplegraph.store.records.memory_records import Relation
from tests.support.graphs import scan_files
from tests.support.memories import Notebook, after_days


@pytest.fixture
def notebook(tmp_path: Path) -> Notebook:
    return Notebook(tmp_path)


def edit(service: MemoryService, memory_id: str, **values: object) -> None:
    service.edit(memory_id, Edit(**values), actor="ann", reason="")  # type: ignore[arg-type]


def relate(
    service: MemoryService, source: str, kind: str, target: str, confidence: float = 1.0
) -> None:
    relation = Relation(kind, target_memory=target, confidence=confidence)
    service.relate(source, relation, actor="ann", reason="")


def test_an_edit_changes_what_is_given_and_nothing_else(notebook: Notebook) -> None:
    done = notebook.remember("The lamp is red. Look.", type="pitfall", tags=("a",), tainted=True)
    notebook.clock.now = after_days(1)
    edit(notebook.service, done.id, content="The lamp is green. Look.", importance=90)
    after = notebook.service.get(done.id)
    assert (after.title, after.content) == ("The lamp is green", "The lamp is green. Look.")
    assert (after.importance, after.confidence, after.tags) == (90, done.confidence, ("a",))
    assert (after.created_at, after.updated_at) == (done.created_at, after_days(1))
    event = notebook.service.get_history(done.id).events[-1]
    assert event.before is not None
    assert set(event.before) == {"title", "content", "importance", "updated_at"}


def test_an_edit_keeps_a_title_of_its_own_and_the_fingerprints(tmp_path: Path) -> None:
    scan_files(tmp_path, {"a.py": "def f(x):\n    return x\n"})
    notebook = Notebook(tmp_path)
    done = notebook.remember("f is slow", title="Speed", about=("a.py::f",))
    scan_files(tmp_path, {"a.py": "def f(x, y):\n    return y\n"})
    edit(notebook.service, done.id, content="f is very slow")
    after = notebook.service.get(done.id)
    assert after.title == "Speed"
    assert after.anchors == done.anchors
    edit(notebook.service, done.id, about=("a.py",))
    assert [anchor.target for anchor in notebook.service.get(done.id).anchors] == ["a.py"]


def test_an_edit_passes_the_gate(notebook: Notebook) -> None:
    done = notebook.remember("The lamp is red.")
    notebook.remember("The lamp is green.")
    for values, error in (
        ({"content": "x" * 30_000}, UsageError),
        ({"content": "password='tr0ub4dor&3'"}, SecretRefusedError),
        ({"type": "nope"}, UsageError),
        ({"confidence": 2.0}, UsageError),
        ({"content": "the lamp is GREEN"}, UsageError),
    ):
        with pytest.raises(error):
            edit(notebook.service, done.id, **values)
    with pytest.raises(SecretRefusedError):
        notebook.service.delete(done.id, actor="ann", reason="password='tr0ub4dor&3'")
    assert notebook.service.get(done.id) == notebook.service.get(done.id)
    assert len(notebook.service.get_history(done.id).events) == 1


def test_a_person_verifies_and_an_agent_adds_trust(notebook: Notebook) -> None:
    done = notebook.remember("The lamp is red.", source="observer_inferred")
    agent = notebook.service.confirm(done.id, source="agent_explicit", actor="bot", reason="")
    assert (agent.state, agent.user_verified) == ("active", False)
    assert 0.6 < agent.confidence < 0.95
    again = notebook.service.confirm(done.id, source="agent_explicit", actor="bot", reason="")
    assert again.confidence == agent.confidence
    person = notebook.service.confirm(done.id, source="user_taught", actor="ann", reason="saw it")
    assert (person.user_verified, person.confidence) == (True, 0.95)


@pytest.mark.parametrize(("problem", "state"), [("wrong", "rejected"), ("outdated", "archived")])
def test_a_flagged_memory_is_hidden_at_once_and_kept(
    notebook: Notebook, problem: str, state: str
) -> None:
    done = notebook.remember("The lamp is red.")
    notebook.service.flag(done.id, problem=problem, original=None, actor="ann", reason="no")
    assert notebook.service.search("lamp", None, limit=None).matched == 0
    assert notebook.service.list(None, limit=None).matched == 0
    assert notebook.service.get(done.id).state == state
    assert notebook.remember("The lamp is red.").id != done.id


def test_a_duplicate_leads_to_its_original(notebook: Notebook) -> None:
    first, second = notebook.remember("The lamp is red."), notebook.remember("Red is the light.")
    with pytest.raises(UsageError):
        notebook.service.flag(second.id, problem="duplicate", original=None, actor="ann", reason="")
    notebook.service.flag(second.id, problem="duplicate", original=first.id, actor="a", reason="")
    assert notebook.service.get(second.id).state == "superseded"
    assert notebook.service.get(first.id).confirmations == 1


def test_who_says_the_same_twice_is_one_witness(notebook: Notebook) -> None:
    """Otherwise an agent could vouch for itself: it would call a second memory a duplicate."""
    texts = ("The lamp is red.", "Red is the light.", "It shines in red.")
    first, second = (notebook.remember(text, agent="a") for text in texts[:2])
    other = notebook.remember(texts[2], agent="b")
    flag = notebook.service.flag
    flag(second.id, problem="duplicate", original=first.id, actor="a", reason="")
    after = notebook.service.get(first.id)
    assert after.provenance.confirmed_by == first.provenance.confirmed_by
    assert after.confidence == first.confidence
    flag(other.id, problem="duplicate", original=first.id, actor="a", reason="")
    assert len(notebook.service.get(first.id).provenance.confirmed_by) == 2


def test_each_change_can_be_undone_in_turn(notebook: Notebook) -> None:
    states = [notebook.remember("The lamp is red.", type="gotcha", tags=("a",))]
    service, memory_id = notebook.service, states[0].id
    before = [service.get(memory_id)]
    edit(service, memory_id, content="The lamp is green.")
    before.append(service.get(memory_id))
    service.confirm(memory_id, source="user_taught", actor="ann", reason="")
    before.append(service.get(memory_id))
    service.flag(memory_id, problem="wrong", original=None, actor="ann", reason="")
    before.append(service.get(memory_id))
    service.delete(memory_id, actor="ann", reason="")
    with pytest.raises(UnknownMemoryError, match="was removed"):
        service.get(memory_id)
    for expected in reversed(before):
        report = service.undo(memory_id, actor="ann")
        assert report.memory == expected
        assert service.get(memory_id) == expected
    assert service.undo(memory_id, actor="ann").memory is None
    with pytest.raises(UnknownMemoryError, match="nothing left"):
        service.undo(memory_id, actor="ann")
    assert len(service.get_history(memory_id).events) == 10


def test_undo_leaves_what_changed_again_since(notebook: Notebook) -> None:
    source, target = notebook.remember("The lamp is red."), notebook.remember("Look at it twice.")
    relate(notebook.service, source.id, "supersedes", target.id)
    assert notebook.service.get(target.id).state == "superseded"
    notebook.service.confirm(target.id, source="user_taught", actor="ann", reason="")
    notebook.service.undo(source.id, actor="ann")
    assert notebook.service.get(source.id).relations == ()
    assert notebook.service.get(target.id).state == "active"


def test_a_change_of_trust_passes_on_as_a_difference(notebook: Notebook) -> None:
    service = notebook.service
    ids = [notebook.remember(f"Lamp {n} is on.", confidence=0.5).id for n in range(5)]
    relate(service, ids[0], "validates", ids[1])
    relate(service, ids[0], "conflicts_with", ids[2], confidence=0.5)
    relate(service, ids[1], "derived_from", ids[3])
    relate(service, ids[3], "validates", ids[0])
    relate(service, ids[0], "required_with", ids[4], confidence=0.1)
    assert {service.get(memory_id).confidence for memory_id in ids} == {0.5}
    edit(service, ids[0], confidence=0.9)
    found = [service.get(memory_id).confidence for memory_id in ids]
    assert found == [0.9, 0.74, 0.42, 0.62, 0.5]
    service.undo(ids[0], actor="ann")
    assert {service.get(memory_id).confidence for memory_id in ids} == {0.5}


def test_trust_stays_within_bounds(notebook: Notebook) -> None:
    service = notebook.service
    low, high = (
        notebook.remember("A lamp", confidence=0.06),
        notebook.remember("B", confidence=0.98),
    )
    for number in range(3):
        source = notebook.remember(f"Source {number}", confidence=0.1).id
        relate(service, source, "conflicts_with", low.id)
        relate(service, source, "validates", high.id)
        edit(service, source, confidence=1.0)
    assert (service.get(low.id).confidence, service.get(high.id).confidence) == (0.05, 0.99)


def test_what_is_superseded_is_retired(notebook: Notebook) -> None:
    old, new = notebook.remember("The lamp is red."), notebook.remember("The light is green now.")
    relate(notebook.service, new.id, "supersedes", old.id[-8:])
    assert notebook.service.get(old.id).state == "superseded"
    assert notebook.service.get(old.id).confidence == old.confidence
    assert [memory.id for memory in notebook.service.list(None, limit=None).memories] == [new.id]


def test_relations_that_cannot_be_are_refused(notebook: Notebook) -> None:
    service = notebook.service
    ids = [notebook.remember(f"Lamp {number} is on.").id for number in range(3)]
    relate(service, ids[0], "supersedes", ids[1])
    relate(service, ids[1], "supersedes", ids[2])
    for source, kind, target in (
        (ids[0], "supersedes", ids[0]),
        (ids[2], "supersedes", ids[0]),
        (ids[0], "resembles", ids[1]),
        (ids[0], "validates", "m-unknown"),
    ):
        with pytest.raises(UsageError):
            relate(service, source, kind, target)
    with pytest.raises(UsageError):
        outside = Relation("required_with", target_path="../x.py")
        service.relate(ids[0], outside, actor="ann", reason="")
    service.relate(ids[0], Relation("required_with", target_path="./x.py"), actor="a", reason="")
    assert service.get(ids[0]).relations[-1].target_path == "x.py"
