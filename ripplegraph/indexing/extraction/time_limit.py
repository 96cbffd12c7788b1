"""A time limit for Python code that runs in this process, in whatever thread."""

from __future__ import annotations

import ctypes
import threading
from types import TracebackType
from typing import Self


class TimeIsUp(BaseException):
    """Something took longer than it may; no `except Exception` on the way swallows it."""


class TimeLimit:
    """Raises `TimeIsUp` in the block it surrounds when that takes longer than some seconds.

    A call into C is not interrupted, but what follows it is.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._thread = threading.get_ident()
        self._lock = threading.Lock()
        self._is_over = False
        self._is_raised = False
        self._timer = threading.Timer(seconds, self._interrupt)
        self._timer.daemon = True

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
            if self._is_raised:
                # It may be on its way, and must not arrive behind this block. Where there is
                # nothing to take back, asking for it would slow the interpreter down for good.
                _raise_in(self._thread, None)
        self._timer.cancel()

    def _interrupt(self) -> None:
        with self._lock:
            if not self._is_over:
                self._is_raised = True
                _raise_in(self._thread, TimeIsUp)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), ctypes.py_object(error) if error is not None else None
    )
