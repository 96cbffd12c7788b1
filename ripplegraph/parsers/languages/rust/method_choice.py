"""Which of several functions with one name a call means where a language has no overloads.

There a type may have a method from several blocks: one for values and one for references, one for
each type that a trait is given, one for each build. Types choose as far as they are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ripplegraph.graph.expressions import Borrowed
from ripplegraph.graph.facts import Call, Declaration, Extension
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import Bound, Called, Function, Instance, Result, Values
from ripplegraph.parsers.families.extensions import find_at
from ripplegraph.parsers.families.overloads import Cost, Passed
from ripplegraph.parsers.families.value_overloads import SAME, UNKNOWN, Kinds, ValueOverloads

_WHOLE: Final = Result("builtins.int")
_FRACTION: Final = Result("builtins.float")
_FLOATS: Final = frozenset({Result("builtins.f32"), Result("builtins.f64"), _FRACTION})
_NUMBERS: Final = (
    frozenset(
        Result(f"builtins.{sign}{size}")
        for sign in "iu"
        for size in ("8", "16", "32", "64", "128", "size")
    )
    | _FLOATS
    | {_WHOLE}
)


class MethodChoice(ValueOverloads):
    """Chooses among functions that several blocks give one type under one name."""

    def _group(self, values: Values) -> list[list[Called]]:
        group = [value for value in values if type(value) is Function or type(value) is Bound]
        functions = {(value.path, value.definition) for value in group}
        return [group] if len(functions) > 1 else []

    def _find_types(
        self, value: Called, definition: Declaration, passed: Passed[Kinds]
    ) -> Sequence[Kinds]:
        """Called by its path, a method gets its own object as the first argument."""
        is_path = type(value) is Function and len(passed.types) > len(definition.params)
        return passed.types[1:] if is_path else passed.types

    def _cost_of_one(self, at: int, given: Kinds, function: Called, *, whole: bool) -> Cost | None:
        """Return how well an argument fits a parameter, as far as both are known."""
        kinds = self._taken_kinds(function, at)
        if not given or not kinds:
            return UNKNOWN
        if given & kinds:
            return SAME
        for kind in kinds:
            if type(kind) is Instance and self._is_interface(kind):
                return SAME if self._is_fitting(given, (kind,)) else UNKNOWN
        is_number = _WHOLE in given and kinds & _NUMBERS
        return UNKNOWN if is_number or (_FRACTION in given and kinds & _FLOATS) else None

    def _settle(self, group: list[Called], passed: Passed[Kinds]) -> list[Called]:
        view, call = passed.view, passed.call
        kept = [value for value in group if not self._is_of_trait(value)] or group
        plain = [value for value in kept if not self._is_for_references(value)]
        around = set(_scopes_around(view, call.scope))
        if plain and len(plain) < len(kept):
            return self._of_own_block(view, call, kept, around) or plain
        return [v for v in kept if not self._is_itself(view, v, around)] or kept

    def _of_own_block(
        self, view: FileView, call: Call, group: list[Called], around: set[int]
    ) -> list[Called]:
        """Return what the block around a call has itself of what is called on its object."""
        callee = call.callee
        if not isinstance(callee, str) or callee.partition(".")[0] != view.semantics.receiver:
            return []
        own = [value for value in group if value.path == view.path]
        return [value for value in own if view.definitions[value.definition].scope in around]

    def _is_itself(self, view: FileView, value: Called, around: set[int]) -> bool:
        """Whether a function is the one around a call, and from a trait that is given other types.

        It rather passes on to its like than calls itself.
        """
        if value.path != view.path or not self._is_of_trait(value):
            return False
        return view.definitions[value.definition].body in around

    def _is_of_trait(self, value: Called) -> bool:
        """Whether a type has a function only from a trait: its own ones come first."""
        block = self._block(value)
        return block is not None and block.base is not None

    def _is_for_references(self, value: Called) -> bool:
        """Whether a function stands in a block for references to a type."""
        block = self._block(value)
        written = block.type if block is not None else None
        return type(written) is Borrowed

    def _block(self, value: Called) -> Extension | None:
        """Return the block that gives a function to a type, if one does."""
        view = self._analysis.view(value.path)
        around = view.scopes[view.definitions[value.definition].scope].parent
        return next(iter(find_at(view, around)), None)


def _scopes_around(view: FileView, scope: int) -> Iterator[int]:
    while scope >= 0:
        yield scope
        scope = view.scopes[scope].parent
