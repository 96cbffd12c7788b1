"""The time limit of a briefing, for an agent that waits."""

from __future__ import annotations

import sqlite3
import time

_INSTRUCTIONS = 2_000
"""After so many instructions of SQLite it is asked whether to go on."""


class OutOfTimeError(Exception):
    """The work took longer than anybody should wait for it."""


class TimeLimit:
    """An amount of computing time; waiting for a busy machine does not count."""

    def __init__(self, seconds: float) -> None:
        self._end = time.process_time() + seconds

    @property
    def is_over(self) -> bool:
        return time.process_time() > self._end

    def check(self) -> None:
        if self.is_over:
            raise OutOfTimeError

    def limit(self, connection: sqlite3.Connection | None) -> None:
        """Let no statement go on when the time is over."""
        if connection is not None:
            connection.set_progress_handler(lambda: self.is_over, _INSTRUCTIONS)
