"""Measures whole scans: from nothing, after one change, and with nothing to do.

    python -m bench.speed.scan PROJECT [PROJECT ...]

Each project is copied into a git repository of its own. Everything is given beside a bare
tree-sitter parse of the same files in the same run, because machines differ and are noisy. CPU
and memory are those of all processes of a scan.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.parsers.extraction import get_tools, prepare_source
from ripplegraph.parsers.registry import find_languages, language_of

_MEGABYTE = 1_000_000
_CHANGED_FILES = 7
_REPEATS = 9
_PROBE = "\n\ndef ripple_probe_{number}(value):\n    return value\n"


@dataclass(frozen=True)
class Run:
    """What one command took."""

    wall: float
    cpu: float
    memory: int
    """The most bytes that all its processes held at one time, pages they share counted once."""


@dataclass(frozen=True)
class Row:
    """The figures of one project."""

    name: str
    files: int
    megabytes: float
    bare: float
    full: Run
    database: int
    changed: Sequence[float]
    idle: float

    def describe(self) -> Iterator[tuple[str, str]]:
        yield "parsed files", f"{self.files}, {self.megabytes:.1f} MB"
        yield "bare parse, CPU", f"{self.bare:.2f} s"
        yield "full scan, CPU", f"{self.full.cpu:.2f} s, {self.full.cpu / self.bare:.2f}x bare"
        yield "full scan, wall", f"{self.full.wall:.2f} s, {self.full.wall / self.bare:.2f}x bare"
        yield "full scan, memory", f"{self.full.memory / _MEGABYTE:.0f} MB"
        yield "full scan per MB", f"{self.full.cpu / self.megabytes:.2f} s CPU"
        yield "graph.db", f"{self.database / _MEGABYTE:.1f} MB"
        median = statistics.median(self.changed)
        share = median / self.full.wall
        listed = ", ".join(f"{seconds:.2f}" for seconds in sorted(self.changed))
        yield "one file changed", f"median {median:.2f} s, {share:.3f} of a full scan ({listed})"
        yield "nothing changed", f"{self.idle:.2f} times `import sqlite3, json`"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("projects", nargs="+", type=Path)
    rows = []
    for path in parser.parse_args().projects:
        row = measure(path)
        rows.append(row)
        print(f"\n{row.name}")
        for label, text in row.describe():
            print(f"  {label:<18}{text}", flush=True)
    if len(rows) > 1:
        rates = [row.full.cpu / row.megabytes for row in rows]
        print(f"\ngrowth of CPU per MB from the first to the last: {rates[-1] / rates[0]:.2f}x")


def measure(project: Path) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "project")
        shutil.copytree(project, copy, ignore=shutil.ignore_patterns(".git", ".ripple"))
        _git(copy, "init", "--quiet")
        _git(copy, "add", "--all", "--force")
        _git(copy, "commit", "--quiet", "--message", "all")
        sources = _read_sources(copy)
        bare = _parse(sources)
        full = _run(copy)
        database = sum(f.stat().st_size for f in (copy / ".ripple").glob("graph.db*"))
        changed = [_change(copy, path, number) for number, path in enumerate(_choose(sources))]
        return Row(
            project.name,
            len(sources),
            sum(map(len, sources.values())) / _MEGABYTE,
            bare,
            full,
            database,
            changed,
            _measure_idle(copy),
        )


def _read_sources(folder: Path) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    listed = _git(folder, "ls-files", "-z").split("\0")
    for path in filter(None, listed):
        language = language_of(path)
        if language is not None and find_languages()[language].extract is not None:
            data = (folder / path).read_bytes()
            if len(data) <= _MEGABYTE:
                found[path] = prepare_source(language, data)
    return found


def _parse(sources: dict[str, bytes]) -> float:
    for path in sources:
        get_tools(str(language_of(path)))
    started = time.process_time()
    for path, data in sources.items():
        get_tools(str(language_of(path)))[0].parse(data)
    return time.process_time() - started


def _choose(sources: dict[str, bytes]) -> list[str]:
    """Return files from the smallest to the largest, evenly spread, and the largest."""
    python = sorted((len(data), path) for path, data in sources.items() if path.endswith(".py"))
    step = max(1, len(python) // (_CHANGED_FILES - 1))
    return [path for _, path in (*python[step // 2 :: step], python[-1])]


def _change(folder: Path, path: str, number: int) -> float:
    file = folder / path
    file.write_bytes(file.read_bytes() + _PROBE.format(number=number).encode())
    return _run(folder).wall


def _measure_idle(folder: Path) -> float:
    _run(folder)
    plain, idle = [], []
    for _ in range(_REPEATS):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import sqlite3, json"], check=True)
        plain.append(time.perf_counter() - started)
        started = time.perf_counter()
        _scan(folder).wait()
        idle.append(time.perf_counter() - started)
    return statistics.median(idle) / statistics.median(plain)


def _scan(folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "ripplegraph", "-C", str(folder), "scan", "--here"],
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""},
    )


def _run(folder: Path) -> Run:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    process = _scan(folder)
    watch = _MemoryWatch(process.pid)
    watch.start()
    process.wait()
    wall = time.perf_counter() - started
    watch.join()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode:
        raise RuntimeError(f"the scan of {folder} failed")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(wall, cpu, watch.most)


class _MemoryWatch(threading.Thread):
    """Adds up what a process and those it started hold, every few milliseconds."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.most = 0
        self._pid = pid

    def run(self) -> None:
        while Path(f"/proc/{self._pid}/stat").exists():
            held = sum(map(_read_memory, self._find_processes()))
            if not held:
                break
            self.most = max(self.most, held)
            time.sleep(0.05)

    def _find_processes(self) -> list[int]:
        found = [self._pid]
        for pid in found:
            children = Path(f"/proc/{pid}/task/{pid}/children")
            try:
                found += map(int, children.read_text().split())
            except OSError:
                continue
        return found


def _read_memory(pid: int) -> int:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    line = next((line for line in text.splitlines() if line.startswith("Pss:")), "Pss: 0 kB")
    return int(line.split()[1]) * 1024


def _git(folder: Path, *arguments: str) -> str:
    # What git tidies up in the background would be measured, and stays in the way of cleaning up.
    settings = ("user.name=bench", "user.email=bench@example.com", "gc.auto=0")
    options = [part for setting in settings for part in ("-c", setting)]
    command = ["git", "-C", str(folder), *options, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    main()
