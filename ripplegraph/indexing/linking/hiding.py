"""Which members of classes above a class are overridden, where functions have overloads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ripplegraph.indexing.linking.slots import BINDING, Slot
from ripplegraph.indexing.linking.type_parameters import erase
from ripplegraph.indexing.linking.values import CLASS, Value

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World


class Hiding:
    """Compares members of one name along a line of classes."""

    def __init__(self, world: World) -> None:
        self._world = world

    def is_function(self, slot: Slot) -> bool:
        """Whether a slot is bound to a definition, which may have overloads beside it."""
        if slot[0] != BINDING:
            return False
        return self._world.view(slot[1]).scopes[slot[2]].bindings[slot[3]].kind == "d"

    def is_hidden(self, slot: Slot, found: Sequence[Slot]) -> bool:
        """Whether a member from above is overridden: one that takes the same stands below it."""
        if not found:
            return False
        if not self.is_function(slot):
            return True
        own = self._signature(slot)
        return any(self._signature(other) == own for other in found)

    def _signature(self, slot: Slot) -> tuple[str, ...]:
        view = self._world.view(slot[1])
        binding = view.scopes[slot[2]].bindings[slot[3]]
        self._world.ask_definition(view, binding.index)
        params = view.definitions[binding.index].params
        return tuple(f"{param.kind}{erase(param.annotation)!r}" for param in params)

    def has_above(self, order: Sequence[Value], cls: Value, name: str) -> bool:
        """Whether a class after another one in an order has a member of a name."""
        for above in order[order.index(cls) + 1 :]:
            if above[0] == CLASS:
                view = self._world.view(above[1])
                self._world.ask_binding(view, name)
                body = view.definitions[above[2]].body
                if body >= 0 and name in view.table(body):
                    return True
        return False
