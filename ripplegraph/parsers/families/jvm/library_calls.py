"""What functions of the libraries of the JVM give that hand values of the project through."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.facts import Call
from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import EMPTY, Class, Container, Instance, Values
from ripplegraph.linking.values.value_sets import generic, join


class LibraryCalls:
    """Applies the models of functions that `known_library.py` names."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def apply(self, model: str, args: Sequence[Values], caller: Caller) -> Values:
        """Return what a call of a function with a model gives."""
        if model == "gathered" and args:
            is_whole = len(args) == 1 and any(type(v) is Container for v in args[0])
            return args[0] if is_whole else generic("iter", join(args))
        if model == "typed":
            given = [v for values in args for v in values if type(v) is Container]
            return join(frozenset(v.values) for v in given if v.kind == "type")
        if model in ("constant", "constants"):
            made = self._constants(caller[0], caller[0].calls[caller[1]])
            return made if model == "constant" else generic("iter", made)
        return EMPTY

    def _constants(self, view: FileView, call: Call) -> Values:
        """Return the constants of the enumeration that a call names, or stands in."""
        front = call.callee.rpartition(".")[0] if isinstance(call.callee, str) else ""
        if front:
            named = self._analysis.chain_values(front, view, call.scope, call.position)
            values: Values = frozenset(v for v in named if type(v) is Class)
        else:
            values = self._analysis.receivers.own(view, call.scope)
        is_enum = self._analysis.classes.is_enum
        found = [
            v
            for v in values
            if (type(v) is Class or type(v) is Instance) and is_enum(v.path, v.definition)
        ]
        return frozenset(Instance(v.path, v.definition) for v in found)
