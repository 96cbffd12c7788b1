"""One scan at a time: waiting, leaving a mark, and processes that are killed."""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.errors import ScanRunningError, StoreError
from ripplegraph.indexing import scan_lock
from ripplegraph.indexing.scan_lock import ScanLock
from tests.support.command import run_ripple
from tests.support.waiting import LONGEST, wait_until

HOLDER = """
import sys, time
from pathlib import Path
from ripplegraph.indexing.scan_lock import ScanLock

def scan():
    Path("held").touch()
    while not Path("let-go").exists():
        time.sleep(0.01)
    with open("scans", "a") as file:
        file.write("scan\\n")

lock = ScanLock(Path.cwd())
lock.run(scan, timeout=600) if sys.argv[1] == "run" else lock.run_or_leave(scan)
"""


def hold(root: Path, way: str = "run") -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, "-c", HOLDER, way], cwd=root)
    wait_until((root / "held").exists)
    return process


def test_a_scan_that_finds_another_one_waits_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan_lock, "PATIENCE_SECONDS", 0)
    process = hold(tmp_path)
    told: list[bool] = []

    def be_told() -> None:
        told.append(True)
        (tmp_path / "let-go").touch()

    assert ScanLock(tmp_path).run(lambda: "done", timeout=LONGEST, on_wait=be_told) == "done"
    assert told == [True]
    assert process.wait(LONGEST) == 0


def test_a_short_wait_is_not_worth_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_lock, "PATIENCE_SECONDS", LONGEST)
    process = hold(tmp_path)
    threading.Timer(0.2, (tmp_path / "let-go").touch).start()
    told: list[bool] = []
    ScanLock(tmp_path).run(lambda: None, timeout=LONGEST, on_wait=lambda: told.append(True))
    assert not told
    assert process.wait(LONGEST) == 0


def test_waiting_has_an_end(tmp_path: Path) -> None:
    process = hold(tmp_path)
    with pytest.raises(ScanRunningError, match="has been scanning"):
        ScanLock(tmp_path).run(lambda: None, timeout=0.2)
    (tmp_path / "let-go").touch()
    assert process.wait(LONGEST) == 0


def test_threads_of_one_process_take_turns(tmp_path: Path) -> None:
    inside: list[int] = []
    together: list[int] = []

    def scan() -> None:
        inside.append(1)
        together.append(len(inside))
        time.sleep(0.02)
        inside.pop()

    threads = [
        threading.Thread(target=lambda: ScanLock(tmp_path).run(scan, timeout=LONGEST))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == [1, 1, 1, 1]


@pytest.mark.parametrize("way", ["run", "run_or_leave"])
def test_work_that_comes_meanwhile_is_done_by_who_is_there(tmp_path: Path, way: str) -> None:
    process = hold(tmp_path, way)
    for _ in range(5):
        assert ScanLock(tmp_path).run_or_leave(lambda: pytest.fail("two at once")) == 0
    assert ScanLock(tmp_path).has_pending_work
    (tmp_path / "let-go").touch()
    assert process.wait(LONGEST) == 0
    assert (tmp_path / "scans").read_text() == "scan\nscan\n"
    assert not ScanLock(tmp_path).has_pending_work


def test_a_mark_left_at_the_last_moment_is_seen(tmp_path: Path) -> None:
    scans: list[int] = []

    def scan() -> None:
        scans.append(1)
        if len(scans) < 4:
            assert ScanLock(tmp_path).run_or_leave(lambda: pytest.fail("two at once")) == 0

    assert ScanLock(tmp_path).run_or_leave(scan) == 4


def test_a_killed_process_lets_go(tmp_path: Path) -> None:
    process = hold(tmp_path)
    process.send_signal(signal.SIGKILL)
    process.wait(LONGEST)
    assert ScanLock(tmp_path).run(lambda: "done", timeout=0) == "done"


def test_a_scan_that_fails_lets_go(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        ScanLock(tmp_path).run(lambda: 1 / 0, timeout=0)
    assert ScanLock(tmp_path).run(lambda: "done", timeout=0) == "done"


def test_a_folder_that_cannot_be_locked(tmp_path: Path) -> None:
    (tmp_path / ".ripple").write_text("in the way")
    with pytest.raises(StoreError, match="cannot be taken"):
        ScanLock(tmp_path).run(lambda: None, timeout=0)


def test_the_command_says_that_it_waits(repository: Path) -> None:
    process = hold(repository)
    scan = subprocess.Popen(
        [sys.executable, "-m", "ripplegraph", "scan"],
        cwd=repository,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert scan.stderr is not None
    assert scan.stderr.readline() == "waiting for another scan of this project to end\n"
    (repository / "let-go").touch()
    assert scan.communicate(timeout=LONGEST)[1] == ""
    assert (scan.returncode, process.wait(LONGEST)) == (0, 0)


def test_the_command_gives_up(repository: Path) -> None:
    process = hold(repository)
    result = run_ripple("--set", "scan.lock_timeout_seconds=0", "scan", folder=repository)
    (repository / "let-go").touch()
    assert (result.code, process.wait(LONGEST)) == (4, 0)
    assert "scan.lock_timeout_seconds" in result.errors


def test_the_lock_is_not_part_of_the_project(repository: Path) -> None:
    open_project(repository).scan()
    assert open_project(repository).status().freshness == "fresh"
