"""Searches back from code to the tests that reach it, along paths with few doubts first."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from math import inf
from typing import Final, NamedTuple

from ripplegraph.impact.test_selection.certain_steps import (
    LIVING,
    CertainSteps,
    Step,
    build_state,
    get_node,
)
from ripplegraph.impact.test_selection.code_uses import CodeUses
from ripplegraph.impact.test_selection.doubtful_steps import WORST_STEP, DoubtfulSteps

MOST_DOUBTS: Final = 6
"""With more doubts than that it is no guess any more."""
MOST_EDGES: Final = 30_000
MOST_CLASSES: Final = 12
"""So many classes are looked up of which a test must have objects."""
MOST_CONDITIONS: Final = 3
MOST_TIES: Final = 500
"""So many arrivals on a condition are looked at; then only what is certain is followed."""
MOST_ARRIVALS_OF_CLASSES: Final = 1_000
OBJECTLESS_DOUBTS: Final = 2
"""What it adds when a test is not seen to have objects of the class that an override is in."""
_Conditions = frozenset[int]
_NONE: Final[_Conditions] = frozenset()


class Rules(NamedTuple):
    """The steps back that a graph allows; kept for one question."""

    uses: CodeUses
    steps: CertainSteps
    doubts: DoubtfulSteps


def build_rules(connection: sqlite3.Connection) -> Rules:
    uses = CodeUses(connection)
    steps = CertainSteps(uses)
    return Rules(uses, steps, DoubtfulSteps(uses, steps))


class ReachedState(NamedTuple):
    """A state that a search came to, from where, and what a test must have for that to count."""

    state: int
    before: ReachedState | None
    how: str
    strength: float
    conditions: _Conditions = _NONE


class Budget:
    """How many arrivals some searches may still have, all together."""

    def __init__(self, left: float = inf) -> None:
        self.left = left


class Search:
    """One search, which goes on to more doubtful paths when it is asked to."""

    def __init__(
        self,
        rules: Rules,
        starts: Collection[int],
        *,
        budget: Budget | None = None,
        most_conditions: int = MOST_CONDITIONS,
    ) -> None:
        self.hits: dict[int, tuple[int, ReachedState]] = {}
        """By test: how many doubts its best path has, and that path."""
        self.is_complete = True
        self._rules = rules
        self._uses = rules.uses
        self._budget = budget or Budget()
        self._most_conditions = most_conditions
        self._level = -1
        self._waiting: list[list[ReachedState]] = [[] for _ in range(MOST_DOUBTS + WORST_STEP + 1)]
        self._waiting[0] = [ReachedState(state, None, "", 1.0) for state in starts]
        self._settled: list[ReachedState] = []
        self._free: set[int] = set()
        self._tied: set[int] = set()
        """States that were come to on a condition only."""
        self._ties_left = MOST_TIES
        self._living: dict[int, Search] = {}
        self._budget_of_classes = Budget(MOST_ARRIVALS_OF_CLASSES)

    def go_to(self, level: int) -> None:
        """Follow every path with at most so many doubts."""
        while self._level < level and self.is_complete:
            self._open_doubts()
            self._level += 1
            self._follow(self._level)

    @property
    def is_over(self) -> bool:
        if not self.is_complete or self._level >= MOST_DOUBTS:
            return True
        return not self._settled and not any(self._waiting[self._level + 1 :])

    def _open_doubts(self) -> None:
        settled, self._settled = self._settled, []
        for arrival in settled:
            for step in self._rules.doubts.find(arrival.state):
                if step.state not in self._free:
                    self._waiting[self._level + step.doubts].append(_go_on(arrival, step))

    def _follow(self, level: int) -> None:
        ring, self._waiting[level] = self._waiting[level], []
        while ring:
            ring.sort(key=_get_strength, reverse=True)
            fresh = [arrival for arrival in ring if self._settle(arrival, level)]
            self._ties_left -= sum(1 for arrival in ring if arrival.conditions)
            if self._is_tired(len(ring)):
                self.is_complete = False
                return
            self._uses.load({get_node(arrival.state) for arrival in fresh})
            ring = [onward for arrival in fresh for onward in self._find_onward(arrival)]
            self._settled += fresh

    def _is_tired(self, arrivals: int) -> bool:
        self._budget.left -= arrivals
        return self._budget.left < 0 or self._uses.edges_read > MOST_EDGES

    def _find_onward(self, arrival: ReachedState) -> list[ReachedState]:
        if arrival.conditions and self._ties_left < 0:
            return []
        free = self._free
        seen = self._tied if arrival.conditions else free
        may_need = len(arrival.conditions) < self._most_conditions and self._ties_left >= 0
        return [
            _go_on(arrival, step)
            for step in self._rules.steps.find(arrival.state)
            if step.state not in free
            and step.state not in seen
            and (may_need or not step.class_needed)
        ]

    def _settle(self, arrival: ReachedState, level: int) -> bool:
        """Take note of an arrival; say whether to go on from it."""
        state = arrival.state
        if state in self._free:
            return False
        node = get_node(state)
        if self._uses.is_end(node):
            self._meet(node, arrival, level)
            return False
        seen = self._tied if arrival.conditions else self._free
        if state in seen:
            return False
        seen.add(state)
        return True

    def _meet(self, test: int, arrival: ReachedState, level: int) -> None:
        known = self.hits.get(test)
        if known is not None and known[0] <= level:
            return
        doubts = level
        if not all(self._has_objects(test, needed, level) for needed in arrival.conditions):
            doubts += OBJECTLESS_DOUBTS
        if known is None or doubts < known[0]:
            self.hits[test] = doubts, arrival
        if doubts == level:
            self._free.add(arrival.state)

    def _has_objects(self, test: int, needed: int, level: int) -> bool:
        """Whether a test also reaches a call of a class, or of a subclass."""
        living = self._living.get(needed)
        if living is None:
            if len(self._living) >= MOST_CLASSES:
                return False
            living = self._living[needed] = Search(
                self._rules,
                [build_state(needed, LIVING)],
                budget=self._budget_of_classes,
                most_conditions=0,
            )
        living.go_to(level)
        found = living.hits.get(test)
        return found is not None and found[0] <= level


def _go_on(arrival: ReachedState, step: Step) -> ReachedState:
    conditions = arrival.conditions
    if step.class_needed:
        conditions |= {step.class_needed}
    return ReachedState(step.state, arrival, step.how, arrival.strength * step.strength, conditions)


def _get_strength(arrival: ReachedState) -> float:
    return arrival.strength
