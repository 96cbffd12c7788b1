"""Which of several functions with one name a call means, going by the types of what it passes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ripplegraph.graph.facts import Call, Declaration, Param
from ripplegraph.indexing.linking.fitting import UNKNOWN, Fitting
from ripplegraph.indexing.linking.library import Library, read_library
from ripplegraph.indexing.linking.type_words import ARRAY, Type
from ripplegraph.indexing.linking.types import Types
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
        left_out: set[Value] = set()
        for group in groups:
            if len(group) > 1:
                best = self._find_best(group, passed)
                left_out.update(value for value in group if value not in best)
        return values - left_out

    def is_open(self, values: Values) -> bool:
        """Whether it cannot be told which of several overloads is meant."""
        return any(len(group) > 1 for group in self._group(values))

    def _group(self, values: Values) -> list[list[Value]]:
        """Return the values, functions of one name in one line of classes together."""
        found: dict[tuple[Any, ...], list[Value]] = {}
        for value in values:
            if value[0] not in (FUNC, BOUND):
                found[value,] = [value]
                continue
            definition = self._world.view(value[1]).definitions[value[2]]
            receiver = value[3] if value[0] == BOUND else ""
            found.setdefault((receiver, definition.name), []).append(value)
        for key in [key for key in found if len(key) > 1 and not key[0]]:
            # What needs no object stands side by side with what does.
            beside = [k for k in found if k[1:] == key[1:] and k != key]
            if len(beside) == 1:
                found[beside[0]] += found.pop(key)
        return list(found.values())

    def _passed(self, view: FileView, index: int) -> list[Type]:
        """Return the types of what a call passes."""
        call = view.calls[index]
        types = [self.types.of_expression(a, view, call.scope, call.position) for a in call.args]
        return types + [None] * (_count_arguments(call) - len(types))

    def _find_best(self, group: list[Value], passed: Sequence[Type]) -> list[Value]:
        costs: dict[Value, Cost] = {}
        for value in group:
            cost = self._cost(value, passed)
            if cost is not None:
                costs[value] = cost
        if not costs:
            return self._most_derived(group)
        phase = min(phase for phase, _ in costs.values())
        left = [value for value in group if value in costs and costs[value][0] == phase]
        left = self._most_specific(left, passed)
        least = min(costs[value] for value in left)
        return self._most_derived([value for value in left if costs[value] == least])

    def _most_specific(self, group: list[Value], passed: Sequence[Type]) -> list[Value]:
        """Return the functions that take less general types than no other one does.

        Only where it is known of what is passed that it fits both.
        """
        if len(group) < 2:
            return group
        taken = {value: self._taken(value, len(passed)) for value in group}
        library = read_library(self._world.view(group[0][1]).rules.library)

        def is_below(one: Value, other: Value) -> bool:
            if taken[one] == taken[other]:
                return False
            for given, own, wanted in zip(passed, taken[one], taken[other], strict=True):
                if own == wanted:
                    continue
                if own is None or wanted is None or self._is_unsure(given, own, library):
                    return False
                if self._is_unsure(own, wanted, library):
                    return False
            return True

        return [
            value
            for value in group
            if not any(is_below(o, value) and not is_below(value, o) for o in group)
        ]

    def _is_unsure(self, given: Type, wanted: Type, library: Library) -> bool:
        return self._fitting.cost(given, wanted, library) in (None, UNKNOWN)

    def _taken(self, value: Value, count: int) -> list[Type]:
        """Return the types of what a function takes for so many arguments."""
        view = self._world.view(value[1])
        definition = view.definitions[value[2]]
        scope = definition.body if definition.body >= 0 else definition.scope
        found = [self.types.of_written(p.annotation, view, scope) for p in definition.params]
        return [found[min(at, len(found) - 1)] for at in range(count)]

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
            param = params[min(at, len(params) - 1)]
            cost = self._cost_of_one(
                param, given, view, definition, whole=len(passed) == len(params)
            )
            if cost is None:
                return None
            phase, total = max(phase, cost[0]), total + cost[1]
        if len(passed) < len(params):
            phase = _VARIABLE
        return phase, total

    def _cost_of_one(
        self, param: Param, given: Type, view: FileView, definition: Declaration, *, whole: bool
    ) -> Cost | None:
        scope = definition.body if definition.body >= 0 else definition.scope
        wanted = self.types.of_written(param.annotation, view, scope)
        library = read_library(view.rules.library)
        if param.kind != "*":
            return self._fitting.cost(given, wanted, library)
        if whole and given is not None and given[0] == ARRAY:
            return self._fitting.cost(given, (ARRAY, wanted), library)
        cost = self._fitting.cost(given, wanted, library)
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
