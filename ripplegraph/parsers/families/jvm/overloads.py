"""Which of several functions with one name a call means on the JVM."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.facts import Declaration
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import Called
from ripplegraph.parsers.families.overloads import Cost
from ripplegraph.parsers.families.typed.conversion_cost import UNKNOWN
from ripplegraph.parsers.families.typed.library import Library, read_library
from ripplegraph.parsers.families.typed.overloads import (
    VARIABLE_COUNT,
    PassedTypes,
    TypedOverloads,
)
from ripplegraph.parsers.families.typed.types import ArrayType, Type


class JvmOverloads(TypedOverloads):
    """Takes the most specific function of the first phase in which any is found."""

    def _narrow(self, group: list[Called], passed: PassedTypes) -> list[Called]:
        return self._most_specific(group, passed.types)

    def _complete(
        self,
        view: FileView,
        definition: Declaration,
        passed: PassedTypes,
        count: int,
        cost: Cost,
    ) -> Cost | None:
        left = len(definition.params) - count
        return (VARIABLE_COUNT, cost[1] + left) if left > 0 else cost

    def _cost_of_rest(
        self, given: Type, wanted: Type, library: Library, *, whole: bool
    ) -> Cost | None:
        if whole and type(given) is ArrayType:
            return self._conversion.cost(given, ArrayType(wanted), library)
        cost = self._conversion.cost(given, wanted, library)
        return None if cost is None else (VARIABLE_COUNT, cost[1])

    def _most_specific(self, group: list[Called], passed: Sequence[Type]) -> list[Called]:
        """Return the functions that take less general types than no other one does.

        Only where it is known of what is passed that it fits both.
        """
        if len(group) < 2:
            return group
        taken = {value: self._taken(value, len(passed)) for value in group}
        library = read_library(self._analysis.view(group[0].path).semantics.known.package)

        def is_below(one: Called, other: Called) -> bool:
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
        return self._conversion.cost(given, wanted, library) in (None, UNKNOWN)

    def _taken(self, value: Called, count: int) -> list[Type]:
        """Return the types of what a function takes for so many arguments."""
        view = self._analysis.view(value.path)
        definition = view.definitions[value.definition]
        scope = definition.body if definition.body >= 0 else definition.scope
        found = [self._types.of_written(p.annotation, view, scope) for p in definition.params]
        return [found[min(at, len(found) - 1)] for at in range(count)]
