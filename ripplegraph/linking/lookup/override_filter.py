"""Overridden members of classes above a class, where functions have overloads."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.expressions import Expr
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.files.type_parameters import erase
from ripplegraph.linking.values.slots import BindingSlot, Slot
from ripplegraph.linking.values.value import Base, Class


class OverrideFilter:
    """Compares members of one name along a line of classes."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def is_function(self, slot: Slot) -> bool:
        """Whether a slot is bound to a definition, which may have overloads beside it."""
        if type(slot) is not BindingSlot:
            return False
        return self._analysis.view(slot.path).scopes[slot.scope].bindings[slot.index].kind == "d"

    def is_hidden(self, slot: Slot, found: Sequence[Slot]) -> bool:
        """Whether a member from above is overridden: one that takes the same stands below it."""
        if not found:
            return False
        if not self.is_function(slot):
            return True
        own = self._signature(slot)
        return any(self._signature(other) == own for other in found)

    def _signature(self, slot: Slot) -> tuple[tuple[str, Expr], ...] | None:
        if type(slot) is not BindingSlot:
            return None
        view = self._analysis.view(slot.path)
        binding = view.scopes[slot.scope].bindings[slot.index]
        self._analysis.ask_definition(view, binding.index)
        params = view.definitions[binding.index].params
        return tuple((param.kind, erase(param.annotation)) for param in params)

    def has_above(self, order: Sequence[Base], cls: Class, name: str) -> bool:
        """Whether a class after another one in an order has a member of a name."""
        for above in order[order.index(cls) + 1 :]:
            if type(above) is Class:
                view = self._analysis.view(above.path)
                self._analysis.ask_binding(view, name)
                body = view.definitions[above.definition].body
                if body >= 0 and name in view.table(body):
                    return True
        return False
