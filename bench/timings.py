"""Times of work inside this process."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def print_time(label: str) -> Iterator[None]:
    """Print how long some work took."""
    started = time.perf_counter()
    yield
    print(f"{label}: {time.perf_counter() - started:.2f} s", flush=True)


def measure_times(work: Callable[[], object], repeat: int) -> list[float]:
    """Return the milliseconds of each of some runs, sorted."""
    times = []
    for _ in range(repeat):
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1000)
    return sorted(times)


def print_times(label: str, times: list[float]) -> None:
    """Print the median of sorted times, and what 95% of them are below."""
    worst = times[int(len(times) * 0.95)]
    print(f"{label:<48}median {statistics.median(times):7.2f} ms, 95% below {worst:7.2f} ms")
