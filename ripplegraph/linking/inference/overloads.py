"""Which of several functions with one name a call means, going by the types of what it passes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ripplegraph.graph.expressions import Attribute, Expr
from ripplegraph.graph.facts import TYPES, Call, Declaration, Param
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.inference.conversion_cost import ConversionCost
from ripplegraph.linking.inference.expression_types import Types
from ripplegraph.linking.inference.library import Library, read_library
from ripplegraph.linking.inference.written_types import given_types
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.overload_types import SPREAD, CallableType, Type
from ripplegraph.linking.values.value import (
    ADDED_TO,
    Bound,
    Called,
    Class,
    Function,
    Typed,
    Values,
)

Cost = tuple[int, int]
"""How a call fits a function: the phase in which it is found, and how far its types are off."""
VARIABLE_COUNT = 2
"""The phase in which functions are tried that take any number of arguments."""


@dataclass(frozen=True, slots=True)
class Passed:
    """The types of what a call passes: by place, by name, and what it calls a member of."""

    types: Sequence[Type]
    named: Mapping[str, Type]
    receiver: Type = None
    given: int = 0
    """How many types are written behind the name."""


class Overloads(ABC):
    """Chooses among functions that stand side by side under one name."""

    def __init__(self, analysis: Analysis, types: Types, conversion: ConversionCost) -> None:
        """Take what knows the types of a language, and how well they fit each other."""
        self._analysis = analysis
        self._types = types
        self._conversion = conversion

    def choose(self, view: FileView, index: int, values: Values) -> Values:
        """Return the values that a call site may call, without overloads that do not fit best."""
        if len(values) < 2:
            return values
        values = view.semantics.with_parameters(values, count_types(view.calls[index]))
        groups = self._group(values)
        if len(groups) == len(values):
            return values
        passed = self._passed(view, index)
        left_out: set[Called] = set()
        for group in groups:
            if len(group) > 1:
                best = self._find_best(group, passed)
                left_out.update(value for value in group if value not in best)
        return values - left_out

    def find_extensions(self, view: FileView, index: int, values: Values) -> Values:
        """Of functions that are called like members, return those that take what a call passes."""
        passed = self._passed(view, index)
        return frozenset(
            value
            for value in values
            if (type(value) is Function or type(value) is Bound)
            and self._cost(value, passed) is not None
        )

    def is_open(self, values: Values) -> bool:
        """Whether it cannot be told which of several overloads is meant."""
        return any(len(group) > 1 for group in self._group(values))

    def _group(self, values: Values) -> list[list[Called]]:
        """Return the functions among values, those of one name in one line of classes together."""
        found: dict[tuple[Typed | None, str], list[Called]] = {}
        for value in values:
            if type(value) is Function or type(value) is Bound:
                definition = self._analysis.view(value.path).definitions[value.definition]
                found.setdefault((self._holder(value), definition.name), []).append(value)
        for key in [key for key in found if key[0] is None]:
            # What needs no object stands side by side with what does.
            beside = [k for k in found if k[1] == key[1] and k != key]
            if len(beside) == 1:
                found[beside[0]] += found.pop(key)
        return list(found.values())

    def _holder(self, value: Called) -> Typed | None:
        """Return the object that a function is a member of, where only its own compete."""
        return value.receiver if type(value) is Bound else None

    def _passed(self, view: FileView, index: int) -> Passed:
        """Return the types of what a call passes."""
        call = view.calls[index]
        types = [self._find_type(argument, view, call) for argument in call.args]
        types += [None] * (_count_arguments(call) - len(types))
        return Passed(types, dict.fromkeys(name for name, _ in call.keywords if name != TYPES))

    def _find_type(self, expression: Expr, view: FileView, call: Call) -> Type:
        return self._types.of_expression(expression, view, call.scope, call.position)

    def _find_best(self, group: list[Called], passed: Passed) -> list[Called]:
        costs: dict[Called, Cost] = {}
        for value in group:
            cost = self._cost(value, passed)
            if cost is not None:
                costs[value] = cost
        if not costs:
            return self._most_derived(group)
        phase = min(phase for phase, _ in costs.values())
        left = [value for value in group if value in costs and costs[value][0] == phase]
        left = self._narrow(left, passed)
        least = min(costs[value] for value in left)
        return self._most_derived([value for value in left if costs[value] == least])

    def _narrow(self, group: list[Called], passed: Passed) -> list[Called]:  # noqa: ARG002
        """Return the functions of those that fit that come before the others."""
        return group

    def _most_derived(self, group: list[Called]) -> list[Called]:
        """Return the functions that no other one's class is below of."""
        owners = [self._owner(value) for value in group]
        return [
            value
            for value, owner in zip(group, owners, strict=True)
            if not any(self._is_above(owner, other) for other in owners)
        ]

    def _owner(self, value: Called) -> Class | None:
        view = self._analysis.view(value.path)
        scope = view.scopes[view.definitions[value.definition].scope]
        return Class(value.path, scope.definition) if scope.kind == "class" else None

    def _is_above(self, owner: Class | None, other: Class | None) -> bool:
        if owner is None or other is None or owner == other:
            return False
        return owner in self._analysis.classes.order(other.path, other.definition)

    def _cost(self, value: Called, passed: Passed) -> Cost | None:
        """Return how well a function takes what is passed; None where it cannot."""
        view = self._analysis.view(value.path)
        definition = view.definitions[value.definition]
        self._analysis.ask(view, definition.name)
        params = definition.params
        types = passed.types
        if type(value) is Bound and value.receiver == ADDED_TO:
            types = [passed.receiver, *types]
        if len(types) > len(params) and not (params and params[-1].kind == "*"):
            return None
        if not {param.name for param in params}.issuperset(passed.named):
            return None
        whole = len(types) == len(params)
        phase = total = 0
        for param, given in self._pair(view, params, types, passed):
            cost = self._cost_of_one(param, given, view, definition, whole=whole)
            if cost is None:
                return None
            phase, total = max(phase, cost[0]), total + cost[1]
        return self._complete(view, definition, passed, len(types), (phase, total))

    @abstractmethod
    def _complete(
        self, view: FileView, definition: Declaration, passed: Passed, count: int, cost: Cost
    ) -> Cost | None:
        """Return the cost of a call that passes so much, with that of what it leaves out."""

    def _pair(
        self,
        view: FileView,
        params: Sequence[Param],
        types: Sequence[Type],
        passed: Passed,  # noqa: ARG002
    ) -> Iterator[tuple[Param, Type]]:
        """Yield what is passed with the parameter that takes it."""
        for at, given in enumerate(types):
            is_function = type(given) is CallableType
            place = view.semantics.place_of(at, len(types), len(params), is_function=is_function)
            yield params[place], given

    def _cost_of_one(
        self, param: Param, given: Type, view: FileView, definition: Declaration, *, whole: bool
    ) -> Cost | None:
        scope = definition.body if definition.body >= 0 else definition.scope
        wanted = self._types.of_written(param.annotation, view, scope)
        if given == SPREAD:
            return (VARIABLE_COUNT, 0) if param.kind == "*" else None
        library = read_library(view.semantics.library)
        if param.kind != "*":
            return self._conversion.cost(given, wanted, library)
        return self._cost_of_rest(given, wanted, library, whole=whole)

    @abstractmethod
    def _cost_of_rest(
        self, given: Type, wanted: Type, library: Library, *, whole: bool
    ) -> Cost | None:
        """Return how well one argument fits a parameter that takes the rest of them as an array."""


def count_types(call: Call) -> int:
    """Return how many types a call writes behind the name that it calls."""
    return len(given_types(call))


def _count_arguments(call: Call) -> int:
    """Return how many arguments a call has, which its name says where names tell that apart."""
    callee = call.callee
    name = callee if isinstance(callee, str) else ""
    name = callee.name if type(callee) is Attribute else name
    count = name.rpartition("(")[2].removesuffix(")")
    return int(count) if count.isdigit() else 0
