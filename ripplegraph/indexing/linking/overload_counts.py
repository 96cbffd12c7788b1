"""Which of several functions with one name a call means, going by how much it passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ripplegraph.graph.facts import Declaration
from ripplegraph.indexing.linking.values import BOUND, FUNC, Value, Values
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World


class OverloadCounts:
    """Chooses among functions that stand side by side under one name."""

    def __init__(self, world: World) -> None:
        self._world = world

    def choose(self, view: FileView, index: int, values: Values) -> Values:
        """Return the values that a call site may call, without functions that take more or less."""
        if len(values) < 2 or not view.rules.overloads_by_count:
            return values
        count = len(view.calls[index].args)
        fitting = frozenset(value for value in values if self._fits(value, count))
        return fitting or values

    def _fits(self, value: Value, count: int) -> bool:
        if value[0] not in (FUNC, BOUND):
            return True
        view = self._world.view(value[1])
        definition = view.definitions[value[2]]
        view.asked.add(definition.name)
        return _fits_count(definition, count)


def _fits_count(definition: Declaration, count: int) -> bool:
    """Whether a function can be called with so many arguments."""
    needed = [p for p in definition.params if not p.kind and p.default is None]
    has_rest = any(p.kind for p in definition.params)
    return len(needed) <= count and (has_rest or count <= len(definition.params))
