"""How well what is passed fits what is taken in C#."""

from __future__ import annotations

from ripplegraph.parsers.families.typed.conversion_cost import (
    ROOT,
    SAME,
    UNKNOWN,
    ConversionCost,
    Cost,
)
from ripplegraph.parsers.families.typed.library import Library
from ripplegraph.parsers.families.typed.types import (
    VARIABLE,
    CallableType,
    ConstantType,
    KnownType,
    OutsideType,
    Type,
)


class CSharpConversion(ConversionCost):
    """Compares types: anything fits a type parameter, and objects of all types are objects."""

    def cost(self, given: Type, wanted: Type, library: Library) -> Cost | None:
        if given is None or wanted is None or type(given) is ConstantType:
            return super().cost(given, wanted, library)
        if VARIABLE in (given, wanted):
            return SAME if wanted == VARIABLE or self.is_root(wanted) else UNKNOWN
        return super().cost(given, wanted, library)

    def _cost_of_root(self, given: KnownType) -> Cost | None:
        return None if type(given) is CallableType and given.is_literal else ROOT

    def _measure(self, distance: int) -> int:
        return distance

    def _cost_of_nothing(self, wanted: KnownType) -> Cost | None:
        names = self._names
        if type(wanted) is OutsideType:
            return None if wanted.name in names.sealed and wanted.name != names.text else (0, 1)
        return super()._cost_of_nothing(wanted)

    def _cost_of_callable(self, given: CallableType, wanted: CallableType) -> Cost | None:
        if given.count >= 0 and given.count != wanted.count:
            return None
        if given.gives is None:
            # An expression gives something, if that is wanted.
            return 0, int(not wanted.gives)
        return SAME if given.gives == wanted.gives else None
