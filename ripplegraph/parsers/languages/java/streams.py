"""What methods of streams and optional values give by the functions they get."""

from __future__ import annotations

from typing import Final

from ripplegraph.graph.expressions import Expr
from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import EMPTY, Class, ContainerMethod, Function, Values
from ripplegraph.linking.values.value_sets import generic, join

_MAPPED: Final = frozenset({"map(1)", "mapToObj(1)", "thenApply(1)"})
_FLATTENED: Final = frozenset({"flatMap(1)", "thenCompose(1)"})
_COLLECTORS: Final = frozenset(
    {"toList(0)", "toSet(0)", "toUnmodifiableList(0)", "toUnmodifiableSet(0)", "toCollection(1)"}
)


class Streams:
    """Applies methods of sequences that get functions."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def method(self, value: ContainerMethod, caller: Caller) -> Values:
        """Return what calling a method gives; nothing where no function decides it."""
        view, index = caller
        container, name = value.container, value.name
        if container.kind != "iter":
            return EMPTY
        args = view.calls[index].args
        if name == "collect(1)":
            is_same = bool(args) and _is_collector(view, args[0])
            return frozenset({container}) if is_same else EMPTY
        if not args or (name not in _MAPPED and name not in _FLATTENED):
            return EMPTY
        call = view.calls[index]
        given = self._analysis.evaluate(args[0], view, call.scope, call.position)
        made = join(
            self._analysis.calls.apply(v, None)
            for v in given
            if type(v) is Function or type(v) is Class
        )
        if name in _FLATTENED:
            made = self._analysis.containers.elements(made)
        return generic("iter", made)


def _is_collector(view: FileView, argument: Expr) -> bool:
    """Whether an argument puts the elements of a stream together as they are."""
    callee = view.sites[argument].callee if isinstance(argument, int) else ""
    return isinstance(callee, str) and callee.rpartition(".")[2] in _COLLECTORS
