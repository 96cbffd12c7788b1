"""How strongly what is near hangs together with the targets, the strongest first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from heapq import heappop, heappush
from itertools import chain

from ripplegraph.closure.edge_strengths import EDGE_WEIGHTS

Runs = Iterable[tuple[float, Iterable[Collection[int]]]]
"""Links: how strong some of them are, and where these come from."""
FindLinks = Callable[[int], Mapping[int, float]]
"""Returns what something depends on, and how strong these links are."""

_STRONGEST = max(EDGE_WEIGHTS)
_MOST_STEPS = 200


class PathStrengths:
    """The best product of strengths along a path, for everything near.

    Paths lead through everything but the last level, and may be longer than the shortest. All of
    one strength are found together, and no more than are asked for.
    """

    def __init__(
        self,
        starts: Sequence[int],
        levels: Sequence[Set[int]],
        find_runs: Callable[[Set[int]], Runs],
    ) -> None:
        self._found = dict.fromkeys(starts, 1.0)
        self._looked_up: dict[int, float] = {}
        self._find_runs = find_runs
        self._outermost: Set[int] = levels[-1] if levels else frozenset()
        self._left = set[int]().union(*levels)
        self._waiting: dict[float, list[Collection[int]]] = {}
        self._order: list[float] = []
        self._last: tuple[float, Set[int]] = 1.0, frozenset(starts)

    @property
    def most(self) -> float:
        """How strong that can be which was not found yet; 0 if nothing is left."""
        if not self._left:
            return 0.0
        return max(self._last[0] * _STRONGEST, -self._order[0] if self._order else 0.0)

    def get(self, member: int) -> float:
        """Return a strength that was found, that of a target being 1; of all others 0."""
        return self._found.get(member) or self._looked_up.get(member, 0.0)

    def find_next(self) -> tuple[float, Set[int]]:
        """Find what has the next strength; it may be nothing, where all of it is stronger."""
        self._open(*self._last)
        strength = -heappop(self._order)
        fresh = self._left.intersection(chain.from_iterable(self._waiting.pop(strength)))
        self._left -= fresh
        self._found.update(dict.fromkeys(fresh, strength))
        self._last = strength, fresh
        return self._last

    def find_all(self) -> dict[int, float]:
        """Find everything."""
        while self.most:
            self.find_next()
        return self._found

    def look_up(self, member: int, find_links: FindLinks) -> float:
        """Find the strength of one thing, if it takes few steps ahead to what was found; or 0."""
        most, best = self.most, 0.0
        ahead: list[tuple[float, int, tuple[float, ...], tuple[int, ...]]]
        ahead = [(-1.0, member, (), (member,))]
        path: tuple[tuple[float, ...], tuple[int, ...]] = (), ()
        passed: set[int] = set()
        while ahead and -ahead[0][0] * most > best:
            product, place, shares, steps = heappop(ahead)
            if place in passed:
                continue
            if len(passed) == _MOST_STEPS:
                return 0.0
            passed.add(place)
            for near, share in find_links(place).items():
                if near in self._outermost:
                    continue
                if near in self._found:
                    found = -product * share * self._found[near]
                    if found > best:
                        best, path = found, ((*shares, share), (*steps, near))
                elif near in self._left:
                    heappush(ahead, (product * share, near, (*shares, share), (*steps, near)))
        self._note(*path)
        return self.get(member)

    def _note(self, shares: Sequence[float], steps: Sequence[int]) -> None:
        """AttachedMemory the strengths of everything on a path to something that was found."""
        if steps:
            strength = self._found[steps[-1]]
            for share, step in zip(reversed(shares), reversed(steps[:-1]), strict=True):
                strength *= share
                self._looked_up[step] = strength

    def _open(self, strength: float, members: Set[int]) -> None:
        waiting = self._waiting
        for share, runs in self._find_runs(members - self._outermost):
            product = strength * share
            if product not in waiting:
                waiting[product] = []
                heappush(self._order, -product)
            waiting[product].extend(runs)
