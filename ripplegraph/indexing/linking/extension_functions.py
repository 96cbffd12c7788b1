"""Functions that are called like members of a type, which they do not belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ripplegraph.graph.facts import Expr
from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.indexing.linking.fitting import Cost, Fitting
from ripplegraph.indexing.linking.library import read_library
from ripplegraph.indexing.linking.type_names import JVM
from ripplegraph.indexing.linking.type_words import OUTSIDE, OWN, PLAIN, Type
from ripplegraph.indexing.linking.types import Types
from ripplegraph.indexing.linking.values import (
    CLASS,
    EMPTY,
    EXTERNAL,
    FUNC,
    GENERIC,
    INSTANCE,
    RESULT,
    Value,
    Values,
    join,
    one,
)
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

EXTENSION = "+"
"""Before the name that such a function is bound under."""
_FOREIGN = (OUTSIDE, "")
"""A type from outside of which no more is known."""


class ExtensionFunctions:
    """Finds the functions in scope that take what they are called on."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._types = Types(world, JVM)
        self._fitting = Fitting(world, JVM)

    def find(self, view: FileView, call: CallSite) -> Values:
        """Return the functions that a call site may call like members of something."""
        front, name = _split(call.callee)
        if not name or (front is None and "(" not in name):
            return EMPTY
        slots = self._world.names.slots(view, call.scope, EXTENSION + name, call.position)
        found = join(self._world.slot_values(slot) for slot in slots)
        functions = [value for value in found if value[0] == FUNC]
        if front is None:
            receivers = self._around(view, call.scope) if functions else []
            return self._first_fitting(functions, receivers)
        return self._fit(functions, self._type_of(front, view, call)) if functions else EMPTY

    def find_common(self, view: FileView, call: CallSite) -> Values:
        """Return the function from outside that a call site names, if there is one.

        Something unknown may have a member of that name, unless everything has that function.
        """
        front, name = _split(call.callee)
        builtins = view.language.builtins
        if front is None or name not in builtins:
            return EMPTY
        if f".{name}" in builtins or self._type_of(front, view, call) is not None:
            return one(EXTERNAL, f"builtins.{name}")
        return EMPTY

    def _first_fitting(self, functions: list[Value], receivers: list[Type]) -> Values:
        for receiver in receivers:
            fitting = self._fit(functions, receiver)
            if fitting:
                return fitting
        return EMPTY

    def _fit(self, functions: list[Value], given: Type) -> Values:
        """Return the functions that extend what fits a type best."""
        costs: dict[Value, Cost] = {}
        for value in functions:
            cost = self._cost(value, given)
            if cost is not None:
                costs[value] = cost
        least = min(costs.values(), default=None)
        best = frozenset(value for value, cost in costs.items() if cost == least)
        if given is None or given == _FOREIGN:
            # Which of several types is meant cannot be told.
            extended = {repr(self._extended(value)) for value in best}
            return best if len(extended) == 1 else EMPTY
        return best

    def _extended(self, value: Value) -> Expr:
        view = self._world.view(value[1])
        self._world.ask_definition(view, value[2])
        return view.definitions[value[2]].annotation

    def _cost(self, value: Value, given: Type) -> Cost | None:
        view = self._world.view(value[1])
        definition = view.definitions[value[2]]
        self._world.ask(view, definition.name)
        scope = definition.body if definition.body >= 0 else definition.scope
        wanted = self._types.of_written(definition.annotation, view, scope)
        if given == _FOREIGN:
            return None if wanted is not None and wanted[0] == OWN else (0, 3)
        return self._fitting.cost(given, wanted, read_library(view.rules.library))

    def _type_of(self, front: Expr, view: FileView, call: CallSite) -> Type:
        """Return the type of what a function is called on, as far as it is known."""
        if not isinstance(front, int):
            written = self._types.of_declared(front, view, call.scope, call.position)
            if written is not None:
                return written
        values = self._world.evaluate(front, view, call.scope, call.position)
        return _type_of_values(self._world.expand(values))

    def _around(self, view: FileView, scope: int) -> list[Type]:
        """Return the types of the objects that a place has without naming them, inside out."""
        found: list[Type] = []
        while scope >= 0:
            current = view.scopes[scope]
            if current.kind == "class" and current.definition >= 0:
                found.append((OWN, view.path, current.definition))
            elif view.rules.receiver in view.table(scope):
                own = _type_of_values(self._world.receivers.of_scope(view, scope))
                if own is not None:
                    found.append(own)
            scope = current.parent
        return found


def _type_of_values(values: Values) -> Type:
    if len(values) != 1:
        return None
    (value,) = values
    if value[0] in (INSTANCE, CLASS):
        return (OWN, value[1], value[2])
    if value[0] == GENERIC:
        return (OUTSIDE, "Map" if value[1] == "map" else "List")
    if value[0] in (EXTERNAL, RESULT):
        front, _, name = value[1].partition(".")
        if front != "builtins" or not name:
            return _FOREIGN
        return (PLAIN, name) if name in JVM.plain else (OUTSIDE, name)
    return None


def _split(callee: Expr) -> tuple[Expr, str]:
    """Return what a function is called on, None where that is not written, and its name."""
    if isinstance(callee, str):
        front, dot, name = callee.rpartition(".")
        return (front if dot else None), name
    if isinstance(callee, (tuple, list)) and callee[0] == ".":
        return callee[1], str(callee[2])
    return None, ""
