"""Working memory is one agent's own, gone with its process unless a snapshot was taken."""

import json
import stat
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from ripplegraph import open_project
from ripplegraph.app.project import Project
from ripplegraph.errors import StoreError, UsageError
from ripplegraph.memory.checks import SecretRefusedError
from ripplegraph.memory.work.access import AccessRefusedError
from ripplegraph.memory.working_memory import WorkingMemory
from tests.support.layers import ANN, BOSS, ONE, TWO
from tests.support.repository import git

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.fixture
def project(repository: Path) -> Project:
    return open_project(repository)


def fill(memory: WorkingMemory) -> None:
    memory.set_plan("Read, then write.")
    memory.set_constraints(["Keep the API.", "No new packages."])
    memory.set_context({"task": "t1", "files": ["a.py"], "depth": {"n": 2}})
    memory.note("The cache is global.")
    memory.note("Ask about the name.")


def test_an_agent_has_one_working_memory_in_a_process(project: Project) -> None:
    memory = project.working_memory("one")
    fill(memory)
    state = project.working_memory("one", by=ONE).state
    assert state.current_plan == "Read, then write."
    assert state.active_constraints == ("Keep the API.", "No new packages.")
    assert state.task_context == {"task": "t1", "files": ["a.py"], "depth": {"n": 2}}
    assert state.scratchpad == ("The cache is global.", "Ask about the name.")
    assert state.updated_at.endswith("Z")
    memory.clear()
    assert project.working_memory("one").state.scratchpad == ()


@pytest.mark.parametrize("by", [TWO, BOSS, ANN])
def test_no_one_else_gets_it(project: Project, by: object) -> None:
    fill(project.working_memory("one"))
    with pytest.raises(AccessRefusedError):
        project.working_memory("one", by=by)  # type: ignore[arg-type]
    with pytest.raises(AccessRefusedError):
        project.working_memory("one ")
    assert project.working_memory("two").state.current_plan is None


def test_what_is_handed_out_is_a_copy(project: Project) -> None:
    memory = project.working_memory("one")
    context = {"files": ["a.py"]}
    memory.set_context(context)
    context["files"].append("b.py")
    memory.state.task_context["files"].append("c.py")
    assert memory.state.task_context == {"files": ["a.py"]}


def test_it_is_lost_with_the_process(project: Project, repository: Path) -> None:
    fill(project.working_memory("one"))
    assert open_project(repository).working_memory("one").state.current_plan is None
    assert not (repository / ".ripple").exists()


def test_a_snapshot_is_taken_up_by_the_same_agent_only(project: Project, repository: Path) -> None:
    fill(project.working_memory("one"))
    path = project.working_memory("one").snapshot()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert git(repository, "status", "--porcelain") == ""
    later = open_project(repository)
    assert later.working_memory("one").restore()
    assert later.working_memory("one").state == project.working_memory("one").state
    assert not later.working_memory("two").restore()
    written = json.loads(path.read_text())
    assert set(written) == {
        "agentId", "currentPlan", "activeConstraints", "taskContext", "scratchpad", "updatedAt",
    }  # fmt: skip


PROGRAM = """
import sys
from ripplegraph import open_project
with open_project(sys.argv[1]).working_memory("one").warm() as memory:
    memory.note("again")
    print(len(memory.state.scratchpad), flush=True)
    if sys.argv[2] == "stop":
        sys.exit(3)
    if sys.argv[2] == "kill":
        import os, signal
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_an_orderly_end_is_taken_up_and_a_kill_is_not(repository: Path) -> None:
    counts = []
    for how in ("end", "stop", "kill", "end"):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(repository), how],
            capture_output=True,
            text=True,
            check=False,
        )
        counts.append((done.stdout.strip(), done.returncode))
    assert counts == [("1", 0), ("2", 3), ("3", -9), ("3", 0)]


@pytest.mark.parametrize("content", ["", "{", "[]", '{"agentId": "two"}', '{"x": 1}'])
def test_a_damaged_snapshot_is_an_error(project: Project, content: str) -> None:
    memory = project.working_memory("one")
    memory.snapshot().write_text(content)
    with pytest.raises(StoreError):
        memory.restore()


def test_secrets_get_in_neither_by_hand_nor_by_a_snapshot(project: Project) -> None:
    memory = project.working_memory("one")
    fill(memory)
    before = memory.state
    with pytest.raises(SecretRefusedError):
        memory.note(f"use {SECRET}")
    with pytest.raises(SecretRefusedError):
        memory.set_plan(SECRET)
    with pytest.raises(SecretRefusedError):
        memory.set_context({"deep": [{"token": SECRET}]})
    with pytest.raises(SecretRefusedError):
        memory.set_constraints([SECRET])
    path = memory.snapshot()
    assert SECRET not in path.read_text()
    path.write_text(path.read_text().replace("Ask about", SECRET))
    with pytest.raises(SecretRefusedError):
        memory.restore()
    assert memory.state == before


def test_what_is_no_text_or_no_json_is_refused(project: Project) -> None:
    memory = project.working_memory("one")
    for text in ("", "a\0b", "\udcff", "x" * 20_001):
        with pytest.raises(UsageError):
            memory.note(text)
    with pytest.raises(UsageError):
        memory.set_context({"f": lambda: None})
    with pytest.raises(UsageError):
        project.working_memory("two\nlines")


def test_notes_of_several_threads_are_all_kept(project: Project) -> None:
    memory = project.working_memory("one")

    def write(name: int) -> None:
        for number in range(50):
            memory.note(f"{name} {number}")

    threads = [Thread(target=write, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(memory.state.scratchpad)) == 200
