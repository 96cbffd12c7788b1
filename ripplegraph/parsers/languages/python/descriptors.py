"""What objects give that have members with a `__get__` of their own."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.facts import CLASS_METHOD, PROPERTY, STATIC, Binding
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, Slot
from ripplegraph.linking.values.value import EMPTY, Class, Function, Instance, Values
from ripplegraph.linking.values.value_sets import join

_GET = "__get__"
_BOUND_OTHERWISE = PROPERTY | STATIC | CLASS_METHOD


class Descriptors:
    """Reads members that are objects with a `__get__`, or that a class with one decorates."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def read(self, receiver: Instance, slots: Sequence[Slot]) -> Values:
        """Return what reading a member gives; nothing where no descriptor takes part in it."""
        if len(slots) != 1 or type(slots[0]) is not BindingSlot:
            return EMPTY
        slot = slots[0]
        view = self._analysis.view(slot.path)
        scope = view.scopes[slot.scope]
        binding = scope.bindings[slot.index]
        if scope.kind != "class" or binding.kind not in "=d":
            return EMPTY
        if binding.kind == "=":
            return self._read_objects(self._analysis.slot_values(slot))
        definition = view.definitions[binding.index]
        if not definition.decorators or definition.flags & _BOUND_OTHERWISE:
            return EMPTY
        self._analysis.ask_definition(view, binding.index)
        for name in definition.decorators:
            if not isinstance(name, str):
                continue
            at = binding.position
            if self._has_get(self._analysis.chain_values(name, view, definition.scope, at)):
                return self._read_decorated(receiver, Function(slot.path, binding.index), slot)
        return EMPTY

    def decorated(self, view: FileView, binding: Binding) -> Values:
        """Return what a definition makes, and what its decorators make of it."""
        own = self._analysis.definition_value(view, binding.index)
        definition = view.definitions[binding.index]
        names = [name for name in definition.decorators if isinstance(name, str)]
        is_plain = definition.kind == "function" and not definition.flags & _BOUND_OTHERWISE
        if not names or not is_plain:
            return own
        return self._analysis.solver.solve(
            ("dd", view.path, binding.index),
            lambda: join([own, *(self._made_by(name, view, binding) for name in names)]),
            view.answers,
            view.mark,
        )

    def _made_by(self, name: str, view: FileView, binding: Binding) -> Values:
        """A class as decorator makes an instance, unless that only stands for the function."""
        scope = view.definitions[binding.index].scope
        classes = self._analysis.chain_values(name, view, scope, binding.position)
        return frozenset(
            Instance(v.path, v.definition)
            for v in classes
            if type(v) is Class and not self._find_get(v)
        )

    def _read_objects(self, values: Values) -> Values:
        """Return what objects give that have a `__get__`, beside those that have none."""
        found = [v for v in values if type(v) is Instance and self._find_get(v)]
        if not found:
            return EMPTY
        given = join(self._analysis.calls.method_result(value, _GET) for value in found)
        return given and join((given, values - frozenset(found)))

    def _find_get(self, value: Instance | Class) -> Sequence[Slot]:
        return self._analysis.classes.member_slots(value, _GET)

    def _has_get(self, values: Values) -> bool:
        return any(type(v) is Class and self._find_get(v) for v in values)

    def _read_decorated(self, receiver: Instance, function: Function, slot: Slot) -> Values:
        """Return a method as it is and what it gives: a descriptor may call it when it is read."""
        analysis = self._analysis
        bound = analysis.bind(frozenset({function}), receiver, slot)
        return join((bound, analysis.calls.function_result(function, receiver)))
