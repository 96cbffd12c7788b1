"""Hooks that real git runs: they rescan in the background and never get in the way."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.errors import ScanRunningError
from ripplegraph.git.hooks import install_hooks
from ripplegraph.git.repository import find_repository
from ripplegraph.indexing.rescan import LOG_BYTES, rescan, wait_for_end
from ripplegraph.indexing.scan_lock import ScanLock
from tests.support.hooks import (
    SHELL_HOOK,
    build_hooked_repository,
    read_log,
    write_hook,
)
from tests.support.repository import git
from tests.support.waiting import wait_until


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = build_hooked_repository(tmp_path / "a 'b\" $c")
    open_project(folder).install_hooks()
    return folder


def is_fresh(root: Path) -> bool:
    return open_project(root).status().freshness == "fresh" and is_idle(root)


def is_idle(root: Path) -> bool:
    """Tell whether nothing scans; what a hook leaves to this look is done by it."""
    try:
        open_project(root).scan(patience=0)
    except ScanRunningError:
        return False
    return True


def commit(root: Path, name: str, text: str) -> None:
    (root / name).write_text(text)
    git(root, "add", name)
    git(root, "commit", "--quiet", "--message", name)


def wait_for_hook(root: Path, name: str) -> None:
    wait_until(lambda: f"{name}: " in read_log(root))
    wait_until(lambda: is_fresh(root))


def test_a_commit_is_scanned(root: Path) -> None:
    commit(root, "c.py", "def f(): pass\n")
    wait_for_hook(root, "post-commit")


def test_a_merge_is_scanned(root: Path) -> None:
    git(root, "checkout", "--quiet", "-b", "side")
    commit(root, "c.py", "x = 1\n")
    git(root, "checkout", "--quiet", "main")
    wait_until(lambda: is_fresh(root))
    git(root, "merge", "--quiet", "side")
    wait_until(lambda: "post-merge: " in read_log(root))
    wait_until(lambda: is_fresh(root))


def test_a_checkout_of_a_branch_or_of_a_file_is_scanned(root: Path) -> None:
    commit(root, "a.py", "y = 2\n")
    wait_for_hook(root, "post-commit")
    git(root, "checkout", "--quiet", "HEAD~1")
    wait_for_hook(root, "post-checkout")
    lines = read_log(root).count("post-checkout: ")
    (root / "a.py").write_text("changed = 1\n")
    git(root, "checkout", "--quiet", "--", "a.py")
    wait_until(lambda: read_log(root).count("post-checkout: ") > lines)
    wait_until(lambda: is_fresh(root))


def test_an_amended_commit_and_a_rebase_are_scanned(root: Path) -> None:
    git(root, "commit", "--quiet", "--amend", "--message", "other words")
    wait_until(lambda: "post-rewrite: " in read_log(root))
    git(root, "checkout", "--quiet", "-b", "side")
    for number in range(6):
        commit(root, f"side{number}.py", f"x = {number}\n")
    git(root, "checkout", "--quiet", "main")
    commit(root, "c.py", "x = 1\n")
    git(root, "rebase", "--quiet", "main", "side")
    wait_until(lambda: is_fresh(root))
    assert open_project(root).status().index is not None


def test_a_worktree_is_scanned_where_it_is(root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other tree"
    git(root, "worktree", "add", "--quiet", "-b", "other", str(other))
    commit(other, "c.py", "x = 1\n")
    wait_until(lambda: "post-commit: " in read_log(other))
    wait_until(lambda: is_fresh(other))
    assert read_log(root) == ""
    git(root, "worktree", "remove", str(other))


def test_git_keeps_its_rules_for_a_failing_hook(root: Path) -> None:
    write_hook(root / ".git" / "hooks" / "post-checkout", SHELL_HOOK)
    open_project(root).install_hooks()
    with pytest.raises(subprocess.CalledProcessError) as caught:
        git(root, "checkout", "--quiet", "-b", "side")
    assert caught.value.returncode == 1
    arguments = (root / "ran.txt").read_text().split()
    assert arguments[2] == "1"
    wait_for_hook(root, "post-checkout")


def test_the_rescan_waits_for_what_the_hook_does(root: Path) -> None:
    slow = b"#!/bin/sh\nsleep 1\necho 'made = 1' > made.py\nexec true\n"
    write_hook(root / ".git" / "hooks" / "post-commit", slow)
    open_project(root).install_hooks()
    commit(root, "c.py", "x = 1\n")
    wait_for_hook(root, "post-commit")
    assert read_log(root).count("\n") == 1


def test_git_does_not_wait_for_the_scan(root: Path, tmp_path: Path) -> None:
    """Hold the scan back until the commit has ended."""
    go = tmp_path / "go"
    waits = f"#!/bin/sh\nuntil [ -e '{go}' ]; do sleep 0.02; done\nexec '{sys.executable}' \"$@\"\n"
    interpreter = write_hook(tmp_path / "python", waits.encode())
    repository = find_repository(root)
    assert repository is not None
    install_hooks(repository, interpreter=str(interpreter))
    commit(root, "c.py", "x = 1\n")
    assert read_log(root) == ""
    go.touch()
    wait_for_hook(root, "post-commit")


def test_a_scan_that_is_running_is_left_the_work(root: Path, tmp_path: Path) -> None:
    scan_is_held = tmp_path / "held"

    def commit_meanwhile() -> None:
        commit(root, "c.py", "x = 1\n")
        wait_until(lambda: "left to the scan that is running" in read_log(root))
        scan_is_held.touch()

    ScanLock(root).run(lambda: None if scan_is_held.exists() else commit_meanwhile(), timeout=0)


@pytest.mark.parametrize("interpreter", ["/no/such/python", shutil.which("false") or "false"])
def test_without_ripple_git_works_as_ever(root: Path, interpreter: str) -> None:
    repository = find_repository(root)
    assert repository is not None
    install_hooks(repository, interpreter=interpreter)
    (root / "c.py").touch()
    git(root, "add", "c.py")
    done = subprocess.run(
        ["git", "commit", "--quiet", "-m", "x"], cwd=root, capture_output=True, check=True
    )
    assert (done.stdout, done.stderr) == (b"", b"")


def test_code_in_the_repository_is_not_run(root: Path) -> None:
    for name in ("click.py", "json.py", "ripplegraph.py"):
        (root / name).write_text("open('oops', 'w')\n")
    commit(root, "c.py", "x = 1\n")
    wait_for_hook(root, "post-commit")
    assert not (root / "oops").exists()


def test_commits_that_follow_each_other_leave_one_scan_behind(root: Path) -> None:
    for number in range(8):
        commit(root, f"c{number}.py", f"x = {number}\n")
    wait_until(lambda: read_log(root).count("post-commit") == 8)
    wait_until(lambda: is_fresh(root))
    assert not ScanLock(root).has_pending_work


def test_a_killed_rescan_does_no_harm(root: Path) -> None:
    open_project(root).scan()
    for number in range(3):
        (root / "many.py").write_text("".join(f"x{n} = {number}\n" for n in range(3_000)))
        process = subprocess.Popen(
            [sys.executable, "-m", "ripplegraph", "hooks", "run"], cwd=root, start_new_session=True
        )
        time.sleep(0.15 + number * 0.15)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    open_project(root).rescan()
    assert is_fresh(root)


def test_the_environment_of_the_hook_does_not_lead_astray(root: Path, tmp_path: Path) -> None:
    other = build_hooked_repository(tmp_path / "other")
    environment = {**os.environ, "GIT_DIR": str(other / ".git"), "GIT_WORK_TREE": str(other)}
    subprocess.run(
        [sys.executable, "-m", "ripplegraph", "hooks", "run", "--hook", "test"],
        cwd=root,
        env=environment,
        check=True,
    )
    assert "test: scanned" in read_log(root)
    assert not (other / ".ripple").exists()


def test_the_log_is_bounded_and_has_one_line_for_each_rescan(repository: Path) -> None:
    def fail() -> None:
        raise ValueError("many\nlines " + "x" * 9_000)

    for _ in range(20):
        with pytest.raises(ValueError, match="many"):
            rescan(repository, fail, reason="test")
    log = repository / ".ripple" / "rescan.log"
    assert log.stat().st_size <= LOG_BYTES
    assert all(
        " test: bug: ValueError: many lines x" in line for line in read_log(repository).splitlines()
    )


def test_waiting_for_a_process_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    process = subprocess.Popen(["true"])
    process.wait()
    monkeypatch.setattr(time, "sleep", lambda _: pytest.fail("waited"))
    for number in (process.pid, 0, -1, 2**40):
        wait_for_end(number)
