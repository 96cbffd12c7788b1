"""Which of several C++ functions with one name a call means, by what it passes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ripplegraph.graph.facts import CONSTANT, MACRO, Declaration, Param
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import AMBIGUOUS
from ripplegraph.linking.values.targets import CallTarget, Targets
from ripplegraph.linking.values.value import Bound, Called, Function, Values
from ripplegraph.parsers.families.c.argument_types import ArgumentTypes
from ripplegraph.parsers.families.c.conversion_cost import (
    CONVERTED,
    UNKNOWN,
    WrittenType,
    find_cost,
)
from ripplegraph.parsers.families.c.includes import Includes
from ripplegraph.parsers.families.c.qualified_names import QualifiedNames
from ripplegraph.parsers.families.overloads import Cost, Overloads, Passed


class CppOverloads(Overloads[WrittenType]):
    """Compares what call sites pass with what functions take, all of one name side by side."""

    compares_all = True

    def __init__(self, analysis: Analysis) -> None:
        super().__init__(analysis)
        self._includes = analysis.part(Includes)
        self._qualified = analysis.part(QualifiedNames)
        self._written = ArgumentTypes(analysis)

    def fit(self, targets: Targets, view: FileView, index: int, limit: int) -> Targets:
        """Of functions of one name, return those that what a call site passes fits best."""
        values = frozenset(Function(*t.definition) for t in targets if t.definition is not None)
        if not self.is_open(values):
            return targets
        chosen = self.choose(view, index, values)
        counts: dict[Called, int] = {}
        for group in self._group(chosen):
            counts.update(dict.fromkeys(group, len({self._id_of(v) for v in group})))
        kept: list[CallTarget] = []
        for target in targets:
            value = None if target.definition is None else Function(*target.definition)
            count = 1 if value is None else counts.get(value, 1)
            if (value is not None and value not in chosen) or count > limit:
                continue
            is_open = count > 1
            own = replace(target, resolution=AMBIGUOUS, candidates=count) if is_open else target
            kept.append(own)
        return tuple(kept)

    def _id_of(self, value: Called) -> str:
        return self._analysis.views[value.path].ids[value.definition]

    def _group(self, values: Values) -> list[list[Called]]:
        """Return the functions of each name; macros and classes have none to share."""
        found: dict[str, list[Called]] = {}
        for value in values:
            if type(value) is Function or type(value) is Bound:
                definition = self._analysis.views[value.path].definitions[value.definition]
                if definition.kind == "function" and not definition.flags & MACRO:
                    found.setdefault(definition.name, []).append(value)
        return list(found.values())

    def _passed(self, view: FileView, index: int) -> Passed[WrittenType]:
        return Passed(view, index, self._written.of_arguments(view, view.calls[index]))

    def _takes(
        self, view: FileView, definition: Declaration, passed: Passed[WrittenType], count: int
    ) -> bool:
        params = definition.params
        if count > len(params) and not any(param.kind == "*" for param in params):
            return False
        return _count_needed(params) <= count or any(
            _count_needed(declared) <= count for declared in self._declared(view, definition)
        )

    def _complete(
        self,
        view: FileView,
        definition: Declaration,
        passed: Passed[WrittenType],
        count: int,
        cost: Cost,
    ) -> Cost:
        """Of what no parameter takes nothing is known."""
        beyond = max(0, count - len(definition.params))
        return cost[0], cost[1] + beyond * UNKNOWN[1]

    def _pair(
        self,
        view: FileView,
        params: Sequence[Param],
        types: Sequence[WrittenType],
        passed: Passed[WrittenType],
    ) -> Iterator[tuple[int, WrittenType]]:
        return enumerate(types[: len(params)])

    def _cost_of_one(
        self, at: int, given: WrittenType, function: Called, *, whole: bool
    ) -> Cost | None:
        view = self._analysis.view(function.path)
        definition = view.definitions[function.definition]
        if definition.params[at].kind or not given.base:
            return UNKNOWN
        taken = self._written.of_taken(view, definition, at)
        if not taken.base:
            return UNKNOWN
        cost = find_cost(given, taken)
        return CONVERTED if cost == UNKNOWN and self._is_below(given, taken) else cost

    def _is_below(self, given: WrittenType, taken: WrittenType) -> bool:
        """Whether an object of a class is passed where one of a class above it is taken."""
        if given.own is None or taken.own is None or given.stars != taken.stars:
            return False
        return taken.own in self._analysis.classes.order(given.own.path, given.own.definition)

    def _settle(self, group: list[Called], passed: Passed[WrittenType]) -> list[Called]:
        """Of functions for constant objects and for others, return the ones for the call's own."""
        kinds = {value: self._definition(value).flags & CONSTANT for value in group}
        if len(set(kinds.values())) < 2:
            return group
        is_const = self._written.is_const(passed.view, passed.view.sites[passed.index])
        return [value for value in group if bool(kinds[value]) == is_const]

    def _definition(self, value: Called) -> Declaration:
        view = self._analysis.view(value.path)
        self._analysis.ask_definition(view, value.definition)
        return view.definitions[value.definition]

    def _declared(self, view: FileView, definition: Declaration) -> Iterator[Sequence[Param]]:
        """Yield the parameters of a function as others see them: only these have defaults."""
        analysis, taken = self._analysis, len(definition.params)
        name = definition.qualified.partition("#")[0].replace(".", "::")
        for path, index in self._qualified.declarations(view, name, taken):
            other = analysis.view(path)
            analysis.ask_definition(other, index)
            yield other.definitions[index].params
        for slot in self._includes.declarations(view, name):
            other = analysis.view(slot.path)
            index = other.scopes[slot.scope].bindings[slot.index].index
            analysis.ask_definition(other, index)
            if len(other.definitions[index].params) == taken:
                yield other.definitions[index].params


def _count_needed(params: Sequence[Param]) -> int:
    """Return how many parameters have no default."""
    return sum(1 for param in params if param.default is None and param.kind != "*")
