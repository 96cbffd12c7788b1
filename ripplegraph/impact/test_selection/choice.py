"""Decides how far to search for the tests of some code: to the least doubtful, or to all of few."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final, NamedTuple

from ripplegraph.impact.test_selection.certain_steps import MADE, build_state
from ripplegraph.impact.test_selection.code_uses import AMBIGUOUS, CLASSES, CodeUses
from ripplegraph.impact.test_selection.search import Budget, ReachedState, Rules, Search

KEPT_WHOLE: Final = 15
"""So many tests that are connected with the code in any way are all worth running."""
MOST_NEAR_ARRIVALS: Final = 400
"""So far a search goes whose end nobody waits for."""
MOST_EDGES_OF_FEW: Final = 2_000
"""Where so many edges do not lead to an end, the tests are not few."""


class ChosenTests(NamedTuple):
    """By test: how many doubts its best path has, and that path."""

    tests: dict[int, tuple[int, ReachedState]]
    is_complete: bool


def choose_tests(rules: Rules, starts: Sequence[int]) -> ChosenTests:
    """Find the tests of some nodes, which must have been learned.

    Tests with more doubts than the best ones are left out: they rarely run the code. Where only
    few tests are connected with the code at all, none is.
    """
    connected = _find_connected(rules.uses, starts)
    return _choose(Search(rules, _build_states(rules.uses, starts)), connected)


def choose_near_tests(rules: Rules, starts: Sequence[int]) -> ChosenTests:
    """Find the tests next to some nodes, what uses them in test files having been loaded."""
    states = _build_states(rules.uses, starts)
    search = Search(rules, states, budget=Budget(len(states) + MOST_NEAR_ARRIVALS))
    return _choose(search, set())._replace(is_complete=False)


def _choose(search: Search, connected: Set[int]) -> ChosenTests:
    level = 0
    search.go_to(level)
    while not _has_hit(search, level) and not search.is_over:
        level += 1
        search.go_to(level)
    chosen = {test: hit for test, hit in search.hits.items() if hit[0] <= level}
    while not connected <= search.hits.keys() and not search.is_over:
        level += 1
        search.go_to(level)
    chosen |= {test: search.hits[test] for test in connected if test in search.hits}
    return ChosenTests(chosen, search.is_complete)


def _build_states(uses: CodeUses, starts: Sequence[int]) -> list[int]:
    made = [node for node in starts if uses.get_code(node).kind in CLASSES]
    return [*map(build_state, starts), *(build_state(node, MADE) for node in made)]


def _has_hit(search: Search, level: int) -> bool:
    return any(doubts <= level for doubts, _ in search.hits.values())


def _find_connected(uses: CodeUses, starts: Sequence[int]) -> set[int]:
    """Find all tests that some path leads from to the code, if they are few."""
    seen, ring, found = set(starts), list(starts), set[int]()
    most = uses.edges_read + MOST_EDGES_OF_FEW
    while ring:
        uses.load(ring)
        fresh = set[int]()
        for node in ring:
            for source, _, resolution, _ in uses.get_uses(node):
                if resolution != AMBIGUOUS and source not in seen:
                    seen.add(source)
                    (found if uses.is_end(source) else fresh).add(source)
        if len(found) > KEPT_WHOLE or uses.edges_read > most:
            return set()
        ring = list(fresh)
    return found
