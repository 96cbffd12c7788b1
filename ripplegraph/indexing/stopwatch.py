"""Measures how long the phases of a scan take."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Stopwatch:
    """Seconds by phase, in the order in which the phases were first entered."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def measure(self, phase: str) -> Iterator[None]:
        started = time.perf_counter()
        try:
            yield
        finally:
            passed = time.perf_counter() - started
            self.seconds[phase] = self.seconds.get(phase, 0.0) + passed
