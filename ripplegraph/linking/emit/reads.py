"""Targets of names and attributes that are read, each combination worked out once."""

from __future__ import annotations

from collections.abc import Iterable

from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.edge_ids import slot_id
from ripplegraph.linking.values.slots import BindingSlot, DefinitionSlot, ItemSlot, SetSlot, Slot
from ripplegraph.linking.values.targets import Read, Step
from ripplegraph.linking.values.value import (
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

_READABLE = frozenset({BindingSlot, DefinitionSlot, SetSlot, ItemSlot})
_FOREIGN = frozenset({External, Result})
_OUTSIDE = frozenset({External, Text, Number, DisplayValue})


class Reads:
    """Follows chains once the call sites of every function are known."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._known: dict[tuple[Values, str], tuple[Step, int]] = {}
        self._values: dict[tuple[Values, str], tuple[Values, int]] = {}

    def step(self, values: Values, name: str) -> Step:
        """Return what reading attribute `name` of these values leads to."""
        key = (values, name)
        solver = self._analysis.solver
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
        analysis = self._analysis
        solver = analysis.solver
        known = self._values.get(key)
        if known is None:
            outer = solver.start_reading()
            found = analysis.attributes(analysis.expand(values), name)
            known = self._values[key] = found, solver.stop_reading(outer)
        else:
            solver.read.add(known[1])
        return known[0]

    def _find_step(self, values: Values, name: str) -> Step:
        analysis = self._analysis
        values = analysis.expand(values)
        slots = {slot: None for value in values for slot in analysis.member_slots(value, name)}
        direct = all(
            (type(value) is Class or type(value) is Module or type(value) is Namespace)
            for value in values
        )
        return Step(self.of_slots(slots), direct, not slots and are_outside(values))

    def of_slots(self, slots: Iterable[Slot]) -> tuple[Read, ...]:
        """Return what slots lead to, where that has a name."""
        found: list[Read] = []
        for slot in slots:
            target = slot_id(self._analysis, slot) if type(slot) in _READABLE else None
            if target is not None:
                found.append(Read(target, type(slot) is SetSlot))
        return tuple(found)


def are_outside(values: Values) -> bool:
    """Whether all values are known not to be of the project, and not only from outside."""
    return bool(values) and all(
        type(value) in _OUTSIDE or (type(value) is Result and "." in value.name) for value in values
    )


def are_foreign(values: Values) -> bool:
    """Whether all values come from outside the project, whatever they may be."""
    return bool(values) and all(type(value) in _FOREIGN for value in values)
