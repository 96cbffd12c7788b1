"""Whatever happens, a hook ends with 0, in time, and prints an answer or nothing."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ripplegraph import open_project
from ripplegraph.cli.hook_options import AGENTS
from ripplegraph.store.database import GRAPH_VERSION
from tests.support import databases
from tests.support.agent_hooks import run_hook
from tests.support.waiting import LONGEST


@pytest.fixture
def scanned(repository: Path) -> Path:
    open_project(repository).scan()
    return repository


def read_log(folder: Path) -> str:
    path = folder / ".ripple" / "hooks.log"
    return path.read_text() if path.exists() else ""


def edit(folder: Path, path: str = "b.py", **more: Any) -> dict[str, Any]:
    return {
        "session_id": "s",
        "cwd": str(folder),
        "tool_input": {"file_path": str(folder / path)},
        **more,
    }


@pytest.mark.parametrize(
    "given",
    [
        "",
        "no json",
        "[1, 2]",
        "null",
        '{"tool_input": 7, "session_id": [], "cwd": {}}',
        '{"tool_input": "{broken"}',
        '{"tool_input": {"file_path": "a\\u0000b"}}',
        '{"tool_input": {"file_path": "../../../etc/passwd"}}',
        '{"cwd": "/nowhere/at/all"}',
        b"\xff\xfe\x00",
        "[" * 100_000,
    ],
)
def test_odd_input(scanned: Path, given: str | bytes) -> None:
    for event in ("before-edit", "after-read", "stop"):
        assert run_hook(event, scanned, given) == ""


@pytest.mark.parametrize("given", ["{broken", '{"tool_input": "{broken"}', "[" * 100_000])
def test_input_that_cannot_be_read_is_a_line_in_the_log(scanned: Path, given: str) -> None:
    run_hook("before-edit", scanned, given)
    assert read_log(scanned).count("before-edit claude-code") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-event"],
        [],
        ["before-edit", "after-read"],
        ["before-edit", "--agent", "nobody"],
        ["before-edit", "--agent"],
        ["before-edit", "--nonsense"],
        ["before-edit", "-C", "/nowhere"],
    ],
)
def test_odd_command_lines(scanned: Path, arguments: list[str]) -> None:
    command = [sys.executable, "-m", "ripplegraph"]
    for before in ([], ["-C", str(scanned)]):
        done = subprocess.run(
            [*command, *before, "hook", *arguments],
            cwd=scanned,
            input=b"{}",
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_outside_of_any_project(tmp_path: Path) -> None:
    assert run_hook("before-edit", tmp_path, edit(tmp_path)) == ""
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_graph_is_told_once_in_a_session(scanned: Path) -> None:
    (scanned / ".ripple" / "graph.db").write_bytes(b"nothing of the sort" * 1_000)
    told = run_hook("before-edit", scanned, edit(scanned))
    assert "graph.db" in told
    assert "ripple scan" in told
    assert run_hook("before-edit", scanned, edit(scanned)) == ""


def test_the_log_is_bounded(scanned: Path) -> None:
    log = scanned / ".ripple" / "hooks.log"
    log.write_text("an older line\n" * 10_000)
    run_hook("no-such-event", scanned, edit(scanned))
    assert log.stat().st_size < 64_000
    assert log.read_text().splitlines()[-1].endswith("LookupError: no-such-event")


def test_an_older_graph_is_left_to_others(scanned: Path) -> None:
    graph = databases.graph_of(scanned)
    databases.execute(graph, f"PRAGMA user_version = {GRAPH_VERSION - 1}")
    told = run_hook("before-edit", scanned, edit(scanned))
    assert "ripple has no current index of this project. Run `ripple scan` once" in told
    assert list((scanned / ".ripple").glob("*.bak*")) == []


def test_nobody_waits_for_input_that_does_not_end(scanned: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "ripplegraph", "hook", "before-edit"],
        cwd=scanned,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert process.wait(LONGEST) == 0
        assert process.stdout is not None
        assert process.stdout.read() == b""
    finally:
        process.kill()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()


def test_work_that_takes_too_long_is_given_up(
    scanned: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ripplegraph.app.operations import sessions
    from ripplegraph.briefing.hook_events import HookEvent
    from ripplegraph.briefing.time_limit import OutOfTimeError

    monkeypatch.setattr(sessions, "WORK_SECONDS", -1)
    with pytest.raises(OutOfTimeError):
        open_project(scanned).brief_agent(HookEvent("before-edit", ("b.py",)))
    assert not (scanned / ".ripple" / "hook-sessions.log").exists()


@pytest.mark.parametrize(
    ("agent", "event", "name", "given", "answers"),
    [
        ("claude-code", "before-edit", "PreToolUse", {}, True),
        ("claude-code", "session-start", "SessionStart", {}, True),
        ("codex", "before-edit", "PreToolUse", {}, True),
        ("copilot", "after-edit", "PostToolUse", {}, False),
        ("gemini", "before-edit", "AfterTool", {}, True),
        ("gemini", "before-edit", "BeforeTool", {}, False),
        ("gemini", "session-start", "SessionStart", {}, True),
        ("cursor", "before-edit", "postToolUse", {}, True),
        ("cursor", "before-edit", "preToolUse", {}, False),
        ("cursor", "session-start", "sessionStart", {}, True),
        ("cursor", "stop", "stop", {}, False),
    ],
)
def test_each_agent_is_answered_in_its_format(
    scanned: Path, agent: str, event: str, name: str, given: dict[str, Any], answers: bool
) -> None:
    call = edit(scanned, hook_event_name=name, **given)
    output = run_hook(event, scanned, call, "--agent", agent)
    if not answers:
        assert output == ""
        return
    answer = json.loads(output)
    if agent == "cursor":
        assert answer["additional_context"].startswith("<ripple-context")
    else:
        inner = answer["hookSpecificOutput"]
        assert inner["hookEventName"] == name
        assert inner["additionalContext"].startswith("<ripple-context")
        # A decision would take it from the person to allow the tool.
        assert set(inner) == {"hookEventName", "additionalContext"}


PATCH = "*** Begin Patch\n*** Update File: b.py\n@@\n-x = 1\n+x = 2\n*** End Patch\n"


@pytest.mark.parametrize(
    "given",
    [
        {"tool_input": {"file_path": "b.py"}},
        {"tool_input": {"absolute_path": "b.py"}},
        {"tool_input": {"notebook_path": "./b.py"}},
        {"tool_input": {"files": ["b.py"]}},
        {"tool_input": '{"filePath": "b.py"}'},
        {"tool_input": {"command": PATCH}},
        {"file_path": "b.py", "edits": []},
        {"file_path": "b.py", "cwd": "", "workspace_roots": ["."]},
    ],
)
def test_files_are_found_wherever_agents_name_them(scanned: Path, given: dict[str, Any]) -> None:
    roots = {"workspace_roots": [str(scanned)]} if "workspace_roots" in given else {}
    call = {"session_id": "s", "cwd": str(scanned), **given, **roots}
    assert "An edit of b.py reaches 1 file" in run_hook("before-edit", scanned, call)


def test_every_agent_has_a_format() -> None:
    from ripplegraph.briefing.hook_events import EVENTS
    from ripplegraph.cli.hook_formats import write_answer

    for agent in AGENTS:
        for event in EVENTS:
            text = write_answer(agent, event, "", "said")
            assert not text or "said" in str(json.loads(text))
