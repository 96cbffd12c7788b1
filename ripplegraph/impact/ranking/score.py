"""Scores how likely a file has to change with another one, from what ties the two.

Each piece of evidence adds to the odds: its weight where it is full, less where it is partial. Odds
of x are a score of x / (1 + x). How the weights were found is told in
docs/explanation/ranking.md.
"""

from collections.abc import Iterable
from operator import mul
from typing import Final, NamedTuple


class Evidence(NamedTuple):
    """Evidence for a candidate: shares and strengths, each from 0 to 1."""

    together: float = 0.0
    """The share that the candidate had in the changes of the target."""
    indirect: float = 0.0
    """The same by way of third files, which change with the target and with the candidate."""
    recent: float = 0.0
    """The share of the project's last commits that changed the candidate."""
    dependent: float = 0.0
    """How strongly the candidate depends on the target: weights of edges times confidence."""
    dependency: float = 0.0
    """How strongly the target depends on the candidate."""
    namesake: float = 0.0
    """For files with one name, such as `x.py` and `test_x.py`: 1 divided among all of them."""


WEIGHTS: Final = Evidence(
    together=20.0, indirect=6.0, recent=4.0, dependent=0.6, dependency=0.5, namesake=1.5
)


def compute_odds(evidence: Evidence) -> float:
    """Return what the evidence adds up to."""
    odds: float = sum(map(mul, WEIGHTS, evidence))
    return odds


def compute_score(odds: float) -> float:
    """Return the score from 0 to 1 that odds give."""
    return round(odds / (1 + odds), 4)


def weigh_path(strength: float, *, depth: int) -> float:
    """Return what depending on a target adds to the odds: less the more steps it takes."""
    return WEIGHTS.dependent * strength / (depth * depth)


def weigh_test(strength: float) -> float:
    """Return the score of a test, on the scale of files: it depends on the target."""
    return compute_score(weigh_path(strength, depth=1))


def has_evidence(evidence: Evidence) -> bool:
    """Tell whether anything ties a candidate to a target: that it changed lately does not."""
    return any(evidence[:2]) or any(evidence[3:])


def combine(pieces: Iterable[Evidence]) -> Evidence:
    """Return what ties a candidate to several targets: of each kind, the strongest evidence."""
    return Evidence(*map(max, zip(*pieces, strict=True)))
