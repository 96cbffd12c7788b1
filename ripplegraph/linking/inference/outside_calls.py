"""What functions from outside the project give back, for those that hand project values through."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.expressions import Attribute
from ripplegraph.graph.facts import Call
from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.files.known_library import KnownLibrary
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import (
    EMPTY,
    Class,
    Container,
    Function,
    Instance,
    Text,
    TypedObject,
    Values,
)
from ripplegraph.linking.values.value_sets import generic, join, one, outside_result


class Outside:
    """Applies functions and methods that nobody here can look into."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def function(self, name: str, caller: Caller | None) -> Values:
        """Return what a call of a function, known by its dotted name, gives."""
        known = caller[0].semantics.known.find_function(name) if caller else ""
        return self._apply(name, known, caller)

    def method(self, name: str, caller: Caller | None) -> Values:
        """Return what a call of something gives that came from outside, by what it is called."""
        if caller is None:
            return outside_result(name)
        view, index = caller
        word = _method_name(view.sites[index])
        return self._apply(name, view.semantics.known.find_method(word), caller)

    def plain_result(
        self, name: str, call: CallSite, known: KnownLibrary, *, is_method: bool
    ) -> Values | None:
        """Return what a call gives that hands nothing through; None where it may."""
        model = known.find_method(_method_name(call)) if is_method else known.find_function(name)
        return None if model else outside_result(name)

    def _apply(self, name: str, model: str, caller: Caller | None) -> Values:
        if not model or caller is None:
            return outside_result(name)
        view, call = caller[0], caller[0].calls[caller[1]]
        args = [
            self._analysis.evaluate(a, view, call.scope, call.position) if a is not None else EMPTY
            for a in call.args
        ]
        # The outside result stays among the answers: what the model adds may come later in a cycle.
        added = _of_library(model, args) or self._of_values(model, args)
        added = added or self._of_call(model, args, caller)
        return join((outside_result(name), added))

    def _of_values(self, model: str, args: Sequence[Values]) -> Values:
        first = args[0] if args else EMPTY
        containers = self._analysis.containers
        if model == "same":
            return first
        if model == "elements":
            return generic("iter", containers.elements(first))
        if model == "element":
            return containers.elements(first)
        if model == "enumerate":
            return generic("iter", one(Container("pairs", containers.elements(first), EMPTY)))
        if model == "zipped" and args:
            places = tuple((str(i), containers.elements(a)) for i, a in enumerate(args))
            return one(Container("iter", one(TypedObject(places)), EMPTY))
        if model == "entered":
            return containers.entered(first)
        if model == "awaited":
            given = self._analysis.expand(first)
            return join(v.values for v in given if type(v) is Container and v.kind == "await")
        if model == "property":
            return generic("property", frozenset(v for v in first if type(v) is Function))
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

    def _of_call(self, model: str, args: Sequence[Values], caller: Caller) -> Values:
        first = args[0] if args else EMPTY
        analysis, view, call = self._analysis, caller[0], caller[0].calls[caller[1]]
        if model in ("constant", "constants"):
            made = self._constants(view, call)
            return made if model == "constant" else generic("iter", made)
        if model == "type":
            return frozenset(
                Class(v.path, v.definition) for v in analysis.expand(first) if type(v) is Instance
            )
        if model == "cast" and call.args:
            return analysis.annotations.instances(call.args[0], view, call.scope, call.position)
        if model == "getattr" and len(args) > 1:
            names = [v.text for v in args[1] if type(v) is Text]
            return join(analysis.attributes(first, n) for n in names)
        if model == "import":
            specs = [v.text for v in first if type(v) is Text]
            return join(analysis.modules.import_values(view, spec, "") for spec in specs)
        if model == "called":
            return join(analysis.calls.apply(v, None) for v in analysis.expand(first))
        if model == "mapped" and len(args) > 1:
            given = [v for v in analysis.expand(first) if type(v) is Function or type(v) is Class]
            return generic("iter", join(analysis.calls.apply(v, None) for v in given))
        return EMPTY


def _of_library(model: str, args: Sequence[Values]) -> Values:
    """Return what comes of values by the models that only libraries with types have."""
    if model == "gathered" and args:
        is_whole = len(args) == 1 and any(type(v) is Container for v in args[0])
        return args[0] if is_whole else generic("iter", join(args))
    if model == "typed":
        types = [v for values in args for v in values if type(v) is Container and v.kind == "type"]
        return join(frozenset(v.values) for v in types)
    return EMPTY


def _method_name(call: CallSite) -> str:
    callee = call.callee
    if isinstance(callee, str):
        return callee.rpartition(".")[2]
    return callee.name if type(callee) is Attribute else ""
