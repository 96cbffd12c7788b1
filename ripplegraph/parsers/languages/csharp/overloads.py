"""Which of several methods with one name a call of C# means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ripplegraph.graph.expressions import Builtin, Expr, find_parts
from ripplegraph.graph.facts import TYPES, Declaration, Param
from ripplegraph.linking.inference.calls import receiver_of
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import Called, Typed
from ripplegraph.parsers.families.overloads import Cost, Passed, count_types
from ripplegraph.parsers.families.typed.library import Library
from ripplegraph.parsers.families.typed.overloads import (
    VARIABLE_COUNT,
    PassedTypes,
    TypedOverloads,
)
from ripplegraph.parsers.families.typed.types import NOTHING, ArrayType, Type

_WORD = re.compile(r"\w+")
_MOST_LEFT = 16
"""Of two functions that fit alike, the one is meant that leaves less to defaults, up to so many."""


class CSharpOverloads(TypedOverloads):
    """Takes the function that fits best, which leaves little to defaults and type inference."""

    def _holder(self, value: Called) -> Typed | None:
        return None

    def _passed(self, view: FileView, index: int) -> PassedTypes:
        call = view.calls[index]
        types = super()._passed(view, index).types
        named = {
            name: self._find_type(value, view, call)
            for name, value in call.keywords
            if name != TYPES
        }
        receiver = self._find_type(receiver_of(call.callee), view, call)
        return Passed(view, index, types, named, (receiver,), count_types(call))

    def _complete(
        self, view: FileView, definition: Declaration, passed: PassedTypes, count: int, cost: Cost
    ) -> Cost | None:
        left = len(self._find_left(definition.params[count:], passed))
        is_open = bool(view.type_parameters(definition)) and not passed.given
        return cost[0], cost[1] * _MOST_LEFT + min(_MOST_LEFT - 1, left) + is_open

    def _pair(
        self, view: FileView, params: Sequence[Param], types: Sequence[Type], passed: PassedTypes
    ) -> Iterator[tuple[int, Type]]:
        yield from super()._pair(view, params, types, passed)
        for at, param in enumerate(params):
            if param.name in passed.named:
                yield at, passed.named[param.name]

    def _takes(
        self, view: FileView, definition: Declaration, passed: PassedTypes, count: int
    ) -> bool:
        if not super()._takes(view, definition, passed, count):
            return False
        left = self._find_left(definition.params[count:], passed)
        if any(param.default is None and param.kind != "*" for param in left):
            return False
        return self._is_given_types(view, definition, passed.given)

    @staticmethod
    def _find_left(params: Sequence[Param], passed: PassedTypes) -> list[Param]:
        """Return the parameters that are left to defaults."""
        return [param for param in params if param.name not in passed.named]

    def _is_given_types(self, view: FileView, definition: Declaration, given: int) -> bool:
        """Whether a function has as many type parameters as are written, or they can be told."""
        wanted = view.type_parameters(definition)
        if given or not wanted:
            return len(wanted) == given
        taken = {word for param in definition.params for word in _find_words(param.annotation)}
        return taken.issuperset(wanted)

    def _cost_of_rest(
        self, given: Type, wanted: Type, library: Library, *, whole: bool
    ) -> Cost | None:
        if whole and (type(given) is ArrayType or given == NOTHING):
            cost = self._conversion.cost(given, wanted, library)
            if cost is not None:
                return cost
        inner = wanted.element if type(wanted) is ArrayType else None
        cost = self._conversion.cost(given, inner, library)
        return None if cost is None else (VARIABLE_COUNT, cost[1])


def _find_words(written: Expr) -> Iterator[str]:
    """Yield the words that a type is written with."""
    if isinstance(written, str):
        yield from _WORD.findall(written)
    elif type(written) is Builtin:
        yield from _WORD.findall(written.name)
    for part in find_parts(written):
        yield from _find_words(part)
