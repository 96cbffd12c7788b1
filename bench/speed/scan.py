"""Measures whole scans: from nothing, after one change, and with nothing to do.

    python -m bench.speed.scan PROJECT [PROJECT ...]

Each project is copied into a git repository of its own. Everything is given beside a bare
tree-sitter parse of the same files in the same run, because machines differ and are noisy. CPU
and memory are those of all processes of a scan.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.commands import LEAST, Run, build_command, measure_command, measure_ripple
from bench.projects import copy_project, is_parsed, run_git
from ripplegraph.parsers.extraction import get_tools, prepare_source
from ripplegraph.parsers.registry import language_of

_MEGABYTE = 1_000_000
_CHANGED_FILES = 7
_REPEATS = 9
_PROBE = "\n\ndef ripple_probe_{number}(value):\n    return value\n"


@dataclass(frozen=True)
class Row:
    """The figures of one project."""

    name: str
    files: int
    megabytes: float
    bare: float
    full: Run
    memory: int
    """The most bytes that all processes of a scan held at one time, shared pages counted once."""
    database: int
    changed: Sequence[float]
    idle: float

    def describe(self) -> Iterator[tuple[str, str]]:
        yield "parsed files", f"{self.files}, {self.megabytes:.1f} MB"
        yield "bare parse, CPU", f"{self.bare:.2f} s"
        yield "full scan, CPU", f"{self.full.cpu:.2f} s, {self.full.cpu / self.bare:.2f}x bare"
        yield "full scan, wall", f"{self.full.wall:.2f} s, {self.full.wall / self.bare:.2f}x bare"
        yield "full scan, memory", f"{self.memory / _MEGABYTE:.0f} MB"
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
        copy = copy_project(project, Path(folder, "project"))
        sources = _read_sources(copy)
        bare = _parse(sources)
        full, memory = _scan(copy)
        database = sum(f.stat().st_size for f in (copy / ".ripple").glob("graph.db*"))
        changed = [_change(copy, path, number) for number, path in enumerate(_choose(sources))]
        return Row(
            project.name,
            len(sources),
            sum(map(len, sources.values())) / _MEGABYTE,
            bare,
            full,
            memory,
            database,
            changed,
            _measure_idle(copy),
        )


def _read_sources(folder: Path) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    listed = run_git(folder, "ls-files", "-z").split("\0")
    for path in filter(None, listed):
        if is_parsed(path) and not (folder / path).is_symlink():
            data = (folder / path).read_bytes()
            if len(data) <= _MEGABYTE:
                found[path] = prepare_source(str(language_of(path)), data)
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
    return measure_ripple(folder, "scan").wall


def _measure_idle(folder: Path) -> float:
    measure_ripple(folder, "scan")
    plain, idle = [], []
    for _ in range(_REPEATS):
        plain.append(measure_command(LEAST, folder).wall)
        idle.append(measure_ripple(folder, "scan").wall)
    return statistics.median(idle) / statistics.median(plain)


def _scan(folder: Path) -> tuple[Run, int]:
    """Scan a project; returns the most memory that all processes held together, too."""
    watches: list[_MemoryWatch] = []

    def watch(pid: int) -> None:
        watches.append(_MemoryWatch(pid))
        watches[0].start()

    run = measure_command(build_command(folder, "scan"), folder, watch=watch)
    watches[0].join()
    return run, watches[0].most


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


if __name__ == "__main__":
    main()
