"""Functions that are called like members of a type, which they do not belong to."""

from __future__ import annotations

from ripplegraph.graph.expressions import Attribute, Expr
from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import (
    EMPTY,
    Class,
    Container,
    External,
    Function,
    Instance,
    Result,
    Values,
)
from ripplegraph.linking.values.value_sets import join, one
from ripplegraph.parsers.families.jvm.expression_types import JvmTypes
from ripplegraph.parsers.families.jvm.type_names import JVM
from ripplegraph.parsers.families.typed.conversion_cost import ConversionCost, Cost
from ripplegraph.parsers.families.typed.library import read_library
from ripplegraph.parsers.families.typed.types import OutsideType, OwnType, PlainType, Type

EXTENSION = "+"
"""Before the name that such a function is bound under."""
_FOREIGN = OutsideType("")
"""A type from outside of which no more is known."""


class ExtensionFunctions:
    """Finds the functions in scope that take what they are called on."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._types = JvmTypes(analysis)
        self._conversion = ConversionCost(analysis, JVM)

    def find(self, view: FileView, call: CallSite) -> Values:
        """Return the functions that a call site may call like members of something."""
        front, name = _split(call.callee)
        if not name or (front is None and "(" not in name):
            return EMPTY
        slots = self._analysis.names.slots(view, call.scope, EXTENSION + name, call.position)
        found = join(self._analysis.slot_values(slot) for slot in slots)
        functions = [value for value in found if type(value) is Function]
        if front is None:
            receivers = self._around(view, call.scope) if functions else []
            return self._first_fitting(functions, receivers)
        return self._fit(functions, self._type_of(front, view, call)) if functions else EMPTY

    def find_common(self, view: FileView, call: CallSite) -> Values:
        """Return the function from outside that a call site names, if there is one.

        Something unknown may have a member of that name, unless everything has that function.
        """
        front, name = _split(call.callee)
        builtins = view.semantics.builtins
        if front is None or name not in builtins:
            return EMPTY
        if f".{name}" in builtins or self._type_of(front, view, call) is not None:
            return one(External(f"builtins.{name}"))
        return EMPTY

    def _first_fitting(self, functions: list[Function], receivers: list[Type]) -> Values:
        for receiver in receivers:
            fitting = self._fit(functions, receiver)
            if fitting:
                return fitting
        return EMPTY

    def _fit(self, functions: list[Function], given: Type) -> Values:
        """Return the functions that extend what fits a type best."""
        costs: dict[Function, Cost] = {}
        for value in functions:
            cost = self._cost(value, given)
            if cost is not None:
                costs[value] = cost
        least = min(costs.values(), default=None)
        best = frozenset(value for value, cost in costs.items() if cost == least)
        if given is None or given == _FOREIGN:
            # Which of several types is meant cannot be told.
            extended = {self._extended(value) for value in best}
            return best if len(extended) == 1 else EMPTY
        return best

    def _extended(self, value: Function) -> Expr:
        view = self._analysis.view(value.path)
        self._analysis.ask_definition(view, value.definition)
        return view.definitions[value.definition].annotation

    def _cost(self, value: Function, given: Type) -> Cost | None:
        view = self._analysis.view(value.path)
        definition = view.definitions[value.definition]
        self._analysis.ask(view, definition.name)
        scope = definition.body if definition.body >= 0 else definition.scope
        wanted = self._types.of_written(definition.annotation, view, scope)
        if given == _FOREIGN:
            return None if type(wanted) is OwnType else (0, 3)
        return self._conversion.cost(given, wanted, read_library(view.semantics.known.package))

    def _type_of(self, front: Expr, view: FileView, call: CallSite) -> Type:
        """Return the type of what a function is called on, as far as it is known."""
        if not isinstance(front, int):
            written = self._types.of_declared(front, view, call.scope, call.position)
            if written is not None:
                return written
        values = self._analysis.evaluate(front, view, call.scope, call.position)
        return _type_of_values(self._analysis.expand(values))

    def _around(self, view: FileView, scope: int) -> list[Type]:
        """Return the types of the objects that a place has without naming them, inside out."""
        found: list[Type] = []
        while scope >= 0:
            current = view.scopes[scope]
            if current.kind == "class" and current.definition >= 0:
                found.append(OwnType(view.path, current.definition))
            elif view.semantics.receiver in view.table(scope):
                own = _type_of_values(self._analysis.receivers.of_scope(view, scope))
                if own is not None:
                    found.append(own)
            scope = current.parent
        return found


def _type_of_values(values: Values) -> Type:
    if len(values) != 1:
        return None
    (value,) = values
    if type(value) is Instance or type(value) is Class:
        return OwnType(value.path, value.definition)
    if type(value) is Container:
        return OutsideType("Map" if value.kind == "map" else "List")
    if type(value) is External or type(value) is Result:
        front, _, name = value.name.partition(".")
        if front != "builtins" or not name:
            return _FOREIGN
        return PlainType(name) if name in JVM.plain else OutsideType(name)
    return None


def _split(callee: Expr) -> tuple[Expr, str]:
    """Return what a function is called on, None where that is not written, and its name."""
    if isinstance(callee, str):
        front, dot, name = callee.rpartition(".")
        return (front if dot else None), name
    if type(callee) is Attribute:
        return callee.base, callee.name
    return None, ""
