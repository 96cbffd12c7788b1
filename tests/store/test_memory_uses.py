"""Whoever asks for a memory is counted; what is shown unasked is not, and nobody waits for it."""

from collections.abc import Callable
from pathlib import Path

from ripplegraph import Project, open_project
from ripplegraph.memory.queries.views import MemoryView
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.store.connection import open_for_writing
from ripplegraph.store.records.memory_records import Provenance
from ripplegraph.store.sqlite.raw_connection import write_transaction
from tests.support.repository import build_repository


def open_with_memory(folder: Path) -> tuple[Project, str]:
    project = open_project(build_repository(folder / "project"))
    project.scan()
    draft = Draft(
        "A refund waits for the bank.",
        type="dead_end",
        about=("a.py",),
        provenance=Provenance("user_taught"),
    )
    return project, project.remember(draft).id


def read(project: Project, memory: str) -> MemoryView:
    return project.memory_access.open_service().get(memory)


def test_each_way_to_ask_counts(tmp_path: Path) -> None:
    project, memory = open_with_memory(tmp_path)
    assert read(project, memory).use_count == 0
    asked: tuple[Callable[[], object], ...] = (
        lambda: project.get_memory(memory),
        lambda: project.search_memories("refund"),
        lambda: project.search_memories("why does a refund wait for so long?"),
        lambda: project.build_context("make a refund faster"),
    )
    for number, ask in enumerate(asked, start=1):
        ask()
        assert read(project, memory).use_count == number
    assert read(project, memory).last_used_at is not None


def test_what_nobody_asked_for_does_not_count(tmp_path: Path) -> None:
    project, memory = open_with_memory(tmp_path)
    assert project.analyze_impact(["a.py"]).counts["memories"] == 1
    project.list_memories()
    assert read(project, memory).use_count == 0


def test_being_used_is_no_proof(tmp_path: Path) -> None:
    """A memory that is asked for every day fades like one that nobody needs."""
    project, memory = open_with_memory(tmp_path)
    with open_for_writing(project.workspace.memory) as writer, write_transaction(writer):
        writer.execute(
            "UPDATE memories SET created_at = '2020-01-01T00:00:00Z', verified_at = NULL"
        )
    faded = project.get_memory(memory).effective_confidence
    assert faded < 0.1
    assert project.get_memory(memory).effective_confidence == faded


def test_nobody_waits_for_a_count(tmp_path: Path) -> None:
    project, memory = open_with_memory(tmp_path)
    with open_for_writing(project.workspace.memory) as writer, write_transaction(writer):
        assert project.get_memory(memory).id == memory
    assert read(project, memory).use_count == 0
