"""Events of agents with anything in them: a valid answer within its budget, or nothing."""

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph import open_project
from ripplegraph.app.operations import sessions
from ripplegraph.briefing.hook_events import EVENTS
from ripplegraph.cli import hook
from ripplegraph.cli.hook_formats import read_call, write_answer
from ripplegraph.cli.hook_options import AGENTS
from ripplegraph.memory.writing.drafts import Draft
from tests.support.agent_hooks import run_hook
from tests.support.examples import walk
from tests.support.hostile import HOSTILE
from tests.support.repository import build_repository

BUDGET = 2_048
EXPECTED = ("JSONDecodeError", "RecursionError", "NotAProjectError", "UsageError", "OutOfTimeError")
"""What may be wrong with an event, as the log names it."""
TEXTS = st.text(st.characters(), max_size=30) | st.sampled_from(
    ["b.py", "a.py", ".", "/", "..", "\ud800", "a\0b", "x" * 5_000, "{broken", "[" * 2_000]
)
VALUES = st.recursive(
    TEXTS | st.none() | st.booleans() | st.integers() | st.floats(),
    lambda items: st.lists(items, max_size=3) | st.dictionaries(TEXTS, items, max_size=3),
    max_leaves=6,
)
TOOL_KEYS = ("file_path", "notebook_path", "absolute_path", "filePath", "path", "target_file")
TOOL_INPUTS = st.dictionaries(
    st.sampled_from([*TOOL_KEYS, "files", "paths", "command", "input", "patch"]), VALUES, max_size=4
)
EVENT_KEYS = ("hook_event_name", "session_id", "conversation_id", "cwd", "workspace_roots")
CALLS = st.fixed_dictionaries(
    {"tool_input": TOOL_INPUTS | TOOL_INPUTS.map(json.dumps) | st.just({"file_path": "b.py"})},
    optional=dict.fromkeys((*EVENT_KEYS, "prompt", "source", "transcript_path"), TEXTS | VALUES),
)


@pytest.fixture(scope="module")
def scanned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    root = build_repository(tmp_path_factory.mktemp("events") / "repository")
    project = open_project(root)
    project.scan()
    for text in HOSTILE.values():
        project.remember(Draft(text, type="gotcha", about=("b.py",)))
    with pytest.MonkeyPatch.context() as patches:
        patches.chdir(root)
        # What is told must not depend on how busy the machine is.
        patches.setattr(sessions, "WORK_SECONDS", 600)
        yield root


def run_here(event: str, agent: str, text: bytes) -> bytes:
    """Run a hook in this process, without the thread that would end it."""
    with (
        TemporaryFile("w") as output,
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(text))),
        patch.object(sys, "stdout", output),
        patch.object(hook, "_end_after"),
    ):
        assert hook.run([event], agent) == 0
        output.flush()
        with open(output.fileno(), "rb", closefd=False) as again:
            again.seek(0)
            return again.read()


def check_answer(agent: str, output: bytes) -> None:
    """Check that an answer has the form of its agent, and keeps the budget."""
    assert len(output) < BUDGET
    if not output:
        return
    answer = json.loads(output.decode("utf-8"))
    if agent == "cursor":
        assert set(answer) == {"additional_context"}
    else:
        assert set(answer) in ({"hookSpecificOutput"}, {"systemMessage"})
    inner = answer.get("hookSpecificOutput")
    assert inner is None or set(inner) == {"hookEventName", "additionalContext"}


@walk(60)
@given(st.sampled_from(EVENTS), st.sampled_from(AGENTS), CALLS.map(json.dumps) | st.binary())
def test_an_event_is_answered_or_passed_over(
    scanned: Path, event: str, agent: str, text: str | bytes
) -> None:
    log = scanned / ".ripple" / hook.LOG
    log.unlink(missing_ok=True)
    check_answer(agent, run_here(event, agent, text if isinstance(text, bytes) else text.encode()))
    problems = log.read_text() if log.exists() else ""
    assert all(any(name in line for name in EXPECTED) for line in problems.splitlines()), problems


@walk(100)
@given(st.sampled_from(EVENTS), st.sampled_from(AGENTS), CALLS, st.text(st.characters()))
def test_an_answer_is_valid_json_whatever_is_said(
    event: str, agent: str, call: dict[str, Any], told: str
) -> None:
    try:
        read = read_call(json.dumps(call))
    except (ValueError, RecursionError):
        return
    assert len(read.name) <= 60
    text = write_answer(agent, event, read.name, told)
    assert not text or json.loads(text.encode("utf-8"))


@pytest.mark.parametrize("agent", AGENTS)
def test_names_that_an_agent_made_up_do_not_break_an_answer(scanned: Path, agent: str) -> None:
    for name in ("\ud800", "x" * 100_000, "\x1b[31m", "", "Pre Tool Use"):
        session = f"{agent} {name}"
        call = {"hook_event_name": name, "session_id": session, "tool_input": {"file_path": "b.py"}}
        output = run_here("before-edit", agent, json.dumps(call).encode())
        check_answer(agent, output)
        assert bool(output) == (agent in ("claude-code", "codex", "copilot"))


def test_a_real_hook_says_nothing_wrong_either(scanned: Path) -> None:
    call = {"hook_event_name": "\ud800" * 1_000, "tool_input": {"file_path": "b.py\ud800"}}
    for event in ("before-edit", "stop"):
        check_answer("claude-code", run_hook(event, scanned, call).encode())
