"""Ranks the files that reach targets by how likely they have to change with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Set
from heapq import heappop, heappush

from ripplegraph.graph.file_order import PRODUCT, rank_file
from ripplegraph.impact.dependents.file_paths import FilePaths
from ripplegraph.impact.dependents.path_strengths import FindLinks
from ripplegraph.impact.dependents.reach import Reach
from ripplegraph.impact.ranking.score import compute_score, weigh_path

Ranked = tuple[int, float]
"""A file and its score."""


_MORE = 4
"""So many times as many files are looked at where too few are of the product."""


class _Side:
    """Direct dependents, or all others, by score."""

    def __init__(self, nearest: int) -> None:
        self._nearest = nearest
        """How near those are that count most."""
        self._groups: defaultdict[float, list[Collection[int]]] = defaultdict(list)
        self._waiting: list[tuple[float, int]] = []
        """Scores, the best first, each with how many files have it and are not yet the best."""
        self._best = 0

    def add(self, score: float, files: Collection[int]) -> None:
        self._groups[score].append(files)
        heappush(self._waiting, (-score, len(files)))

    def has_best(self, limit: int, strength: float) -> bool:
        """Whether no file that is so strong at most can be among the best any more.

        To be asked with strengths that become less: what was better stays better.
        """
        most = compute_score(weigh_path(strength, depth=self._nearest))
        while self._waiting and -self._waiting[0][0] > most:
            self._best += heappop(self._waiting)[1]
        return self._best >= limit

    def choose(self, paths: FilePaths, limit: int | None) -> Iterator[Ranked]:
        """Yield the files with the highest scores; those with the same one by their paths."""
        left = limit
        for score in sorted(self._groups, reverse=True):
            if left == 0:
                return
            found = paths.sort(frozenset().union(*self._groups[score]), left)
            yield from ((file, score) for file in found)
            left = None if left is None else left - len(found)


class FileRanking:
    """Most files have nothing that speaks for them but the distance and the strength of their path.

    There are few such pairs: all files with the same one are scored at once, the strongest first
    and no more than have to be. `others` has the odds that other evidence gives to some files.
    """

    def __init__(self, reach: Reach, others: Mapping[int, float], find_links: FindLinks) -> None:
        self._reach = reach
        self._others = {file: odds for file, odds in others.items() if reach.has(file)}
        self._waited_for = self._count_plain()
        self._find_links = find_links
        self._direct, self._transitive = _Side(1), _Side(2)

    def _count_plain(self) -> tuple[int, int]:
        """Return how many direct dependents, and how many others, nothing else speaks for."""
        sizes = [len(level) for level in self._reach.levels]
        near = sum(self._reach.get_depth(file) == 1 for file in self._others)
        return sum(sizes[:1]) - near, sum(sizes[1:]) - (len(self._others) - near)

    def choose_best(self, paths: FilePaths, limit: int | None) -> tuple[list[Ranked], list[Ranked]]:
        """Return the best of the direct dependents and of all others.

        Files of the product come before tests, and these before examples: more are looked at
        until there are enough of the product, or no others.
        """
        wanted = limit
        self._score_enough(wanted)
        self._add_others()
        while True:
            sides = [list(side.choose(paths, wanted)) for side in (self._direct, self._transitive)]
            if (
                limit is None
                or wanted is None
                or all(len(side) < wanted or _count_product(side, paths) >= limit for side in sides)
            ):
                return _put_product_first(sides[0], paths, limit), _put_product_first(
                    sides[1], paths, limit
                )
            wanted *= _MORE
            self._score_enough(wanted)

    def _add_others(self) -> None:
        """Score the files that other evidence speaks for, too."""
        for file, odds in self._others.items():
            depth = self._reach.get_depth(file)
            score = compute_score(odds + weigh_path(self._find_strength(file), depth=depth))
            self._get_side(depth).add(score, (file,))
        sizes = [len(level) for level in self._reach.levels]
        self._waited_for = sum(sizes[:1]), sum(sizes[1:])

    def _score_enough(self, limit: int | None) -> None:
        strengths = self._reach.strengths
        while strengths.most and not self._is_enough(limit, strengths.most):
            self._score(*strengths.find_next())

    def _is_enough(self, limit: int | None, strength: float) -> bool:
        """Whether nothing so strong at most can be among the best by its path alone."""
        if limit is None:
            return False
        direct, others = self._waited_for
        return self._direct.has_best(min(limit, direct), strength) and (
            self._transitive.has_best(min(limit, others), strength)
        )

    def _score(self, strength: float, files: Set[int]) -> None:
        """Score files that have the same strength and no other evidence."""
        for depth, found in self._reach.levels.group(files - self._others.keys()):
            self._get_side(depth).add(compute_score(weigh_path(strength, depth=depth)), found)

    def _find_strength(self, file: int) -> float:
        strengths = self._reach.strengths
        found = strengths.get(file) or strengths.look_up(file, self._find_links)
        while not found:
            self._score(*strengths.find_next())
            found = strengths.get(file)
        return found

    def _get_side(self, depth: int) -> _Side:
        return self._direct if depth == 1 else self._transitive


def _count_product(ranked: Collection[Ranked], paths: FilePaths) -> int:
    return sum(rank_file(paths[file]) == PRODUCT for file, _ in ranked)


def _put_product_first(
    ranked: Collection[Ranked], paths: FilePaths, limit: int | None
) -> list[Ranked]:
    return sorted(ranked, key=lambda found: rank_file(paths[found[0]]))[:limit]
