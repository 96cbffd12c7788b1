"""After how many days half the trust in a memory is gone, where its type says so."""

import math
from collections.abc import Iterable
from typing import Final

from ripplegraph.memory.clock import count_days

HALF_LIVES: Final = {"dead_end": 90.0, "work_state": 7.0}
"""By type; what is not here keeps the trust that it has."""


def fade(
    confidence: float, half_life: float | None, moments: Iterable[str | None], *, now: str
) -> float:
    """Return what is left of a confidence since the last of some moments."""
    if half_life is None:
        return confidence
    latest = max(moment for moment in moments if moment)
    return round(confidence * math.pow(0.5, count_days(latest, now) / half_life), 4)
