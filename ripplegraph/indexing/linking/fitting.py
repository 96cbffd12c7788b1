"""How well what is passed fits what is taken, type by type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ripplegraph.indexing.linking.library import Library
from ripplegraph.indexing.linking.type_words import (
    ARRAY,
    CONSTANT,
    FUNCTION,
    NOTHING,
    OUTSIDE,
    OWN,
    PLAIN,
    VARIABLE,
    Type,
)
from ripplegraph.indexing.linking.types import Types
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
_BOXES: Final = {
    "boolean": "Boolean",
    "byte": "Byte",
    "char": "Character",
    "double": "Double",
    "float": "Float",
    "int": "Integer",
    "long": "Long",
    "short": "Short",
}
_PLAIN: Final = {box: name for name, box in _BOXES.items()}
_WIDER: Final = {
    "byte": ("short", "int", "long", "float", "double"),
    "short": ("int", "long", "float", "double"),
    "char": ("int", "long", "float", "double"),
    "int": ("long", "float", "double"),
    "long": ("float", "double"),
    "float": ("double",),
}
_SEALED: Final = {
    "String": ("CharSequence", "Comparable", "Serializable"),
    **dict.fromkeys(_PLAIN, ("Number", "Comparable", "Serializable")),
}
"""Types with nothing below them, and with what is above them."""
_ROOTS: Final = frozenset({"Object", "Any", "AnyRef"})


class Fitting:
    """Compares types."""

    def __init__(self, world: World, types: Types) -> None:
        self._world = world
        self._types = types

    def cost(self, given: Type, wanted: Type, library: Library) -> Cost | None:
        """Return how well a type fits another; None where it cannot."""
        if given is None or wanted is None:
            return UNKNOWN
        if given[0] == CONSTANT:
            return _SAME if wanted == (OUTSIDE, given[1]) else UNKNOWN
        if _is_root(given):
            return _SAME if _is_root(wanted) else None
        if _is_root(wanted):
            return self._cost_of_root(given)
        if given == wanted:
            return _SAME
        return _COMPARED[given[0]](self, given, wanted, library)

    @staticmethod
    def _cost_of_root(given: tuple[Any, ...]) -> Cost | None:
        if given[0] == FUNCTION:
            return None
        return (1, 8) if given[0] == PLAIN else _ROOT

    def _cost_of_plain(
        self, given: tuple[Any, ...], wanted: tuple[Any, ...], library: Library
    ) -> Cost | None:
        del library
        name = given[1]
        if wanted[0] == PLAIN:
            wider = _WIDER.get(name, ())
            return (0, 1 + wider.index(wanted[1])) if wanted[1] in wider else None
        if wanted[0] != OUTSIDE:
            return None
        box = _BOXES[name]
        if wanted[1] == box:
            return 1, 1
        return (1, 4) if wanted[1] in _SEALED[box] else None

    def _cost_of_outside(
        self, given: tuple[Any, ...], wanted: tuple[Any, ...], library: Library
    ) -> Cost | None:
        name = given[1]
        if wanted[0] == PLAIN:
            plain = _PLAIN.get(name)
            inner = self.cost((PLAIN, plain), wanted, library) if plain is not None else None
            return (1, inner[1] + 1) if inner is not None else None
        if wanted[0] != OUTSIDE:
            return None
        above = _SEALED.get(name)
        if above is None:
            return self._cost_above(name, wanted[1], library)
        return (0, 1 + above.index(wanted[1])) if wanted[1] in above else None

    @staticmethod
    def _cost_above(name: str, wanted: str, library: Library) -> Cost | None:
        """Return how well a type from outside fits another one that may be above it."""
        if library.find(name) is not None:
            # Nothing outside a library is above a type of it.
            distance = library.distance(name, wanted)
            return None if distance is None else (0, min(distance, _FARTHEST))
        known = library.find(wanted)
        return None if wanted in _SEALED or (known and known.is_final) else UNKNOWN

    def _cost_of_own(
        self, given: tuple[Any, ...], wanted: tuple[Any, ...], library: Library
    ) -> Cost | None:
        order = self._world.classes.order(given[1], given[2])
        if wanted[0] == OWN:
            value = (CLASS, wanted[1], wanted[2])
            return (0, min(order.index(value), _FARTHEST)) if value in order else None
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
        return None if wanted[0] == PLAIN else (0, 1)

    def _cost_of_function(
        self, given: tuple[Any, ...], wanted: tuple[Any, ...], library: Library
    ) -> Cost | None:
        if wanted[0] == OUTSIDE:
            known = library.find(wanted[1])
            if known is None:
                return None if wanted[1] in _SEALED else UNKNOWN
            return _SAME if known.taken >= 0 and given[1] in (known.taken, -1) else None
        if wanted[0] != OWN:
            return None
        world = self._world
        value = (INSTANCE, wanted[1], wanted[2])
        methods = [v for v in world.attribute(value, world.call_name(value)) if len(v) > 2]
        counts = {len(world.view(v[1]).definitions[v[2]].params) for v in methods}
        if not counts:
            return None
        return _SAME if given[1] in counts or given[1] < 0 else None


_COMPARED: Final = {
    PLAIN: Fitting._cost_of_plain,
    OUTSIDE: Fitting._cost_of_outside,
    OWN: Fitting._cost_of_own,
    ARRAY: Fitting._cost_of_array,
    NOTHING: Fitting._cost_of_nothing,
    FUNCTION: Fitting._cost_of_function,
}


def _is_root(type_: tuple[Any, ...]) -> bool:
    """Whether a type is above all others; a parameter may stand for any of them."""
    return type_[0] == VARIABLE or (type_[0] == OUTSIDE and type_[1] in _ROOTS)
