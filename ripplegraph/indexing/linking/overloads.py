"""Which of several functions with one name a call means, going by the types of what it passes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import TYPE_CHECKING

from ripplegraph.graph.facts import Call, Declaration, Param
from ripplegraph.indexing.linking.fitting import Fitting
from ripplegraph.indexing.linking.types import ARRAY, FUNCTION, SPREAD, Type, Types
from ripplegraph.indexing.linking.values import BOUND, CLASS, FUNC, Value, Values
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

Cost = tuple[int, int]
"""How a call fits a function: the phase in which it is found, and how far its types are off."""
_VARIABLE = 2
"""The phase in which functions are tried that take any number of arguments."""


class Overloads:
    """Chooses among functions that stand side by side under one name."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.types = Types(world)
        self._fitting = Fitting(world, self.types)

    def choose(self, view: FileView, index: int, values: Values) -> Values:
        """Return the values that a call site may call, without overloads that do not fit best."""
        if len(values) < 2 or not view.rules.overloads:
            return values
        groups = self._group(values)
        if len(groups) == len(values):
            return values
        passed = self._passed(view, index)
        named = {name for name, _ in view.calls[index].keywords}
        left_out: set[Value] = set()
        for group in groups:
            if len(group) > 1:
                best = self._find_best(group, passed, named)
                left_out.update(value for value in group if value not in best)
        return values - left_out

    def is_open(self, values: Values) -> bool:
        """Whether it cannot be told which of several overloads is meant."""
        return any(len(group) > 1 for group in self._group(values))

    def _group(self, values: Values) -> list[list[Value]]:
        """Return the values, functions of one name in one line of classes together."""
        found: dict[tuple[str, ...], list[Value]] = {}
        for value in sorted(values, key=repr):
            if value[0] not in (FUNC, BOUND):
                found.setdefault((repr(value),), []).append(value)
                continue
            definition = self._world.view(value[1]).definitions[value[2]]
            receiver = repr(value[3]) if value[0] == BOUND else ""
            found.setdefault((receiver, definition.name), []).append(value)
        return list(found.values())

    def _passed(self, view: FileView, index: int) -> list[Type]:
        """Return the types of what a call passes."""
        call = view.calls[index]
        types = [self.types.of_expression(a, view, call.scope, call.position) for a in call.args]
        return types + [None] * (_count_arguments(call) - len(types))

    def _find_best(
        self, group: list[Value], passed: Sequence[Type], named: Set[str]
    ) -> list[Value]:
        costs: dict[Value, Cost] = {}
        for value in group:
            cost = self._cost(value, passed) if self._has_named(value, named) else None
            if cost is not None:
                costs[value] = cost
        if not costs:
            return self._most_derived(group)
        least = min(costs.values())
        return self._most_derived([value for value in group if costs.get(value) == least])

    def _has_named(self, value: Value, named: Set[str]) -> bool:
        """Whether a function has parameters of these names."""
        params = self._world.views[value[1]].definitions[value[2]].params
        return not named or named <= {param.name for param in params}

    def _most_derived(self, group: list[Value]) -> list[Value]:
        """Return the functions that no other one's class is below of."""
        owners = [self._owner(value) for value in group]
        return [
            value
            for value, owner in zip(group, owners, strict=True)
            if not any(self._is_above(owner, other) for other in owners)
        ]

    def _owner(self, value: Value) -> Value | None:
        view = self._world.view(value[1])
        scope = view.scopes[view.definitions[value[2]].scope]
        return (CLASS, value[1], scope.definition) if scope.kind == "class" else None

    def _is_above(self, owner: Value | None, other: Value | None) -> bool:
        if owner is None or other is None or owner == other:
            return False
        return owner in self._world.classes.order(other[1], other[2])

    def _cost(self, value: Value, passed: Sequence[Type]) -> Cost | None:
        """Return how well a function takes what is passed; None where it cannot."""
        view = self._world.view(value[1])
        definition = view.definitions[value[2]]
        view.asked.add(definition.name)
        params = definition.params
        phase = total = 0
        if len(passed) > len(params) and not (params and params[-1].kind == "*"):
            return None
        for at, given in enumerate(passed):
            is_last = given is not None and given[0] == FUNCTION and at == len(passed) - 1
            trails = is_last and view.rules.trailing_functions
            param = params[-1 if trails else min(at, len(params) - 1)]
            cost = self._cost_of_one(
                param, given, view, definition, whole=len(passed) == len(params)
            )
            if cost is None:
                return None
            phase, total = max(phase, cost[0]), total + cost[1]
        if len(passed) < len(params):
            phase, total = _VARIABLE, total + len(params) - len(passed)
        return phase, total

    def _cost_of_one(
        self, param: Param, given: Type, view: FileView, definition: Declaration, *, whole: bool
    ) -> Cost | None:
        scope = definition.body if definition.body >= 0 else definition.scope
        wanted = self.types.of_written(param.annotation, view, scope)
        if given == (SPREAD,):
            return (_VARIABLE, 0) if param.kind == "*" else None
        if param.kind != "*":
            return self._fitting.cost(given, wanted)
        if whole and given is not None and given[0] == ARRAY:
            return self._fitting.cost(given, (ARRAY, wanted))
        cost = self._fitting.cost(given, wanted)
        return None if cost is None else (_VARIABLE, cost[1])


def _count_arguments(call: Call) -> int:
    """Return how many arguments a call has, which its name says where names tell that apart."""
    callee = call.callee
    name = callee if isinstance(callee, str) else _last_name(callee)
    count = name.rpartition("(")[2].removesuffix(")")
    return int(count) if count.isdigit() else 0


def _last_name(callee: Iterable[object] | None) -> str:
    parts = list(callee) if isinstance(callee, (tuple, list)) else []
    return str(parts[2]) if len(parts) > 2 and parts[0] == "." else ""
