"""How well what is passed fits what is taken, type by type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ripplegraph.indexing.linking.library import Library
from ripplegraph.indexing.linking.type_names import TypeNames
from ripplegraph.indexing.linking.type_words import (
    ARRAY,
    CONSTANT,
    FUNCTION,
    MAYBE,
    NOTHING,
    OUTSIDE,
    OWN,
    PLAIN,
    UNTYPED,
    VARIABLE,
    Type,
)
from ripplegraph.indexing.linking.values import CLASS, EXTERNAL, INSTANCE

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

Cost = tuple[int, int]
"""The phase in which a fit is found, and how far the types are off."""
_SAME: Final = (0, 0)
UNKNOWN: Final = (0, 3)
_FARTHEST: Final = 2
"""How far off a type counts that is known to fit: less than one of which nothing is known."""
_ROOT: Final = (0, 8)
"""Anything fits the type above all others, and nothing fits it better than another."""
_VALUE_BASES: Final = frozenset(
    {"ValueType", "Enum", "IComparable", "IConvertible", "IEquatable", "IFormattable"}
)


class Fitting:
    """Compares types."""

    def __init__(self, world: World, names: TypeNames) -> None:
        self._world = world
        self._names = names
        self._plain = {box: name for name, box in names.boxes.items()}

    def cost(self, given: Type, wanted: Type, library: Library) -> Cost | None:
        """Return how well a type fits another; None where it cannot."""
        if given is None or wanted is None:
            return UNKNOWN
        if given[0] == CONSTANT:
            return _SAME if wanted == (OUTSIDE, given[1]) else UNKNOWN
        if self._names.strict and VARIABLE in (given[0], wanted[0]):
            return _SAME if wanted[0] == VARIABLE or self._is_root(wanted) else UNKNOWN
        if self._is_root(given):
            return _SAME if self._is_root(wanted) else None
        if self._is_root(wanted):
            return self._cost_of_root(given)
        if given == wanted:
            return _SAME
        if wanted[0] == MAYBE:
            return self._cost_of_maybe(given, wanted, library)
        return _COMPARED[given[0]](self, given, wanted, library)

    def _is_root(self, type_: tuple[Any, ...]) -> bool:
        """Whether a type is above all others; a parameter may stand for any of them."""
        return type_[0] == VARIABLE or (type_[0] == OUTSIDE and type_[1] in self._names.roots)

    def _cost_of_root(self, given: tuple[Any, ...]) -> Cost | None:
        if given[0] == FUNCTION and (not self._names.strict or UNTYPED in given):
            return None
        return (1, 8) if given[0] == PLAIN and not self._names.strict else _ROOT

    def _cost_of_maybe(
        self, given: tuple[Any, ...], wanted: tuple[Any, ...], library: Library
    ) -> Cost | None:
        """Return how well something fits what may be missing."""
        if given[0] == NOTHING:
            return _SAME
        is_maybe = given[0] == MAYBE
        inner = self.cost(given[1] if is_maybe else given, wanted[1], library)
        return None if inner is None else (inner[0], inner[1] + (not is_maybe))

    def _cost_of_missing(
        self, given: tuple[Any, ...], wanted: tuple[Any, ...], library: Library
    ) -> Cost | None:
        """Return how well what may be missing fits a type that never is: only what is boxed."""
        del given, library
        return (0, 4) if wanted[0] == OUTSIDE and wanted[1] in _VALUE_BASES else None

    def _cost_of_plain(
        self, given: tuple[Any, ...], wanted: tuple[Any, ...], library: Library
    ) -> Cost | None:
        del library
        name = given[1]
        if wanted[0] == PLAIN:
            wider = self._names.wider.get(name, ())
            return (0, 1 + wider.index(wanted[1])) if wanted[1] in wider else None
        if wanted[0] != OUTSIDE:
            return None
        box = self._names.boxes.get(name)
        if box is None:
            return (0, 4) if wanted[1] in _VALUE_BASES else None
        if wanted[1] == box:
            return 1, 1
        return (1, 4) if wanted[1] in self._names.sealed[box] else None

    def _cost_of_outside(
        self, given: tuple[Any, ...], wanted: tuple[Any, ...], library: Library
    ) -> Cost | None:
        name = given[1]
        if wanted[0] == PLAIN:
            plain = self._plain.get(name)
            inner = self.cost((PLAIN, plain), wanted, library) if plain is not None else None
            return (1, inner[1] + 1) if inner is not None else None
        if wanted[0] != OUTSIDE:
            return None
        above = self._names.sealed.get(name, self._names.above.get(name))
        if above is None:
            return self._cost_above(name, wanted[1], library)
        return (0, 1 + above.index(wanted[1])) if wanted[1] in above else None

    def _cost_above(self, name: str, wanted: str, library: Library) -> Cost | None:
        """Return how well a type from outside fits another one that may be above it."""
        if library.find(name) is not None:
            # Nothing outside a library is above a type of it.
            distance = library.distance(name, wanted)
            return None if distance is None else (0, min(distance, _FARTHEST))
        known = library.find(wanted)
        is_final = wanted in self._names.sealed or (known is not None and known.is_final)
        return None if is_final else UNKNOWN

    def _cost_of_own(
        self, given: tuple[Any, ...], wanted: tuple[Any, ...], library: Library
    ) -> Cost | None:
        order = self._world.classes.order(given[1], given[2])
        if wanted[0] == OWN:
            value = (CLASS, wanted[1], wanted[2])
            if value not in order:
                return None
            distance = order.index(value)
            return 0, distance if self._names.strict else min(distance, _FARTHEST)
        if wanted[0] != OUTSIDE:
            return None
        outside = [v[1].rpartition(".")[2] for v in order if v[0] == EXTERNAL]
        if wanted[1] in outside:
            return 0, 1
        costs = [self._cost_above(name, wanted[1], library) for name in outside]
        return min((cost for cost in costs if cost is not None), default=None)

    def _cost_of_array(
        self, given: tuple[Any, ...], wanted: tuple[Any, ...], library: Library
    ) -> Cost | None:
        if wanted[0] == OUTSIDE and wanted[1] in self._names.of_arrays:
            return 0, 2
        if wanted[0] != ARRAY:
            return None
        inner, other = given[1], wanted[1]
        plain = PLAIN in (inner and inner[0], other and other[0])
        if plain and inner is not None and other is not None:
            return _SAME if inner == other else None
        return self.cost(inner, other, library)

    def _cost_of_nothing(
        self, given: tuple[Any, ...], wanted: tuple[Any, ...], library: Library
    ) -> Cost | None:
        del given, library
        names = self._names
        if names.strict and wanted[0] == OUTSIDE:
            return None if wanted[1] in names.sealed and wanted[1] != names.text else (0, 1)
        return None if wanted[0] == PLAIN else (0, 1)

    def _cost_of_function(
        self, given: tuple[Any, ...], wanted: tuple[Any, ...], library: Library
    ) -> Cost | None:
        if wanted[0] == OUTSIDE:
            known = library.find(wanted[1])
            if known is None:
                return None if wanted[1] in self._names.sealed else UNKNOWN
            return _SAME if known.taken >= 0 and given[1] in (known.taken, -1) else None
        if wanted[0] == FUNCTION:
            if self._names.strict:
                return self._cost_of_result(given, wanted)
            return (0, 1) if given[1] < 0 else None
        if wanted[0] != OWN:
            return None
        world = self._world
        value = (INSTANCE, wanted[1], wanted[2])
        view = world.view(wanted[1])
        world.ask_definition(view, wanted[2])
        definition = view.definitions[wanted[2]]
        methods = [v for v in world.attribute(value, world.call_name(value)) if len(v) > 2]
        for method in methods:
            world.ask_definition(world.view(method[1]), method[2])
        counts = {len(world.view(v[1]).definitions[v[2]].params) for v in methods}
        if definition.returns is not None:
            counts.add(len(definition.params))
        if not counts:
            return None
        return _SAME if given[1] in counts or given[1] < 0 else None

    @staticmethod
    def _cost_of_result(given: tuple[Any, ...], wanted: tuple[Any, ...]) -> Cost | None:
        """Return how well a function fits a written type of functions."""
        if given[1] >= 0 and given[1] != wanted[1]:
            return None
        gives = given[2] if len(given) > 2 else None
        if gives is None:
            # An expression gives something, if that is wanted.
            return 0, int(not wanted[2])
        return _SAME if gives == wanted[2] else None


_COMPARED: Final = {
    PLAIN: Fitting._cost_of_plain,
    OUTSIDE: Fitting._cost_of_outside,
    OWN: Fitting._cost_of_own,
    ARRAY: Fitting._cost_of_array,
    NOTHING: Fitting._cost_of_nothing,
    FUNCTION: Fitting._cost_of_function,
    MAYBE: Fitting._cost_of_missing,
}
