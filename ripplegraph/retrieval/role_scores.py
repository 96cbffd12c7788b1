"""Scores memories for a role ("hat"), as a preset on top of any search.

The seed keeps only what scores above .25. A memory of a related hat that someone noted on purpose
(confidence .6) gets .12 + .1 and is never shown, however well it fits; so the bar is .2 here, and
it decides only about what is shown without a question.
"""

import math
from collections.abc import Collection, Mapping

from ripplegraph.errors import UsageError
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.store.records.memory_records import Memory

RELATED: Mapping[str, Collection[str]] = {
    "explorer": ("planner",),
    "planner": ("creator", "explorer"),
    "creator": ("critic", "editor", "planner"),
    "critic": ("creator", "editor"),
    "editor": ("creator", "critic"),
    "designer": ("planner", "creator"),
    "resolver": ("creator", "critic"),
}
LOWEST = 0.2
_CONFIDENCE = 0.2
_SAME_HAT = 0.25
_RELATED_HAT = 0.1
_PATH = 0.3
_TAG = 0.15
_RECENT = 0.1
_LOSS_PER_DAY = 0.002


def check_hat(hat: str) -> None:
    if hat not in RELATED:
        raise UsageError(
            f"There is no hat {hat!r:.80}.", hint=f"The hats are {', '.join(RELATED)}."
        )


def score_for_hat(
    memory: Memory,
    hat: str,
    *,
    confidence: float,
    days: float,
    files: Collection[str],
    words: Collection[str],
) -> float:
    """Return the points of a memory for a hat, a task's files and the words of the task."""
    points = confidence * _CONFIDENCE + max(0.0, _RECENT - days * _LOSS_PER_DAY)
    role = (memory.provenance.role or "").casefold()
    if role == hat:
        points += _SAME_HAT
    elif role in RELATED[hat]:
        points += _RELATED_HAT
    if _overlaps(memory, files):
        points += _PATH
    points += _TAG * sum(tag.casefold() in words for tag in memory.tags)
    return round(points, 4) if math.isfinite(points) else 0.0


def _overlaps(memory: Memory, files: Collection[str]) -> bool:
    own = {anchor.current_target.partition(SEPARATOR)[0] for anchor in memory.anchors}
    return any(file.partition(SEPARATOR)[0] in own for file in files)
