"""Kills scans at random moments and looks at what they leave behind."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from ripplegraph import open_project
from ripplegraph.indexing.canonical_dump import dump_graph, find_differences
from ripplegraph.store.connection import exists, open_for_reading
from ripplegraph.store.graph.summary import was_scanned
from tests.support.equality import Twin


@dataclass
class Kills:
    """How many scans were killed, and which graph they left; what was wrong is in words."""

    tried: int = 0
    died: int = 0
    """How many were still running when they were killed."""
    old: int = 0
    new: int = 0
    problems: list[str] = field(default_factory=list)


class Killer:
    """Runs the real command on a project and kills it."""

    def __init__(self, twin: Twin, random: Random) -> None:
        self._twin = twin
        self._random = random
        self._seconds: dict[tuple[str, ...], float] = {}
        self.kills = Kills()

    def measure(self, *flags: str) -> None:
        """Let a scan run to its end, to know how long that takes."""
        start = time.perf_counter()
        self._start(*flags).wait()
        self._seconds[flags] = time.perf_counter() - start

    def kill(self, change: Callable[[], object], *flags: str) -> None:
        """Change the project, kill the scan that follows, and check what is left and repaired."""
        change()
        old = self._read()
        new = self._twin.read_fresh()
        died = self._kill(*flags)
        self.kills.tried += 1
        self.kills.died += died
        left = self._read()
        if left == new:
            self.kills.new += 1
        elif left == old:
            self.kills.old += 1
        else:
            self._note("neither the old nor the new graph", find_differences(left or [], new))
        problems = open_project(self._twin.root, anywhere=True).doctor(verify=True).problems
        self.kills.problems += [f"{check.name}: {check.message}" for check in problems]
        self._twin.scan()
        repaired = find_differences(self._twin.read(), new)
        if repaired:
            self._note("the next scan did not repair it", repaired)

    def _note(self, what: str, differences: list[str]) -> None:
        self.kills.problems.append("\n".join([what, *differences[:10]]))

    def _read(self) -> list[str] | None:
        """Return the lines of the graph; None when there is none yet."""
        if not exists(self._twin.graph):
            return None
        with open_for_reading(self._twin.graph) as connection:
            return list(dump_graph(connection)) if was_scanned(connection) else None

    def _kill(self, *flags: str) -> bool:
        # Much of a short scan is the start of Python, which has nothing to do with the store.
        moment = self._random.triangular(0, 1.05, 0.8) * self._seconds[flags]
        process = self._start(*flags)
        try:
            process.wait(moment)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return True
        # It was measured on a machine that had more to do.
        self._seconds[flags] *= 0.7
        return False

    def _start(self, *flags: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "ripplegraph", "scan", *flags],
            cwd=self._twin.root,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
