"""How well what is passed fits what is taken, type by type."""

from __future__ import annotations

from typing import Final

from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.values.value import Bound, Class, External, Function, Instance
from ripplegraph.parsers.families.typed.library import Library
from ripplegraph.parsers.families.typed.type_names import TypeNames
from ripplegraph.parsers.families.typed.types import (
    NOTHING,
    VARIABLE,
    ArrayType,
    CallableType,
    ConstantType,
    KnownType,
    MaybeType,
    OutsideType,
    OwnType,
    PlainType,
    Type,
)

Cost = tuple[int, int]
"""The phase in which a fit is found, and how far the types are off."""
SAME: Final = (0, 0)
UNKNOWN: Final = (0, 3)
_FARTHEST: Final = 2
"""How far off a type counts that is known to fit: less than one of which nothing is known."""
ROOT: Final = (0, 8)
"""Anything fits the type above all others, and nothing fits it better than another."""


class ConversionCost:
    """Compares types."""

    def __init__(self, analysis: Analysis, names: TypeNames) -> None:
        self._analysis = analysis
        self._names = names
        self._plain = {box: name for name, box in names.boxes.items()}

    def cost(self, given: Type, wanted: Type, library: Library) -> Cost | None:
        """Return how well a type fits another; None where it cannot."""
        if given is None or wanted is None:
            return UNKNOWN
        if type(given) is ConstantType:
            return SAME if wanted == OutsideType(given.name) else UNKNOWN
        if self.is_root(given):
            return SAME if self.is_root(wanted) else None
        if self.is_root(wanted):
            return self._cost_of_root(given)
        if given == wanted:
            return SAME
        if type(wanted) is MaybeType:
            return self._cost_of_maybe(given, wanted, library)
        return self._compare(given, wanted, library)

    def _compare(self, given: KnownType, wanted: KnownType, library: Library) -> Cost | None:
        """Return how well a type fits another one of those that have to be told apart."""
        if type(given) is PlainType:
            return self._cost_of_plain(given.name, wanted)
        if type(given) is OutsideType:
            return self._cost_of_outside(given.name, wanted, library)
        if type(given) is OwnType:
            return self._cost_of_own(given, wanted, library)
        if type(given) is ArrayType:
            return self._cost_of_array(given, wanted, library)
        if type(given) is CallableType:
            return self._cost_of_function(given, wanted, library)
        if type(given) is MaybeType:
            # Only what is boxed fits a type that is never missing.
            return (
                (0, 4)
                if type(wanted) is OutsideType and wanted.name in self._names.of_values
                else None
            )
        return self._cost_of_nothing(wanted)

    def is_root(self, known: KnownType) -> bool:
        """Whether a type is above all others; a parameter may stand for any of them."""
        if type(known) is OutsideType:
            return known.name in self._names.roots
        return known == VARIABLE

    def _cost_of_root(self, given: KnownType) -> Cost | None:
        if type(given) is CallableType:
            return None
        return (1, ROOT[1]) if type(given) is PlainType else ROOT

    def _cost_of_maybe(self, given: KnownType, wanted: MaybeType, library: Library) -> Cost | None:
        """Return how well something fits what may be missing."""
        if given == NOTHING:
            return SAME
        if type(given) is MaybeType:
            return self.cost(given.inner, wanted.inner, library)
        inner = self.cost(given, wanted.inner, library)
        return None if inner is None else (inner[0], inner[1] + 1)

    def _cost_of_plain(self, name: str, wanted: KnownType) -> Cost | None:
        if type(wanted) is PlainType:
            wider = self._names.wider.get(name, ())
            return (0, 1 + wider.index(wanted.name)) if wanted.name in wider else None
        if type(wanted) is not OutsideType:
            return None
        box = self._names.boxes.get(name)
        if box is None:
            return (0, 4) if wanted.name in self._names.of_values else None
        if wanted.name == box:
            return 1, 1
        return (1, 4) if wanted.name in self._names.sealed[box] else None

    def _cost_of_outside(self, name: str, wanted: KnownType, library: Library) -> Cost | None:
        if type(wanted) is PlainType:
            plain = self._plain.get(name)
            inner = self.cost(PlainType(plain), wanted, library) if plain is not None else None
            return (1, inner[1] + 1) if inner is not None else None
        if type(wanted) is not OutsideType:
            return None
        above = self._names.sealed.get(name, self._names.above.get(name))
        if above is None:
            return self._cost_above(name, wanted.name, library)
        return (0, 1 + above.index(wanted.name)) if wanted.name in above else None

    def _cost_above(self, name: str, wanted: str, library: Library) -> Cost | None:
        """Return how well a type from outside fits another one that may be above it."""
        if library.find(name) is not None:
            # Nothing outside a library is above a type of it.
            distance = library.distance(name, wanted)
            return None if distance is None else (0, min(distance, _FARTHEST))
        known = library.find(wanted)
        is_final = wanted in self._names.sealed or (known is not None and known.is_final)
        return None if is_final else UNKNOWN

    def _cost_of_own(self, given: OwnType, wanted: KnownType, library: Library) -> Cost | None:
        order = self._analysis.classes.order(given.path, given.definition)
        if type(wanted) is OwnType:
            value = Class(wanted.path, wanted.definition)
            if value not in order:
                return None
            return 0, self._measure(order.index(value))
        if type(wanted) is not OutsideType:
            return None
        outside = [v.name.rpartition(".")[2] for v in order if type(v) is External]
        if wanted.name in outside:
            return 0, 1
        costs = [self._cost_above(name, wanted.name, library) for name in outside]
        return min((cost for cost in costs if cost is not None), default=None)

    def _measure(self, distance: int) -> int:
        """Return how far off a class counts that is so far above another."""
        return min(distance, _FARTHEST)

    def _cost_of_array(self, given: ArrayType, wanted: KnownType, library: Library) -> Cost | None:
        if type(wanted) is OutsideType and wanted.name in self._names.of_arrays:
            return 0, 2
        if type(wanted) is not ArrayType:
            return None
        inner, other = given.element, wanted.element
        is_plain = type(inner) is PlainType or type(other) is PlainType
        if is_plain and inner is not None and other is not None:
            return SAME if inner == other else None
        return self.cost(inner, other, library)

    def _cost_of_nothing(self, wanted: KnownType) -> Cost | None:
        return None if type(wanted) is PlainType else (0, 1)

    def _cost_of_function(
        self, given: CallableType, wanted: KnownType, library: Library
    ) -> Cost | None:
        if type(wanted) is OutsideType:
            known = library.find(wanted.name)
            if known is None:
                return None if wanted.name in self._names.sealed else UNKNOWN
            return SAME if known.taken >= 0 and given.count in (known.taken, -1) else None
        if type(wanted) is CallableType:
            return self._cost_of_callable(given, wanted)
        if type(wanted) is not OwnType:
            return None
        counts = self._count_taken(wanted)
        if not counts:
            return None
        return SAME if given.count in counts or given.count < 0 else None

    def _count_taken(self, wanted: OwnType) -> set[int]:
        """Return how many parameters a function may have that stands for an object of a class."""
        analysis = self._analysis
        value = Instance(wanted.path, wanted.definition)
        view = analysis.view(wanted.path)
        analysis.ask_definition(view, wanted.definition)
        definition = view.definitions[wanted.definition]
        counts: set[int] = set()
        for method in analysis.attribute(value, analysis.call_name(value)):
            if type(method) is Function or type(method) is Bound:
                other = analysis.view(method.path)
                analysis.ask_definition(other, method.definition)
                counts.add(len(other.definitions[method.definition].params))
        if definition.returns is not None:
            counts.add(len(definition.params))
        return counts

    def _cost_of_callable(self, given: CallableType, wanted: CallableType) -> Cost | None:
        """Return how well a function fits a written type of functions."""
        return (0, 1) if given.count < 0 else None
