"""Who may do what: the rules, that they are kept, and that the page tells them as they are."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ripplegraph.errors import UsageError
from ripplegraph.memory.work.access import (
    POLICY,
    ROLES,
    AccessRefusedError,
    Actor,
    Grant,
    authorise,
)
from ripplegraph.memory.work.episodes import EpisodeEdit
from tests.support.databases import dump, memory_of
from tests.support.layers import ANN, BOSS, ONE, TWO, Office

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "layers.md"


@pytest.mark.parametrize("operation", POLICY)
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("owner", ["me", "them"])
def test_a_role_gets_what_the_policy_says(operation: str, role: str, owner: str) -> None:
    grant = POLICY[operation][role]
    if grant is Grant.NONE or (grant is Grant.OWN and owner == "them"):
        with pytest.raises(AccessRefusedError) as caught:
            authorise(operation, Actor("me", role), owner=owner)
        assert caught.value.hint
    else:
        assert authorise(operation, Actor("me", role), owner=owner) is grant


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 201, "a\0"])
def test_a_name_is_one_line(name: str) -> None:
    with pytest.raises(UsageError):
        authorise("read knowledge", Actor(name))


def test_an_unknown_role_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError) as caught:
        authorise("read knowledge", Actor("me", "orchestra"))
    assert "orchestrator" in caught.value.hint


def test_the_page_tells_the_policy() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.read_text().splitlines()
        if line.startswith("|")
    ]
    told = {row[0]: row[1:] for row in rows if row[0] in POLICY}
    assert told == {
        operation: [str(grants[role]) for role in ROLES] for operation, grants in POLICY.items()
    }


def refuse_knowledge(office: Office) -> None:
    office.knowledge.delete_knowledge("convention", "tabs", ONE, reason="")


def refuse_verified(office: Office) -> None:
    office.knowledge.delete_knowledge("convention", "tabs", BOSS, reason="")


def refuse_edit(office: Office) -> None:
    episode = office.episodes()[0]
    office.work.edit_episode(episode.id, EpisodeEdit(outcome="fine"), ONE, reason="")


def refuse_other_episode(office: Office) -> None:
    office.log("t1", "failed", "X", TWO, agent_id="one")


def refuse_other_artifact(office: Office) -> None:
    office.make("a.py", TWO, agent_id="one")


def refuse_artifact_for_another(office: Office) -> None:
    office.make("a.py", BOSS, agent_id="one")


def refuse_delete(office: Office) -> None:
    office.work.delete_artifact(office.artifacts()[0].id, TWO, reason="")


@pytest.mark.parametrize(
    "act",
    [
        refuse_knowledge,
        refuse_verified,
        refuse_edit,
        refuse_other_episode,
        refuse_other_artifact,
        refuse_artifact_for_another,
        refuse_delete,
    ],
)
def test_what_is_refused_changes_nothing(office: Office, act: Callable[[Office], None]) -> None:
    (office.root / "a.py").write_text("pass\n")
    office.know("tabs", "Four spaces.", ANN)
    office.log("t1", "failed", "Guessing")
    office.make("a.py")
    before = dump(memory_of(office.root))
    with pytest.raises(AccessRefusedError):
        act(office)
    assert dump(memory_of(office.root)) == before


def test_what_others_made_may_be_read_by_all(office: Office) -> None:
    office.know("tabs", "Four spaces.", BOSS)
    office.log("t1", "failed", "Guessing", ONE)
    assert office.ask("tabs").entry is not None
    assert [episode.agent_id for episode in office.episodes(agent_id="one")] == ["one"]


def test_an_orchestrator_adds_for_agents(office: Office) -> None:
    episode = office.log("t1", "failed", "Guessing", BOSS, agent_id="one")
    assert episode.agent_id == "one"
    (event,) = office.work.get_work_history("episode", episode.id).events
    assert (event.actor, event.role) == ("boss", "orchestrator")
