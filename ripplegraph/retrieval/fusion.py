"""Fuses ranked lists into one order: by weighted reciprocal ranks."""

from collections.abc import Iterable, Mapping, Sequence

from ripplegraph.retrieval.report import ListRank

Ranked = Mapping[int, ListRank]
"""The members of a list by number."""


def rank_list(values: Iterable[tuple[int, float]]) -> dict[int, ListRank]:
    """Give places from the largest value down; equal values share a place."""
    placed: dict[int, ListRank] = {}
    last: float | None = None
    rank = 0
    for number, value in sorted(values, key=lambda item: (-item[1], item[0])):
        if value != last:
            rank, last = rank + 1, value
        placed[number] = ListRank(rank, round(value, 4))
    return placed


def fuse(
    lists: Mapping[str, Ranked], weights: Mapping[str, float], *, smoothing: float
) -> dict[int, float]:
    """Return the relevance of each member: 1 for what is first in every list that is there."""
    most = sum(weights.get(name, 0.0) for name in lists) / (smoothing + 1)
    if not most:
        return {}
    scores: dict[int, float] = {}
    for name in sorted(lists):
        for number, standing in lists[name].items():
            gain = weights.get(name, 0.0) / (smoothing + standing.rank)
            scores[number] = scores.get(number, 0.0) + gain
    return {number: score / most for number, score in scores.items()}


def find_standings(lists: Mapping[str, Ranked], number: int) -> dict[str, ListRank]:
    return {name: places[number] for name, places in lists.items() if number in places}


def sort_by(scores: Mapping[int, float]) -> Sequence[int]:
    return sorted(scores, key=lambda number: (-scores[number], number))
