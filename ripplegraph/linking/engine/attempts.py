"""Errors while a question about a file is answered: the evaluator starts over, others go on."""

from __future__ import annotations

from collections.abc import Callable

from ripplegraph.failures import Attempts, Failures
from ripplegraph.linking.engine.evaluator import Evaluator


class LinkAttempts(Attempts):
    """Takes the errors of one linker.

    After an error answers may depend on what was asked first: no later scan links only some of the
    files as long as this is so.
    """

    def __init__(self, failures: Failures, solver: Evaluator) -> None:
        self._failures = failures
        self._solver = solver

    def take(self, path: str, step: str, line: int | None, error: Exception) -> None:
        """Record an error as a failure of a file; called while the error is handled."""
        self._failures.take(path, step, line, error)
        self._solver.start_over()
        self._solver.had_error = True

    def attempt_at(self, path: str, step: str, line: int, do: Callable[[], object]) -> None:
        """Do something for one line of a file."""
        try:
            do()
        except Exception as error:  # noqa: BLE001 - one line must not cost those beside it
            self.take(path, step, line, error)
