"""Scores how likely a file has to change with another one, from what ties the two.

Each piece of evidence adds to the odds: its weight where it is full, less where it is partial. Odds
of x are a score of x / (1 + x). How the weights were found is told in
docs/explanation/ranking.md.
"""

from collections.abc import Iterable, Mapping
from operator import mul
from typing import Final, NamedTuple


class Evidence(NamedTuple):
    """What ties a candidate to the target: shares and strengths, each from 0 to 1."""

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
    together=20.0, indirect=5.0, recent=4.0, dependent=0.6, dependency=0.5, namesake=2.0
)


class Ranked(NamedTuple):
    """A file with its score from 0 to 1, and what that rests on."""

    path: str
    score: float
    evidence: Evidence


def rank(found: Mapping[str, Evidence]) -> tuple[Ranked, ...]:
    """Return the candidates by score, best first; by path where scores are equal.

    That a file changed recently ties it to nothing: where there is no other evidence it is left
    out.
    """
    ranked = (
        Ranked(path, get_score(evidence), evidence)
        for path, evidence in found.items()
        if any(evidence[:2]) or any(evidence[3:])
    )
    return tuple(sorted(ranked, key=lambda file: (-file.score, file.path)))


def get_score(evidence: Evidence) -> float:
    """Return the score from 0 to 1."""
    odds: float = sum(map(mul, WEIGHTS, evidence))
    return odds / (1 + odds)


def weigh(evidence: Evidence) -> Evidence:
    """Return what each piece of evidence adds to the odds: the terms of the score."""
    return Evidence(*map(mul, WEIGHTS, evidence))


def fade(strength: float, *, depth: int) -> float:
    """Return what the strength of a path counts as evidence: less the more steps it takes."""
    return strength / depth**2


def combine(pieces: Iterable[Evidence]) -> Evidence:
    """Return what ties a candidate to several targets: of each kind, the strongest evidence."""
    return Evidence(*map(max, zip(*pieces, strict=True)))
