"""Worker processes: the same outcomes as without them, and none is left behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from ripplegraph.config import ScanConfig
from ripplegraph.errors import ScanError
from ripplegraph.indexing.extraction import worker_pool
from ripplegraph.indexing.extraction.file_reader import (
    FileOutcome,
    FileTask,
    ReadingRules,
    read_file,
)
from ripplegraph.indexing.extraction.worker_pool import WorkerPool, read_files
from tests.support.graphs import write_files
from tests.support.plugins import install_toy_language
from tests.support.waiting import LONGEST, wait_until

SHOP = Path(__file__).resolve().parents[2] / "fixtures" / "repos" / "shop"


def build_tasks(root: Path) -> list[FileTask]:
    return [
        FileTask(path.relative_to(root).as_posix(), "python", path.stat().st_size)
        for path in sorted(root.rglob("*.py"))
    ]


def forget_time(outcomes: Iterator[FileOutcome]) -> list[FileOutcome]:
    return sorted((replace(outcome, seconds=0) for outcome in outcomes), key=lambda o: o.path)


def find_children(process: int) -> list[int]:
    columns = "pid=,ppid=,comm="
    done = subprocess.run(["ps", "-eo", columns], capture_output=True, text=True, check=True)
    rows = (line.split(maxsplit=2) for line in done.stdout.splitlines())
    return [int(row[0]) for row in rows if int(row[1]) == process and row[2] != "ps"]


def is_running(process: int) -> bool:
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_workers_give_the_very_same_facts() -> None:
    tasks, rules = build_tasks(SHOP), ReadingRules(os.fsencode(SHOP), ScanConfig())
    alone = forget_time(read_file(task, rules) for task in tasks)
    together = forget_time(WorkerPool(tasks, rules, jobs=2).read_all())
    assert together == alone
    assert all(outcome.facts for outcome in together)


def test_a_file_that_cannot_be_read_is_an_outcome(tmp_path: Path) -> None:
    rules = ReadingRules(os.fsencode(tmp_path), ScanConfig())
    (outcome,) = read_files([FileTask("gone.py", "python", 1)], rules, jobs=1)
    assert (outcome.status, outcome.reason) == (
        "failed",
        "cannot be read: No such file or directory",
    )


def test_workers_end_when_nobody_wants_more() -> None:
    tasks, rules = build_tasks(SHOP), ReadingRules(os.fsencode(SHOP), ScanConfig())
    before = set(find_children(os.getpid()))
    outcomes = WorkerPool(tasks, rules, jobs=2).read_all()
    next(outcomes)
    outcomes.close()  # type: ignore[attr-defined]
    wait_until(lambda: set(find_children(os.getpid())) <= before)


def test_workers_do_not_outlive_a_scan_that_is_killed(tmp_path: Path) -> None:
    environment = install_toy_language(tmp_path / "site")
    project = tmp_path / "project"
    write_files(project, {f"m{n}.toy": "wait\n" + "f\n" * 200_000 for n in range(4)})
    scan = subprocess.Popen(
        [sys.executable, "-m", "ripplegraph", "scan", "--here", "--jobs", "2"],
        cwd=project,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
    )
    wait_until(lambda: len(find_children(scan.pid)) == 2)
    workers = find_children(scan.pid)
    scan.send_signal(signal.SIGKILL)
    scan.wait(LONGEST)
    Path(environment["TOY_MARK"]).touch()
    wait_until(lambda: not any(map(is_running, workers)))


def test_without_workers_there_is_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no-python"))
    monkeypatch.setattr(worker_pool, "BYTES_WORTH_WORKERS", 0)
    rules = ReadingRules(os.fsencode(SHOP), ScanConfig())
    with pytest.raises(ScanError, match="No worker process") as caught:
        list(read_files(build_tasks(SHOP), rules, jobs=2))
    assert "--jobs 1" in caught.value.hint
