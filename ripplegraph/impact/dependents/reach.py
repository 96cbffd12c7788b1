"""Everything that depends on some files or symbols, by distance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from typing import NamedTuple

from ripplegraph.impact.dependents.path_strengths import PathStrengths

_FEW_LEVELS = 8
"""So few levels are looked through faster than depths are noted for all that is in them."""


class Levels(list[Set[int]]):
    """What is 1, 2, 3, ... steps away."""

    def __init__(self, levels: Iterable[Set[int]]) -> None:
        super().__init__(levels)
        self._depths: dict[int, int] | None = None

    def find_depth(self, member: int) -> int | None:
        """Return the distance of something; None if it is in no level."""
        if len(self) > _FEW_LEVELS:
            return self._index().get(member)
        return next((depth for depth, level in enumerate(self, 1) if member in level), None)

    def group(self, members: Set[int]) -> Iterator[tuple[int, Set[int]]]:
        """Yield the distances of some members, each with all of those that are there."""
        if len(self) <= _FEW_LEVELS:
            parts = ((depth, members & level) for depth, level in enumerate(self, 1))
            yield from ((depth, part) for depth, part in parts if part)
            return
        found: defaultdict[int, set[int]] = defaultdict(set)
        for member, depth in self._find_depths(members):
            found[depth].add(member)
        yield from found.items()

    def _find_depths(self, members: Set[int]) -> Iterator[tuple[int, int]]:
        depths = self._index()
        return ((member, depths[member]) for member in members if member in depths)

    def _index(self) -> dict[int, int]:
        if self._depths is None:
            self._depths = {
                member: depth for depth, level in enumerate(self, 1) for member in level
            }
        return self._depths


class Reach(NamedTuple):
    """Everything that reaches the targets within a distance."""

    levels: Levels
    strengths: PathStrengths
    counts: tuple[int, ...]
    """How many there are at each distance, also beyond what was asked for."""
    complete: bool
    """Whether the counts go all the way."""

    def has(self, member: int) -> bool:
        return self.levels.find_depth(member) is not None

    def get_depth(self, member: int) -> int:
        """Return the exact distance of something that is near."""
        depth = self.levels.find_depth(member)
        if depth is None:
            raise KeyError(member)
        return depth
