"""Watching real files: a rescan after changes settle, and none for files that do not matter."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.indexing.scan_report import ScanReport
from tests.support.command import assert_clear_failure, run_ripple
from tests.support.repository import build_repository, git
from tests.support.waiting import LONGEST, wait_until


@contextmanager
def watching(root: Path, *, go: threading.Event | None = None) -> Iterator[list[tuple[str, ...]]]:
    """Watch a project; with `go` nothing is told after the beginning until it is set."""
    batches: list[tuple[str, ...]] = []
    stop = threading.Event()

    def note(_: ScanReport, changed: tuple[str, ...]) -> None:
        batches.append(changed)
        if go is not None:
            go.wait(LONGEST)

    project = open_project(root, anywhere=True)
    thread = threading.Thread(target=lambda: project.watch(note, stop=stop))
    thread.start()
    try:
        wait_until(lambda: bool(batches))
        yield batches
    finally:
        if go is not None:
            go.set()
        stop.set()
        thread.join()


def test_changes_are_scanned_once_they_settle(repository: Path) -> None:
    go = threading.Event()
    with watching(repository, go=go) as batches:
        assert batches == [()]
        for number in range(5):
            (repository / "c.py").write_text(f"x = {number}\n")
            (repository / "a.py").write_text(f"y = {number}\n")
        go.set()
        wait_until(lambda: len(batches) == 2)
        assert open_project(repository).status().freshness == "fresh"
        (repository / "c.py").unlink()
        wait_until(lambda: len(batches) == 3)
    assert batches == [(), ("a.py", "c.py"), ("c.py",)]


def test_files_that_do_not_matter_cause_no_scan(repository: Path) -> None:
    (repository / ".gitignore").write_text("*.log\nbuild/\n")
    (repository / "ripple.toml").write_text('[scan]\nexclude = ["data/"]\n')
    for name in ("build", "data"):
        (repository / name).mkdir()
    with watching(repository) as batches:
        (repository / "x.log").touch()
        (repository / "build" / "x.py").touch()
        (repository / "data" / "x.py").touch()
        (repository / ".ripple" / "x.py").touch()
        git(repository, "update-ref", "refs/heads/other", "HEAD")
        (repository / "build" / "tracked.py").touch()
        git(repository, "add", "--force", "build/tracked.py")
        (repository / "build" / "tracked.py").write_text("x = 1\n")
        wait_until(lambda: len(batches) == 2)
    assert batches[1] == ("build/tracked.py",)


def test_outside_git(tmp_path: Path) -> None:
    (tmp_path / "a.py").touch()
    (tmp_path / "node_modules").mkdir()
    with watching(tmp_path) as batches:
        (tmp_path / "node_modules" / "x.js").touch()
        (tmp_path / "b.py").touch()
        wait_until(lambda: len(batches) == 2)
    assert batches[1] == ("b.py",)


def test_an_interrupt_ends_the_command_quietly(tmp_path: Path) -> None:
    root = build_repository(tmp_path / "a b")
    process = subprocess.Popen(
        [sys.executable, "-m", "ripplegraph", "watch"],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        text=True,
        # Whoever runs the tests in the background may have it ignored.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    assert process.stdout is not None
    assert "all that changed before" in process.stdout.readline()
    (root / "new\x1b.py").touch()
    assert process.stdout.readline().endswith(": new\\x1b.py\n")
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=LONGEST)
    assert (process.returncode, output, errors) == (0, "", "")


def test_without_the_extra_the_error_names_it(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "empty" / "watchfiles").mkdir(parents=True)
    broken = tmp_path / "empty" / "watchfiles" / "__init__.py"
    broken.write_text("raise ImportError('not here')\n")
    path = str(tmp_path / "empty")
    result = run_ripple("watch", folder=repository, environment={"PYTHONPATH": path})
    assert_clear_failure(result, code=2)
    assert "ripplegraph[watch]" in result.errors


@pytest.mark.parametrize("name", ["a.py", "ignored.log"])
def test_the_ignored_of_many_paths(repository: Path, name: str) -> None:
    from ripplegraph.git.worktree import find_ignored

    (repository / ".gitignore").write_text("*.log\n")
    found = find_ignored(repository, (name, "b.py", "new\nline.log"))
    assert found == {"new\nline.log"} | ({name} if name.endswith(".log") else set())
