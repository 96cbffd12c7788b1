"""A cache of slow answers, each kept until its databases change."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from ripplegraph.store.files.stamps import Stamp

MOST_KEPT: Final = 8
WORTH_SECONDS: Final = 0.05
"""An answer that takes no longer than this is worked out each time."""
LIFETIME_SECONDS: Final = 60.0
"""Trust in memories fades with time, so no answer is kept for long."""


class _Kept(NamedTuple):
    stamps: tuple[Stamp, ...]
    made: float
    answer: Any


class AnswerCache:
    """Remembers the last answers of one process."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, _Kept] = {}

    def get(
        self,
        question: Hashable,
        read_stamps: Callable[[], tuple[Stamp, ...]],
        work_out: Callable[[], Any],
    ) -> Any:
        """Return the answer to a question: the one that is kept, or a new one."""
        stamps, now = read_stamps(), time.monotonic()
        kept = self._kept.get(question)
        if kept is not None and kept.stamps == stamps and now - kept.made < LIFETIME_SECONDS:
            return kept.answer
        answer = work_out()
        self._kept.pop(question, None)
        if time.monotonic() - now > WORTH_SECONDS and read_stamps() == stamps:
            if len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[question] = _Kept(stamps, now, answer)
        return answer
