"""Puts modules that depend on each other in an order with few edges against it.

Which order needs the fewest is a hard problem; this is the greedy way of Eades, Lin and Smyth
with weights: take away what nothing inside depends on, then what depends on nothing inside, and
where all are tied together the one that leans on others most, against those that lean on it.
Then each is moved to where the least weight is against it, for as long as that helps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ripplegraph.structure.components import find_levels

_ROUNDS: Final = 5
_MOST_IMPROVED: Final = 300
"""Larger cycles are left as they are: moving takes the square of their size."""

Weights = Mapping[str, Mapping[str, int]]
"""How strongly each node depends on each other."""


def order_members(
    weights: Weights, members: Sequence[str]
) -> tuple[Mapping[str, int], list[tuple[str, str]]]:
    """Return the rank of each member, lowest first, and the dependencies that go against it."""
    order = _improve(_find_order(weights, members), weights)
    position = {node: at for at, node in enumerate(order)}
    inside = {
        node: [target for target in weights[node] if target in position and target != node]
        for node in members
    }
    against = [
        (node, target)
        for node in sorted(members)
        for target in sorted(inside[node])
        if position[target] < position[node]
    ]
    cut = set(against)
    kept = {
        node: [target for target in targets if (node, target) not in cut]
        for node, targets in inside.items()
    }
    upward = sorted(members, key=position.__getitem__, reverse=True)
    return find_levels(kept, [[node] for node in upward]), against


def _find_order(weights: Weights, members: Sequence[str]) -> list[str]:
    """Return the members, those that depend on others first."""
    left = set(members)
    out = {node: {t: w for t, w in weights[node].items() if t in left} for node in members}
    into: dict[str, dict[str, int]] = {node: {} for node in members}
    for node, targets in out.items():
        targets.pop(node, None)
        for target, weight in targets.items():
            into[target][node] = weight
    top: list[str] = []
    bottom: list[str] = []

    def take(node: str) -> None:
        left.discard(node)
        for target in out[node]:
            into[target].pop(node, None)
        for source in into[node]:
            out[source].pop(node, None)

    while left:
        sink = min((node for node in left if not out[node]), default=None)
        source = min((node for node in left if not into[node]), default=None)
        if sink is not None:
            bottom.append(sink)
            take(sink)
        elif source is not None:
            top.append(source)
            take(source)
        else:
            chosen = min(left, key=lambda node: (_lean(into[node]) - _lean(out[node]), node))
            top.append(chosen)
            take(chosen)
    return top + bottom[::-1]


def _lean(edges: Mapping[str, int]) -> int:
    return sum(edges.values())


def _improve(order: list[str], weights: Weights) -> list[str]:
    if len(order) > _MOST_IMPROVED:
        return order
    for _ in range(_ROUNDS):
        before = list(order)
        for node in sorted(before):
            order = _move_to_best_place(order, node, weights)
        if order == before:
            break
    return order


def _move_to_best_place(order: list[str], node: str, weights: Weights) -> list[str]:
    """Move one node to where the least weight is against it; it stays where nothing is gained.

    Passing another on the way down puts what leans on the node, and what it leans on, on the
    other side.
    """
    at = order.index(node)
    others = order[:at] + order[at + 1 :]
    gain = [weights[node].get(other, 0) - weights[other].get(node, 0) for other in others]
    best_place, best = at, 0
    for step, places in ((1, range(at + 1, len(order))), (-1, range(at - 1, -1, -1))):
        total = 0
        for place in places:
            passed = place - 1 if step > 0 else place
            total += step * gain[passed]
            if total < best:
                best_place, best = place, total
    return [*others[:best_place], node, *others[best_place:]]
