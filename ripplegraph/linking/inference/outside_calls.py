"""Results of functions from outside the project that hand values of the project through."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.expressions import Attribute
from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.files.known_library import KnownLibrary
from ripplegraph.linking.values.value import EMPTY, Values
from ripplegraph.linking.values.value_sets import generic, join, outside_result


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
        added = self._of_values(model, args) or view.semantics.apply_model(model, args, caller)
        return join((outside_result(name), added))

    def _of_values(self, model: str, args: Sequence[Values]) -> Values:
        """Return what comes of values by the models that all libraries have."""
        first = args[0] if args else EMPTY
        analysis = self._analysis
        if model == "same":
            return first
        if model == "elements":
            return generic("iter", analysis.containers.elements(first))
        if model == "element":
            return analysis.containers.elements(first)
        if model == "called":
            return join(analysis.calls.apply(v, None) for v in analysis.expand(first))
        return EMPTY


def _method_name(call: CallSite) -> str:
    callee = call.callee
    if isinstance(callee, str):
        return callee.rpartition(".")[2]
    return callee.name if type(callee) is Attribute else ""
