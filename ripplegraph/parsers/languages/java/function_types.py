"""Types from outside that stand for functions: what these take and give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ripplegraph.linking.values.value import EMPTY, Values
from ripplegraph.linking.values.value_sets import declared, join

_PACKAGES: Final = ("<java.util.function>", "<java.util>", "<java.lang>", "builtins")
_TAKEN: Final = {
    **dict.fromkeys(
        ("Consumer", "Predicate", "Function", "UnaryOperator", "ToIntFunction", "ToLongFunction"),
        (0, None),
    ),
    **dict.fromkeys(("ToDoubleFunction", "ObjIntConsumer", "ObjLongConsumer"), (0, None)),
    **dict.fromkeys(("BiConsumer", "BiFunction", "BiPredicate", "ToIntBiFunction"), (0, 1)),
    **dict.fromkeys(("BinaryOperator", "Comparator"), (0, 0)),
}
"""Which of its arguments a function type takes first, and which second."""
_GIVEN: Final = {
    "Function": 1,
    "BiFunction": 2,
    "UnaryOperator": 0,
    "BinaryOperator": 0,
    "IntFunction": 0,
    "LongFunction": 0,
    "DoubleFunction": 0,
}
"""Which of its arguments a function type gives."""


def find_function_type(written: str, package: str, inner: Sequence[Values]) -> Values:
    """Return what a type from outside is as a function; nothing where it is none."""
    name = written.rpartition(".")[2]
    if package not in _PACKAGES:
        return EMPTY
    if name == "Class":
        return declared("type", inner[0])

    def at(place: int | None) -> Values:
        return inner[place] if place is not None and place < len(inner) else EMPTY

    first, second = _TAKEN.get(name, (None, None))
    return join((declared("taken", at(first), at(second)), declared("call", at(_GIVEN.get(name)))))
