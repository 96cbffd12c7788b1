"""Overloads of languages that write the types of what is passed and taken."""

from __future__ import annotations

from abc import abstractmethod

from ripplegraph.graph.expressions import Attribute, Expr
from ripplegraph.graph.facts import TYPES, Call
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import Called
from ripplegraph.parsers.families.overloads import Cost, Overloads, Passed
from ripplegraph.parsers.families.typed.conversion_cost import ConversionCost
from ripplegraph.parsers.families.typed.expression_types import Types
from ripplegraph.parsers.families.typed.library import Library, read_library
from ripplegraph.parsers.families.typed.types import SPREAD, CallableType, Type

VARIABLE_COUNT = 2
"""The phase in which functions are tried that take any number of arguments."""
PassedTypes = Passed[Type]


class TypedOverloads(Overloads[Type]):
    """Compares the types of arguments with those that are written for parameters."""

    def __init__(self, analysis: Analysis, types: Types, conversion: ConversionCost) -> None:
        """Take what knows the types of a language, and how well they fit each other."""
        super().__init__(analysis)
        self._types = types
        self._conversion = conversion

    def _passed(self, view: FileView, index: int) -> PassedTypes:
        call = view.calls[index]
        types = [self._find_type(argument, view, call) for argument in call.args]
        types += [None] * (_count_arguments(call) - len(types))
        named = dict.fromkeys(name for name, _ in call.keywords if name != TYPES)
        return Passed(view, index, types, named)

    def _find_type(self, expression: Expr, view: FileView, call: Call) -> Type:
        return self._types.of_expression(expression, view, call.scope, call.position)

    def _is_function(self, given: Type) -> bool:
        return type(given) is CallableType

    def _cost_of_one(self, at: int, given: Type, function: Called, *, whole: bool) -> Cost | None:
        view = self._analysis.view(function.path)
        definition = view.definitions[function.definition]
        param = definition.params[at]
        scope = definition.body if definition.body >= 0 else definition.scope
        wanted = self._types.of_written(param.annotation, view, scope)
        if given == SPREAD:
            return (VARIABLE_COUNT, 0) if param.kind == "*" else None
        library = read_library(view.semantics.known.package)
        if param.kind != "*":
            return self._conversion.cost(given, wanted, library)
        return self._cost_of_rest(given, wanted, library, whole=whole)

    @abstractmethod
    def _cost_of_rest(
        self, given: Type, wanted: Type, library: Library, *, whole: bool
    ) -> Cost | None:
        """Return how well one argument fits a parameter that takes the rest of them as an array."""


def _count_arguments(call: Call) -> int:
    """Return how many arguments a call has, which its name says where names tell that apart."""
    callee = call.callee
    name = callee if isinstance(callee, str) else ""
    name = callee.name if type(callee) is Attribute else name
    count = name.rpartition("(")[2].removesuffix(")")
    return int(count) if count.isdigit() else 0
