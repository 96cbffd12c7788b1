"""The impact score of an edit: one number from 0 to 1, with its terms."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping

CROWD = 20
"""Of so many dependents each adds about its strength; the formula never passes 1."""
WARNING_SHARE = 0.05
UNTESTED = 0.1
CHANGE_SHARES = {
    "removed": 1.0,
    "signature_incompatible": 1.0,
    "renamed": 0.9,
    "signature_unknown": 0.9,
    "signature_compatible": 0.5,
    "body": 0.6,
    "added": 0.1,
    "formatting": 0.0,
}
"""How much of the reach counts for each class of change."""


def compute_impact(
    strengths: Iterable[float], *, warnings: int, tests: int, change: float = 1.0
) -> tuple[float, Mapping[str, float]]:
    """Return the score and its terms.

    `strengths` are those of all dependents: the product of weights and confidences along the best
    path of each. `warnings` are the live memories that warn of the targets, `change` is what a
    class of change makes of it.
    """
    counts = Counter(strengths)
    # In order, for floating point: the same dependents always give the same score.
    spared = math.prod((1 - strength / CROWD) ** counts[strength] for strength in sorted(counts))
    terms = {
        "reach": round(1 - spared, 4),
        "warnings": round(1 - (1 - WARNING_SHARE) ** warnings, 4),
        "untested": UNTESTED if counts and not tests else 0.0,
        "change": change,
    }
    rest = math.prod(1 - terms[name] for name in ("reach", "warnings", "untested"))
    return round(change * (1 - rest), 4), terms
