"""`ripple agents`: what it shows, what it asks, and when it refuses."""

import json
import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.command import Result, assert_clear_failure, run_ripple
from tests.support.waiting import LONGEST


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def run(home: Path, folder: Path, *arguments: str) -> Result:
    variables = {"HOME": str(home), "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "", "CODEX_HOME": ""}
    return run_ripple("agents", *arguments, folder=folder, environment=variables)


def test_an_installation_from_beginning_to_end(repository: Path, home: Path) -> None:
    done = run(home, repository, "install", "cursor", "--yes")
    assert done.code == 0, done
    assert '+    "ripplegraph": {' in done.output
    assert "cursor (project): installed" in done.output
    assert "git does not ignore: .cursor/mcp.json, .cursor/hooks.json" in done.output
    data = json.loads((repository / ".cursor" / "mcp.json").read_text())
    assert data["mcpServers"]["ripplegraph"]["command"] == sys.executable
    again = run(home, repository, "install", "cursor")
    assert again.output == "cursor (project): up to date already\n"
    listed = run(home, repository, "list")
    assert f"cursor       installed, project: {repository}/.cursor/mcp.json" in listed.output
    assert "zed          not installed" in listed.output
    assert run(home, repository, "uninstall", "cursor", "-y").code == 0
    assert not (repository / ".cursor").exists()
    assert not any(home.iterdir())


def test_a_person_who_cannot_be_asked(repository: Path, home: Path) -> None:
    done = run(home, repository, "install", "cursor")
    assert_clear_failure(done, code=2)
    assert "--yes" in done.errors
    assert '+    "ripplegraph": {' in done.output
    assert not (repository / ".cursor").exists()
    as_json = run(home, repository, "install", "cursor", "--json")
    assert json.loads(as_json.output)["error"]["type"] == "UsageError"


def test_a_dry_run_writes_nothing(repository: Path, home: Path) -> None:
    done = run(home, repository, "install", "codex", "--dry-run")
    assert "+[mcp_servers.ripplegraph]" in done.output
    assert "codex (user): nothing was written" in done.output
    assert not any(home.iterdir())
    report = json.loads(run(home, repository, "install", "codex", "--dry-run", "--json").output)
    assert report["applied"] is False
    assert [file["change"] for file in report["files"]] == ["created", "created"]


@pytest.mark.parametrize(
    ("answers", "written", "scanned"), [("yy", 1, 1), ("yn", 1, 0), ("n", 0, 0)]
)
def test_a_person_is_asked_on_a_terminal(
    repository: Path, home: Path, answers: str, written: int, scanned: int
) -> None:
    outer, inner = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "ripplegraph", "agents", "install", "opencode"],
        cwd=repository,
        env={**os.environ, "HOME": str(home)},
        stdin=inner,
        stdout=inner,
        stderr=inner,
    )
    os.close(inner)
    for question, answer in zip((b"Write this?", b"Scan it now?"), answers, strict=False):
        shown = b""
        while question not in shown:
            shown += os.read(outer, 4096)
        os.write(outer, f"{answer}\n".encode())
    _read_to_the_end(outer)
    assert process.wait(LONGEST) == 0
    os.close(outer)
    assert (repository / "opencode.json").exists() == bool(written)
    assert (repository / ".ripple" / "graph.db").exists() == bool(scanned)


def _read_to_the_end(terminal: int) -> None:
    with suppress(OSError):
        while os.read(terminal, 4096):
            pass


def test_who_is_not_asked_is_told_to_scan(repository: Path, home: Path) -> None:
    note = "note: this project is not scanned yet: run `ripple scan`\n"
    assert run(home, repository, "install", "cursor", "--yes").output.endswith(note)
    run_ripple("scan", folder=repository)
    assert note not in run(home, repository, "install", "opencode", "--yes").output


def test_what_belongs_to_a_user_needs_no_project(tmp_path: Path, home: Path) -> None:
    assert run(home, tmp_path, "install", "codex", "--yes").code == 0
    assert (home / ".codex" / "config.toml").is_file()
    assert "codex        installed, user" in run(home, tmp_path, "list").output
    assert_clear_failure(run(home, tmp_path, "install", "cursor", "--yes"), code=3)


def test_a_broken_file_is_named(repository: Path, home: Path) -> None:
    path = repository / "opencode.json"
    path.write_text("{oops")
    done = run(home, repository, "install", "opencode", "--yes")
    assert_clear_failure(done, code=2)
    assert f"{path} cannot be edited" in done.errors
    assert path.read_text() == "{oops"
    assert f"broken, project: {path}" in run(home, repository, "list").output


def test_text_of_a_file_does_not_drive_the_terminal(repository: Path, home: Path) -> None:
    (repository / "opencode.json").write_text('{"a": "\x9b31m\u202e"}\n', encoding="utf-8")
    done = run(home, repository, "install", "opencode", "--dry-run")
    assert done.code == 0
    assert "\\x9b31m\\u202e" in done.output
    assert "\x9b" not in done.output


def test_an_installation_whose_python_is_gone_is_out_of_date(repository: Path, home: Path) -> None:
    run(home, repository, "install", "cursor", "--yes")
    path = repository / ".cursor" / "mcp.json"
    path.write_text(path.read_text().replace(sys.executable, "/gone/python"))
    listed = run(home, repository, "list")
    assert f"outdated, project: {path} (it starts /gone/python, which is gone)" in listed.output
    report = json.loads(run(home, repository, "list", "--json").output)
    assert report["interpreter"] == sys.executable


@pytest.mark.parametrize(
    "arguments", [("install", "nobody"), ("install", "windsurf", "--scope", "project", "--yes")]
)
def test_what_cannot_be_installed(repository: Path, home: Path, arguments: tuple[str, ...]) -> None:
    assert_clear_failure(run(home, repository, *arguments), code=2)
