"""Measures how long the phases of a scan take."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Stopwatch:
    """Seconds by phase, in the order in which the phases were first entered or announced."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def announce(self, *phases: str) -> None:
        """Give phases their place, whichever of them is entered first."""
        for phase in phases:
            self.seconds.setdefault(phase, 0.0)

    @contextmanager
    def measure(self, phase: str) -> Iterator[None]:
        started = time.perf_counter()
        try:
            yield
        finally:
            passed = time.perf_counter() - started
            self.seconds[phase] = self.seconds.get(phase, 0.0) + passed
