"""The steps back from a piece of code to what certainly runs it.

A step is sure when the code says that something runs: a call, a property that is read, a fixture
that is asked for, a constructor of a class that is called, an override where there are objects.
"""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from ripplegraph.closure.edge_strengths import EDGE_WEIGHTS
from ripplegraph.impact.test_selection.code_uses import (
    AMBIGUOUS,
    CALLS,
    CLASSES,
    DISPATCHES,
    EXTENDS,
    FUNCTION,
    IMPLEMENTS,
    INFERRED,
    CodeUses,
)
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import CERTAIN

USED: Final = 0
MADE: Final = 1
LIVING: Final = 2
ROLES: Final = 4
"""How code comes in: as it is; a class that is called; a class that there are objects of."""


class Step(NamedTuple):
    """A step back to a state, and what is done there in words."""

    state: int
    how: str = ""
    """Nothing where a state only stands for another one."""
    strength: float = 1.0
    doubts: int = 0
    class_needed: int = 0
    """A class that a test has to have objects of, or the step is none."""


def build_state(node: int, role: int = USED) -> int:
    return node * ROLES + role


def get_node(state: int) -> int:
    return state // ROLES


def compute_strength(kind: int, confidence: int) -> float:
    return EDGE_WEIGHTS[kind] * confidence / CERTAIN


class CertainSteps:
    """Tells the sure steps back, and remembers them."""

    def __init__(self, uses: CodeUses) -> None:
        self._uses = uses
        self._known: dict[int, list[Step]] = {}

    def find(self, state: int) -> list[Step]:
        """Return the steps back without a doubt; what uses the node must have been loaded."""
        found = self._known.get(state)
        if found is None:
            found = self._known[state] = self._find(state)
        return found

    def _find(self, state: int) -> list[Step]:
        node, role = divmod(state, ROLES)
        if role == LIVING:
            return self._find_makers(node) + self._find_own_tests(node)
        if role == MADE:
            return self._find_calls(node, "makes")
        if self._uses.get_code(node).kind in CLASSES:
            return [Step(build_state(node, MADE)), *self._find_own_tests(node)]
        return self._find_calls(node, "calls") + self._find_runs(node)

    def _find_makers(self, node: int) -> list[Step]:
        """Objects of a class are there where it, or a subclass of it, is called."""
        makers = [Step(build_state(node, MADE))]
        for source, kind, _, confidence in self._uses.get_uses(node):
            if kind in (EXTENDS, IMPLEMENTS) and self._uses.get_code(source).kind in CLASSES:
                strength = compute_strength(kind, confidence)
                makers.append(Step(build_state(source, LIVING), "extends", strength))
        return makers

    def _find_own_tests(self, node: int) -> list[Step]:
        """What reaches a class of tests reaches the tests in it."""
        return [Step(build_state(test)) for test in self._uses.get_own_tests(node)]

    def _find_calls(self, node: int, how: str) -> list[Step]:
        uses = self._uses
        return [
            Step(build_state(source), how, compute_strength(kind, confidence))
            for source, kind, resolution, confidence in uses.get_uses(node)
            if kind == CALLS and resolution != AMBIGUOUS and uses.runs_alone(source)
        ]

    def _find_runs(self, node: int) -> list[Step]:
        """Find what runs code without calling it by its name."""
        uses, code = self._uses, self._uses.get_code(node)
        is_read = code.kind != FUNCTION or code.runs_when_read
        steps = []
        for source, kind, resolution, confidence in uses.get_uses(node):
            if resolution == AMBIGUOUS or kind == CALLS:
                continue
            strength = compute_strength(kind, confidence)
            if kind == DISPATCHES:
                steps.append(self._build_dispatch(node, source, strength))
            elif resolution == INFERRED and is_read and uses.runs_alone(source):
                steps.append(Step(build_state(source), "uses", strength))
        if not uses.get_uses(node) and code.kind == FUNCTION and uses.is_for_tests(node):
            steps += self._find_tests_around(node)
        return steps

    def _build_dispatch(self, node: int, source: int, strength: float) -> Step:
        """A constructor runs when its class is called, an override when there are objects of it."""
        if self._uses.get_code(source).kind in CLASSES:
            return Step(build_state(source, MADE))
        around = self._uses.get_around(node) or 0
        return Step(build_state(source), "may run", strength, class_needed=around)

    def _find_tests_around(self, node: int) -> list[Step]:
        """A setup or fixture that nothing names runs for the tests of its class, file or folder."""
        uses, around = self._uses, self._uses.get_around(node)
        if around is None:
            return []
        if uses.get_code(around).kind in CLASSES:
            return [Step(build_state(around, LIVING))]
        files = uses.suite.find_set_up_by(uses.get_code(node).file)
        tests = uses.learn(statements.SELECT_FILE_NODES, json.dumps(files)) if files else []
        return [Step(build_state(test)) for test in tests]
