"""What methods of options, results, sequences and smart pointers give."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.inference.containers import elements_in
from ripplegraph.linking.values.slots import OutsideSlot, Slot
from ripplegraph.linking.values.value import (
    EMPTY,
    Container,
    ContainerMethod,
    Instance,
    TypedObject,
    Value,
    Values,
)
from ripplegraph.linking.values.value_sets import generic, join, one, outside_result
from ripplegraph.parsers.languages.rust.std_methods import BOX_CALLBACKS, BOX_METHODS

_OUTSIDE = outside_result("builtins")
DEREF = "deref"
_OF_ALL = frozenset(
    {
        "clone",
        "clone_from",
        "cmp",
        "default",
        "deref",
        "deref_mut",
        "eq",
        "fmt",
        "hash",
        "ne",
        "partial_cmp",
        "to_string",
    }
)
"""Methods that types have by what they derive, whatever they lead to."""
_FUNCTIONAL = frozenset({"mapped", "opened", "given", "zipped"})


class StdTypes:
    """Applies methods of options, results, vectors, maps and iterators."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def method(self, value: ContainerMethod, caller: Caller) -> Values:
        """Return what calling a method gives; what is not known comes from outside."""
        container, name = value.container, value.name
        what = BOX_METHODS.get(name, "")
        if what in _FUNCTIONAL:
            return self._of_function(container, what, caller) or _OUTSIDE
        return _of_elements(container, what) or _OUTSIDE

    def callback(self, value: ContainerMethod, at: int) -> Values:
        """Return the type of the function that a method takes as its argument `at`."""
        container, name = value.container, value.name
        wanted, first, second = BOX_CALLBACKS.get(name, (-1, False, False))
        if at != wanted:
            return EMPTY
        inner = _iterated(container)
        return one(Container("taken", inner if first else EMPTY, inner if second else EMPTY))

    def adapted(self, value: Instance, name: str, slots: Sequence[Slot]) -> Values:
        """Return a method that an iterator of the project has from outside the project."""
        if name not in BOX_METHODS and name not in BOX_CALLBACKS:
            return EMPTY
        if any(type(slot) is not OutsideSlot for slot in slots):
            return EMPTY
        inner = self.stepped(value)
        return one(ContainerMethod(Container("iter", inner, EMPTY), name)) if inner else EMPTY

    def dereferenced(self, value: Value, name: str, slots: Sequence[Slot]) -> Values:
        """Return a member that an object of the project has from what it leads to, if anything."""
        analysis = self._analysis
        if name in _OF_ALL or any(type(slot) is not OutsideSlot for slot in slots):
            return EMPTY
        if not any(type(slot) is not OutsideSlot for slot in analysis.member_slots(value, DEREF)):
            return EMPTY
        inner = analysis.calls.method_result(value, DEREF) - {value}
        return analysis.attributes(inner, name) if inner else EMPTY

    def stepped(self, value: Instance) -> Values:
        """Return what an object gives that is iterated, where steps are given in boxes."""
        if self._has(value, "next"):
            return self._unboxed(value, "next")
        if not self._has(value, "into_iter"):
            return EMPTY
        made = self._analysis.expand(self._analysis.calls.method_result(value, "into_iter"))
        found = [elements_in(v) for v in made if type(v) is Container]
        steps = [v for v in made if type(v) is Instance and self._has(v, "next")]
        return join([*found, *(self._unboxed(v, "next") for v in steps)])

    def _unboxed(self, value: Value, method: str) -> Values:
        """Return what is in the boxes that a method gives."""
        made = self._analysis.expand(self._analysis.calls.method_result(value, method))
        return join(elements_in(v) for v in made if type(v) is Container)

    def _has(self, value: Value, method: str) -> bool:
        return any(
            type(slot) is not OutsideSlot for slot in self._analysis.member_slots(value, method)
        )

    def _of_function(self, container: Container, what: str, caller: Caller) -> Values:
        """Return what comes of a function that is applied to what is inside."""
        view, index = caller
        call, analysis = view.calls[index], self._analysis
        if not call.args or call.args[0] is None:
            return EMPTY
        given = analysis.expand(analysis.evaluate(call.args[0], view, call.scope, call.position))
        if what == "zipped":
            places = (("0", _iterated(container)), ("1", analysis.containers.elements(given)))
            return one(Container("iter", one(TypedObject(places)), EMPTY))
        made = join(analysis.calls.apply(v, None) for v in given)
        if what == "given":
            return made
        inner = made if what == "mapped" else analysis.containers.elements(made)
        return generic("iter" if container.kind in ("iter", "map") else "box", inner)


def _iterated(container: Container) -> Values:
    """Return what is inside a container, one by one; a map is iterated in pairs."""
    values, more = container.values, container.more
    return one(Container("pairs", values, more)) if container.kind == "map" else values


def _of_elements(container: Container, what: str) -> Values:
    kind, values, more = container.kind, container.values, container.more
    if what == "element":
        return values
    if what == "boxed":
        return generic("box", values)
    if what == "same":
        return (
            frozenset({container})
            if kind != "map"
            else one(Container("iter", _iterated(container), EMPTY))
        )
    if what == "keys":
        return generic("iter", more)
    if what == "values":
        return generic("iter", values)
    if what == "numbered":
        return one(Container("iter", one(Container("pairs", _iterated(container), EMPTY)), EMPTY))
    return EMPTY
