"""What the commands print when all is well."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from ripplegraph.version import __version__
from tests.support import databases
from tests.support.command import run_ripple
from tests.support.repository import git


def test_version_and_help(tmp_path: Path) -> None:
    assert run_ripple("--version", folder=tmp_path).output == f"ripple {__version__}\n"
    for arguments in ([], ["--help"], ["-h"]):
        result = run_ripple(*arguments, folder=tmp_path)
        assert result.code == 0
        assert "Commands:" in result.output


def test_status_before_anything_was_written(repository: Path) -> None:
    result = run_ripple("status", folder=repository)
    assert result.code == 0
    assert "not indexed: nothing has been scanned yet" in result.output
    assert not (repository / ".ripple").exists()
    assert not (repository / ".git" / "ripple").exists()


def test_status_of_a_scanned_project(repository: Path) -> None:
    commit, tree = (git(repository, "rev-parse", name) for name in ("HEAD", "HEAD^{tree}"))
    databases.record_scan(databases.graph_of(repository), commit=commit, tree=tree)
    result = run_ripple("status", folder=repository)
    assert "index       fresh: the index matches the checked-out commit" in result.output
    assert "languages   2 (python 2)" in result.output
    assert f"scanned     2026-01-02T03:04:05Z at {commit[:10]} by ripple 0.1.0" in result.output


@pytest.mark.parametrize("arguments", [["--json", "status"], ["status", "--json"]])
def test_json_may_stand_before_or_after_the_command(repository: Path, arguments: list[str]) -> None:
    answer = json.loads(run_ripple(*arguments, folder=repository).output)
    assert answer["root"] == str(repository)
    assert answer["freshness"] == "not_indexed"
    assert answer["checked_out"]["branch"] == "main"


def test_an_error_is_json_on_standard_output_when_json_was_asked_for(tmp_path: Path) -> None:
    result = run_ripple("status", "--json", folder=tmp_path)
    assert (result.code, result.errors) == (3, "")
    error = json.loads(result.output)["error"]
    assert error["type"] == "NotAProjectError"
    assert error["hint"]


def test_usage_errors_are_json_too(tmp_path: Path) -> None:
    result = run_ripple("status", "--bogus", "--json", folder=tmp_path)
    assert result.code == 2
    assert "--bogus" in json.loads(result.output)["error"]["message"]


def test_debug_shows_the_traceback(tmp_path: Path) -> None:
    result = run_ripple("status", "--debug", folder=tmp_path)
    assert result.code == 3
    assert "Traceback" in result.errors


def test_the_project_can_be_named_before_or_after_the_command(
    repository: Path, tmp_path: Path
) -> None:
    for arguments in (["-C", "repository", "status"], ["status", "-C", "repository/a.py"]):
        assert str(repository) in run_ripple(*arguments, folder=tmp_path).output


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(tmp_path: Path, shell: str) -> None:
    result = run_ripple("completion", shell, folder=tmp_path)
    assert result.code == 0
    assert "_RIPPLE_COMPLETE" in result.output


def test_completion_answers_a_shell(tmp_path: Path) -> None:
    asked = {"_RIPPLE_COMPLETE": "bash_complete", "COMP_WORDS": "ripple sta", "COMP_CWORD": "1"}
    assert run_ripple(folder=tmp_path, environment=asked).output == "plain,status\n"


def test_control_characters_from_a_repository_are_spelled_out(tmp_path: Path) -> None:
    folder = tmp_path / "red\x1b[31m\u202eder"
    folder.mkdir()
    (folder / "ripple.toml").touch()
    output = run_ripple("status", folder=folder).output
    assert "\x1b" not in output
    assert r"red\x1b[31m\u202eder" in output


def test_a_path_that_is_not_text_can_be_shown(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    folder.mkdir()
    (folder / "ripple.toml").touch()
    assert r"\udcff" in run_ripple("status", folder=folder).output
    assert json.loads(run_ripple("status", "--json", folder=folder).output)["root"] == str(folder)


@pytest.mark.parametrize(
    ("arguments", "environment", "colored"),
    [
        ([], {}, False),
        (["--color", "always"], {}, True),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
    ],
)
def test_color_without_a_terminal(
    repository: Path, arguments: list[str], environment: dict[str, str], colored: bool
) -> None:
    result = run_ripple("doctor", *arguments, folder=repository, environment=environment)
    assert ("\x1b[" in result.output) is colored


@pytest.mark.parametrize(("setting", "colored"), [("", True), ("1", False)])
def test_color_on_a_terminal(repository: Path, setting: str, colored: bool) -> None:
    ours, theirs = pty.openpty()
    subprocess.run(
        [sys.executable, "-m", "ripplegraph", "doctor"],
        cwd=repository,
        env={**os.environ, "NO_COLOR": setting},
        stdout=theirs,
        check=True,
    )
    os.close(theirs)
    assert (b"\x1b[32m" in os.read(ours, 65536)) is colored
    os.close(ours)


def test_doctor_lists_every_check(repository: Path) -> None:
    databases.create_all(databases.graph_of(repository))
    result = run_ripple("doctor", folder=repository)
    assert result.code == 0
    for name in ("python", "sqlite", "git", "configuration", "graph database", "memory database"):
        assert f"ok       {name}: " in result.output
    assert "git ignores .ripple/" in result.output
    assert result.output.endswith("no problems\n")


def test_a_reader_that_goes_away_is_no_error(repository: Path) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    done = subprocess.run(
        [sys.executable, "-m", "ripplegraph", "doctor"],
        cwd=repository,
        stdout=theirs,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(theirs)
    assert (done.returncode, done.stderr) == (141, b"")
