"""What names and attributes that are read lead to, each combination worked out once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ripplegraph.indexing.linking.edges import slot_id
from ripplegraph.indexing.linking.slots import BindingSlot, DefinitionSlot, ItemSlot, SetSlot, Slot
from ripplegraph.indexing.linking.values import (
    Class,
    DisplayValue,
    External,
    Module,
    Namespace,
    Number,
    Result,
    Text,
    Values,
)
from ripplegraph.indexing.linking.world import World

_READABLE = frozenset({BindingSlot, DefinitionSlot, SetSlot, ItemSlot})
_OUTSIDE = frozenset({External, Text, Number, DisplayValue})


class Read(NamedTuple):
    """Something of the project that is read."""

    target: str
    is_set: bool
    """Whether it is an attribute that methods set, which belongs to its class."""


class Step(NamedTuple):
    """One attribute of a chain: what reading it leads to."""

    reads: tuple[Read, ...]
    direct: bool
    """Whether names alone lead there: attributes of modules and classes."""
    outside: bool = False
    """Whether it is an attribute of something that is known to be from outside."""


class Reads:
    """Follows chains once the call sites of every function are known."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._known: dict[tuple[Values, str], tuple[Step, int]] = {}
        self._values: dict[tuple[Values, str], tuple[Values, int]] = {}

    def step(self, values: Values, name: str) -> Step:
        """Return what reading attribute `name` of these values leads to."""
        key = (values, name)
        solver = self._world.solver
        known = self._known.get(key)
        if known is None:
            outer = solver.start_reading()
            step = self._find_step(values, name)
            known = self._known[key] = step, solver.stop_reading(outer)
        else:
            solver.read.add(known[1])
        return known[0]

    def value(self, values: Values, name: str) -> Values:
        """Return what attribute `name` of these values is."""
        key = (values, name)
        world = self._world
        solver = world.solver
        known = self._values.get(key)
        if known is None:
            outer = solver.start_reading()
            found = world.attributes(world.expand(values), name)
            known = self._values[key] = found, solver.stop_reading(outer)
        else:
            solver.read.add(known[1])
        return known[0]

    def _find_step(self, values: Values, name: str) -> Step:
        world = self._world
        values = world.expand(values)
        slots = {slot: None for value in values for slot in world.member_slots(value, name)}
        direct = all(
            (type(value) is Class or type(value) is Module or type(value) is Namespace)
            for value in values
        )
        return Step(self.of_slots(slots), direct, not slots and are_outside(values))

    def of_slots(self, slots: Iterable[Slot]) -> tuple[Read, ...]:
        """Return what slots lead to, where that has a name."""
        found: list[Read] = []
        for slot in slots:
            target = slot_id(self._world, slot) if type(slot) in _READABLE else None
            if target is not None:
                found.append(Read(target, type(slot) is SetSlot))
        return tuple(found)


def are_outside(values: Values) -> bool:
    """Whether all values are known not to be of the project, and not only from outside."""
    return bool(values) and all(
        type(value) in _OUTSIDE or (type(value) is Result and "." in value.name) for value in values
    )
