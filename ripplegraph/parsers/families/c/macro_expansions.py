"""What the macros of C call: their text takes the place of each call of them."""

from __future__ import annotations

from ripplegraph.graph.facts import MACRO
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.values.value import Bound, Class, Function, Instance, Value, Values

MOST_EXPANDED = 24
"""How many functions a call of a macro calls at most."""


class MacroExpansions:
    """Finds the functions that macros call, themselves or by other macros."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def find(self, macro: Function) -> list[Value]:
        """Return what runs where a function is called: nothing for one that is no macro."""
        found: list[Value] = []
        known: set[Value] = {macro}
        todo = [macro]
        while todo and len(known) < MOST_EXPANDED:
            value = todo.pop()
            view = self._analysis.views[value.path]
            definition = view.definitions[value.definition]
            if not definition.flags & MACRO:
                continue
            self._analysis.view(view.path)
            self._analysis.ask_definition(view, value.definition)
            for call in [view.sites[i] for i in definition.yields if isinstance(i, int)]:
                called = self._analysis.evaluate(call.callee, view, call.scope, call.position)
                for inner in self._analysis.in_order(_one_program(called - known)):
                    known.add(inner)
                    found.append(inner)
                    if type(inner) is Function:
                        todo.append(inner)
        return [value for value in found if not self._is_macro(value)]

    def _is_macro(self, value: Value) -> bool:
        if type(value) is not Function:
            return False
        view = self._analysis.views[value.path]
        return bool(view.definitions[value.definition].flags & MACRO)


def _one_program(values: Values) -> Values:
    """Return values of the project; nothing where a program has only one of them."""
    own = [v for v in values if type(v) in (Function, Class, Bound, Instance)]
    paths = {v.path for v in own if type(v) is Function or type(v) is Class}
    return frozenset(own) if len(paths) < 2 else frozenset()
