"""Episodes and artifacts that are put on record where the memories cannot be written."""

from pathlib import Path

import pytest

from ripplegraph.memory.services.work import WorkService
from ripplegraph.memory.types.registry import build_registry
from ripplegraph.memory.work.access import Actor
from ripplegraph.memory.work.artifacts import ArtifactDraft
from ripplegraph.memory.work.episodes import EpisodeDraft, EpisodeEdit
from ripplegraph.store.records.work_records import ArtifactFilter, EpisodeFilter
from tests.support.databases import graph_of
from tests.support.memories import Notebook
from tests.support.spools import Worktrees

ANN = Actor("ann", "agent")
LEAD = Actor("lead", "orchestrator")


@pytest.fixture
def both(tmp_path: Path) -> Worktrees:
    return Worktrees(tmp_path)


def open_work(notebook: Notebook) -> WorkService:
    return WorkService(
        notebook.database,
        root=notebook.root,
        graph=graph_of(notebook.root),
        registry=build_registry(),
        clock=notebook.clock,
    )


def list_approaches(notebook: Notebook) -> list[str]:
    found = open_work(notebook).list_episodes(EpisodeFilter(), limit=None)
    return sorted(episode.approach for episode in found.episodes)


def test_an_episode_waits_is_seen_and_comes_through_once(both: Worktrees) -> None:
    with both.keep_out():
        draft = EpisodeDraft("t1", "ann", action="attempted", approach="patch the lamp")
        added = open_work(both.away).add_episode(draft, ANN).episode
        assert both.spool.exists()
        assert list_approaches(both.away) == ["patch the lamp"]
        assert list_approaches(both.home) == []
    both.merge()
    assert list_approaches(both.home) == ["patch the lamp"]
    history = open_work(both.home).get_work_history("episode", added.id)
    assert [event.action for event in history.events] == ["add"]


def test_a_later_edit_at_home_stays(both: Worktrees) -> None:
    draft = EpisodeDraft("t1", "ann", action="attempted", approach="first")
    episode = open_work(both.home).add_episode(draft, ANN).episode
    with both.keep_out():
        wanted = EpisodeEdit(approach="away")
        open_work(both.away).edit_episode(episode.id, wanted, LEAD, reason="")
    wanted = EpisodeEdit(approach="home")
    open_work(both.home).edit_episode(episode.id, wanted, LEAD, reason="")
    both.merge()
    assert list_approaches(both.home) == ["home"]
    history = open_work(both.home).get_work_history("episode", episode.id)
    assert len(history.events) == 3, "what was said away is not lost"


def test_a_removed_artifact_is_removed_when_merged(both: Worktrees) -> None:
    (both.home.root / "a.txt").write_text("x")
    (both.away.root / "a.txt").write_text("x")
    artifact = open_work(both.home).add_artifact(ArtifactDraft("t1", "ann", "file", "a.txt"), ANN)
    with both.keep_out():
        open_work(both.away).delete_artifact(artifact.id, ANN, reason="")
    both.merge()
    assert open_work(both.home).list_artifacts(ArtifactFilter(), limit=None).matched == 0
