"""Which of several functions with one name a call means, going by what it passes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ripplegraph.graph.facts import Call, Declaration, Param
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.inference.written_types import given_types
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import (
    ADDED_TO,
    Bound,
    Called,
    Class,
    Function,
    Typed,
    Values,
)

Type = TypeVar("Type")
"""The type of something that is passed, as a language tells types apart."""
Cost = tuple[int, int]
"""How a call fits a function: the phase in which it is found, and how far its types are off."""


@dataclass(frozen=True, slots=True)
class Passed(Generic[Type]):
    """The types of what a call site passes: by place, by name, and what it calls a member of."""

    view: FileView
    index: int
    types: Sequence[Type]
    named: Mapping[str, Type] = field(default_factory=dict)
    receiver: Sequence[Type] = ()
    given: int = 0
    """How many types are written behind the name."""

    @property
    def call(self) -> Call:
        """Return the call of the site."""
        return self.view.calls[self.index]


class Overloads(ABC, Generic[Type]):
    """Chooses among functions that stand side by side under one name.

    Those are left that can take what is passed, at the least cost. A language says what stands
    side by side, what the types of arguments are, and what it costs to convert one.
    """

    compares_all = False
    """Whether types choose among functions of which none takes so many arguments: what is passed
    to a macro is often passed on with more, or with less."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def choose(self, view: FileView, index: int, values: Values) -> Values:
        """Return the values that a call site may call, without overloads that do not fit best."""
        if len(values) < 2:
            return values
        values = view.semantics.with_parameters(values, count_types(view.calls[index]))
        groups = self._group(values)
        if len(groups) == len(values) or not any(len(group) > 1 for group in groups):
            return values
        passed = self._passed(view, index)
        left_out: set[Called] = set()
        for group in groups:
            if len(group) > 1:
                best = self._find_best(group, passed)
                left_out.update(value for value in group if value not in best)
        return values - left_out

    def find_fitting(self, view: FileView, index: int, values: Values) -> Values:
        """Return the functions that take what a call site passes, however well."""
        passed = self._passed(view, index)
        return frozenset(
            value
            for value in values
            if (type(value) is Function or type(value) is Bound)
            and self._is_taken(value, passed)
            and self._cost(value, passed) is not None
        )

    def is_open(self, values: Values) -> bool:
        """Whether it cannot be told which of several overloads is meant."""
        return any(len(group) > 1 for group in self._group(values))

    # Candidates -------------------------------------------------------------------------------

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

    # The best ---------------------------------------------------------------------------------

    def _find_best(self, group: list[Called], passed: Passed[Type]) -> list[Called]:
        taking = [value for value in group if self._is_taken(value, passed)]
        compared = taking or (group if self.compares_all else [])
        costs: dict[Called, Cost] = {}
        for value in compared:
            cost = self._cost(value, passed)
            if cost is not None:
                costs[value] = cost
        if not costs:
            return self._settle(taking or group, passed)
        phase = min(phase for phase, _ in costs.values())
        left = [value for value in compared if value in costs and costs[value][0] == phase]
        left = self._narrow(left, passed)
        least = min(costs[value] for value in left)
        return self._settle([value for value in left if costs[value] == least], passed)

    def _narrow(self, group: list[Called], passed: Passed[Type]) -> list[Called]:
        """Return the functions of those that fit that come before the others."""
        return group

    def _settle(self, group: list[Called], passed: Passed[Type]) -> list[Called]:
        """Return the functions that come first of those that fit equally well.

        That are those that no other one's class is below of.
        """
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

    # Costs ------------------------------------------------------------------------------------

    @abstractmethod
    def _passed(self, view: FileView, index: int) -> Passed[Type]:
        """Return the types of what a call site passes."""

    def _cost(self, value: Called, passed: Passed[Type]) -> Cost | None:
        """Return how well a function takes what is passed; None where it cannot."""
        view = self._analysis.view(value.path)
        definition = view.definitions[value.definition]
        types = self._find_types(value, definition, passed)
        whole = len(types) == len(definition.params)
        phase = total = 0
        for at, given in self._pair(view, definition.params, types, passed):
            cost = self._cost_of_one(at, given, value, whole=whole)
            if cost is None:
                return None
            phase, total = max(phase, cost[0]), total + cost[1]
        return self._complete(view, definition, passed, len(types), (phase, total))

    def _is_taken(self, value: Called, passed: Passed[Type]) -> bool:
        """Whether a function can be called with so many arguments, and with those names."""
        view = self._analysis.view(value.path)
        definition = view.definitions[value.definition]
        self._analysis.ask(view, definition.name)
        count = len(self._find_types(value, definition, passed))
        return self._takes(view, definition, passed, count)

    def _find_types(
        self,
        value: Called,
        definition: Declaration,
        passed: Passed[Type],
    ) -> Sequence[Type]:
        """Return the types of what a function gets, its own object too where that is passed."""
        is_added = type(value) is Bound and value.receiver == ADDED_TO
        return [*passed.receiver, *passed.types] if is_added else passed.types

    def _takes(
        self,
        view: FileView,
        definition: Declaration,
        passed: Passed[Type],
        count: int,
    ) -> bool:
        """Whether a function can be called with so many arguments, and with those names."""
        params = definition.params
        if count > len(params) and not (params and params[-1].kind == "*"):
            return False
        return {param.name for param in params}.issuperset(passed.named)

    def _pair(
        self,
        view: FileView,
        params: Sequence[Param],
        types: Sequence[Type],
        passed: Passed[Type],
    ) -> Iterator[tuple[int, Type]]:
        """Yield what is passed with the place of the parameter that takes it."""
        for at, given in enumerate(types if params else ()):
            is_function = self._is_function(given)
            place = view.semantics.place_of(at, len(types), len(params), is_function=is_function)
            yield place, given

    def _is_function(self, given: Type) -> bool:
        """Whether something that is passed is a function."""
        return False

    @abstractmethod
    def _cost_of_one(self, at: int, given: Type, function: Called, *, whole: bool) -> Cost | None:
        """Return how well an argument fits a parameter of a function; None where it cannot.

        `whole` says whether each parameter gets one argument.
        """

    def _complete(
        self,
        view: FileView,
        definition: Declaration,
        passed: Passed[Type],
        count: int,
        cost: Cost,
    ) -> Cost | None:
        """Return the cost of a call that passes so much, with that of what it leaves out."""
        return cost


def count_types(call: Call) -> int:
    """Return how many types a call writes behind the name that it calls."""
    return len(given_types(call))
