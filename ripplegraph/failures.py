"""Unexpected errors of single files: recorded as their diagnostics, so that the scan goes on."""

from __future__ import annotations

import logging
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import NamedTuple, ParamSpec, TypeVar

from ripplegraph.errors import RippleError

BUG = "bug"
"""Severity of what ripple itself did wrong with a file."""
RECORD, RAISE = "record", "raise"
"""What `scan.errors` can be."""


class FactsMissingError(Exception):
    """The facts of a file that did not change are not there any more."""


_PASSED_ON = (RippleError, FactsMissingError, sqlite3.Error, MemoryError)
"""Errors that are not about one file."""
_MESSAGE_LENGTH = 200
_MOST_OF_A_FILE = 20
"""Failures of one file that are listed; of the others their number."""

_log = logging.getLogger("ripplegraph.scan")

P = ParamSpec("P")
R = TypeVar("R")


class Failure(NamedTuple):
    """An error that came up in one step for one file."""

    path: str
    step: str
    line: int | None
    reason: str

    @property
    def message(self) -> str:
        return f"{self.step} failed: {self.reason}"


class Attempts(ABC):
    """Tries things for one file, and lets `take` decide about errors."""

    @abstractmethod
    def take(self, path: str, step: str, line: int | None, error: Exception) -> None:
        """Record an error as a failure of a file; called while the error is handled."""

    def attempt(
        self, path: str, step: str, do: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> R | None:
        """Return what a function returns; None where it fails."""
        try:
            return do(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - one file must not end the scan of all
            self.take(path, step, None, error)
            return None


class Failures(Attempts):
    """Takes errors, or raises them where somebody develops ripple itself."""

    def __init__(self, mode: str = RAISE) -> None:
        self.mode = mode
        self._found: dict[str, list[Failure]] = {}
        self._more: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(map(len, self._found.values())) + sum(self._more.values())

    def __iter__(self) -> Iterator[Failure]:
        """Yield what came up, by path and in the order in which it did."""
        for path in sorted(self._found):
            yield from self._found[path]
            if path in self._more:
                yield Failure(path, "linking", None, f"{self._more[path]} more times")

    def take(self, path: str, step: str, line: int | None, error: Exception) -> None:
        """Record an error as a failure of a file; called while the error is handled."""
        if self.mode == RAISE or isinstance(error, _PASSED_ON):
            raise error
        _log.debug("%s of %s failed", step, path, exc_info=error)
        self.add(path, step, line, f"{type(error).__name__}: {error}"[:_MESSAGE_LENGTH])

    def add(self, path: str, step: str, line: int | None, reason: str) -> None:
        """Record that a step was not done as it should be."""
        known = self._found.setdefault(path, [])
        failure = Failure(path, step, line, reason)
        if failure in known:
            return
        if len(known) < _MOST_OF_A_FILE:
            known.append(failure)
        else:
            self._more[path] = self._more.get(path, 0) + 1

    def give_up(self, step: str, error: Exception) -> None:
        """Note that a step is done in another way, as an error came up in it."""
        if self.mode == RAISE or isinstance(error, _PASSED_ON):
            raise error
        _log.debug("%s failed", step, exc_info=error)
