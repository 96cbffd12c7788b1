"""The impact score of an edit: one number from 0 to 1, with its terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

STEP_SHARE = 0.8
"""How much of a change is felt one step farther."""
FIRST_SHARE = 0.9
CROWD = 20
"""Of so many direct dependents each adds about its share; the formula never passes 1."""
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
    counts: Sequence[int], *, warnings: int, tests: int, change: float = 1.0
) -> tuple[float, Mapping[str, float]]:
    """Return the score and its terms.

    `counts` are the dependents at distance 1, 2, 3, ...; `warnings` the live memories that warn of
    the targets; `change` what a class of change makes of it.
    """
    spared = 1.0
    share = FIRST_SHARE
    for count in counts:
        spared *= (1 - share / CROWD) ** count
        share *= STEP_SHARE
    terms = {
        "reach": round(1 - spared, 4),
        "warnings": round(1 - (1 - WARNING_SHARE) ** warnings, 4),
        "untested": UNTESTED if counts and not tests else 0.0,
        "change": change,
    }
    rest = 1.0
    for name in ("reach", "warnings", "untested"):
        rest *= 1 - terms[name]
    return round(change * (1 - rest), 4), terms
