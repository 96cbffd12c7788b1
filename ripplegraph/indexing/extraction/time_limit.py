"""A limit on the processor time of Python code that runs in this process, in whatever thread."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

PATIENCE: Final = 20
"""How many times as long as it may work something may take that waits, or has to share."""
_SHORTEST_WAIT = 0.005


class TimeIsUp(BaseException):
    """Something took longer than it may; no `except Exception` on the way swallows it."""


class TimeLimit:
    """Raises `TimeIsUp` in the block it surrounds when that needs more processor time than it may.

    A block that waits for something else gets `PATIENCE` times as long by the clock. A call into
    C is not interrupted, but what follows it is.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._thread = threading.get_ident()
        self._read_used = _find_clock(self._thread)
        self._used_before = self._read_used()
        self._latest = time.monotonic() + PATIENCE * seconds
        self._lock = threading.Lock()
        self._is_over = False
        self._is_raised = False
        self._timer = self._build_timer(seconds)

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._lock:
            self._is_over = True
            self._timer.cancel()
            if self._is_raised:
                # It may be on its way, and must not arrive behind this block. Where there is
                # nothing to take back, asking for it would slow the interpreter down for good.
                _raise_in(self._thread, None)

    def _build_timer(self, seconds: float) -> threading.Timer:
        timer = threading.Timer(max(seconds, _SHORTEST_WAIT), self._check)
        timer.daemon = True
        return timer

    def _check(self) -> None:
        """Interrupt the block if its time is up, else look again when it may be."""
        with self._lock:
            if self._is_over:
                return
            left = self._used_before + self._seconds - self._read_used()
            if left > 0 and time.monotonic() < self._latest:
                self._timer = self._build_timer(left)
                self._timer.start()
                return
            self._is_raised = True
            _raise_in(self._thread, TimeIsUp)


def _find_clock(thread: int) -> Callable[[], float]:
    """Return the clock of a thread's processor time, or of the whole process."""
    try:
        clock = time.pthread_getcpuclockid(thread)
    except (AttributeError, OSError):  # as on macOS
        return time.process_time
    return lambda: time.clock_gettime(clock)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), ctypes.py_object(error) if error is not None else None
    )
