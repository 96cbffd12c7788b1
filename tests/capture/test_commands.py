"""`ripple ingest` as it is used."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command import Result, assert_clear_failure, run_ripple
from tests.support.databases import LONGEST_MS
from tests.support.permissions import obey_permissions, shut
from tests.support.repository import build_repository
from tests.support.transcripts import FIXTURES, say
from tests.support.waiting import LONGEST


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return build_repository(tmp_path / "repo")


def pipe(text: str, *arguments: str, folder: Path) -> Result:
    return run_ripple("ingest", *arguments, folder=folder, given=text.encode())


def test_a_transcript_is_taken_in_and_told_about(repository: Path) -> None:
    done = run_ripple("ingest", FIXTURES / "claude-code.jsonl", folder=repository)
    assert done.code == 1, done
    assert "line 8: new m-" in done.output
    assert "line 11: refused JUDGE_DIRECTIVE" in done.output
    assert "2 ignored: repeated from what the agent was shown" in done.output
    last = done.output.splitlines()[-1]
    assert last == "claude-code, lines 1 to 13: 4 new, 0 confirmed, 0 known, 1 refused"
    again = run_ripple("ingest", FIXTURES / "claude-code.jsonl", folder=repository)
    assert again.code == 0
    assert "nothing after line 13: 0 new" in again.output
    review = run_ripple("memories", "review", folder=repository)
    assert "idempotency" in review.output


def test_the_report_as_json(repository: Path) -> None:
    done = run_ripple("ingest", FIXTURES / "codex.jsonl", "--json", folder=repository)
    assert done.code == 0
    report = json.loads(done.output)
    assert (report["format"], report["new"], report["refused"]) == ("codex", 3, [])
    assert report["accepted"][0]["dialect"] == "/remember"
    assert report["accepted"][0]["outcome"] == "new"
    assert report["ignored"] == {"echo": 1, "shown": 2}


@pytest.mark.parametrize("name", [(), ("-",)])
def test_standard_input_with_options(repository: Path, name: tuple[str, ...]) -> None:
    options = ("--agent", "aider", "--session", "s1", "--task", "T1", "--role", "coder")
    done = pipe("MEMORY:fact:From a pipe\n", *name, *options, "--json", folder=repository)
    assert done.code == 0, done
    (accepted,) = json.loads(done.output)["accepted"]
    shown = run_ripple("memories", "show", accepted["id"], "--json", folder=repository)
    origin = json.loads(shown.output)["provenance"]
    assert (origin["agent"], origin["session"], origin["task"], origin["role"]) == (
        "aider",
        "s1",
        "T1",
        "coder",
    )


def test_a_dry_run_leaves_no_trace(repository: Path) -> None:
    done = pipe("MEMORY:fact:From a pipe\n", "--dry-run", folder=repository)
    assert "1 would be new" in done.output
    assert not (repository / ".ripple").exists()
    assert not (repository / ".git" / "ripple").exists()


def test_a_terminal_is_safe_from_what_a_transcript_says(repository: Path) -> None:
    text = "MEMORY:fact:red \x1b[31m text\nMEMORY:no\u202etype:x\n"
    done = pipe(text + say("x", cwd="/a\x1b]0;title\x07"), folder=repository)
    assert "\x1b" not in done.output
    assert "\u202e" not in done.output


def test_a_missing_file_is_a_clear_failure(repository: Path) -> None:
    assert_clear_failure(run_ripple("ingest", "missing.txt", folder=repository), code=2)


def test_signals_wait_where_memories_cannot_be_written(repository: Path) -> None:
    run_ripple("ingest", FIXTURES / "codex-old.jsonl", folder=repository)
    with shut(repository / ".git" / "ripple"):
        done = run_ripple(
            "ingest",
            FIXTURES / "codex.jsonl",
            folder=repository,
            before_start=obey_permissions(),
        )
        assert "3 new" in done.output, done
        assert "it waits in .ripple/" in done.output
    copied = pipe((FIXTURES / "codex.jsonl").read_text(), folder=repository)
    assert "0 new, 0 confirmed, 3 known" in copied.output


def test_several_at_once_take_each_signal_once(repository: Path) -> None:
    command = [sys.executable, "-m", "ripplegraph", "ingest", "--json"]
    running = [
        subprocess.Popen(
            [*command, FIXTURES / "claude-code.jsonl"],
            cwd=repository,
            env={**os.environ, "RIPPLE_STORE_BUSY_TIMEOUT_MS": str(LONGEST_MS)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    reports = [json.loads(process.communicate(timeout=LONGEST)[0]) for process in running]
    assert sum(report["new"] for report in reports) == 4
    assert all(report["confirmed"] == 0 for report in reports)
