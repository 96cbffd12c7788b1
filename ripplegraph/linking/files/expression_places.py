"""Places of functions and displays: passed, returned, assigned or put into another."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from ripplegraph.graph.expressions import DefinitionAt, DisplayAt, Expr, TextLiteral
from ripplegraph.linking.files.appends import FileAppends

Placed: TypeAlias = DefinitionAt | DisplayAt
"""A function or display that is written as an expression."""


class AsArgument(NamedTuple):
    """A call is passed it as its argument `at`."""

    call: int
    at: int


class AsResult(NamedTuple):
    """A function returns it."""

    definition: int


class AsItem(NamedTuple):
    """A display has it under a name."""

    display: int
    name: str


class AsValue(NamedTuple):
    """A name with a written type is bound to it."""

    scope: int
    binding: int


Place: TypeAlias = AsArgument | AsResult | AsItem | AsValue
Places: TypeAlias = dict[Placed, list[Place]]


def find_places(file: FileAppends) -> Places:
    """Return the places of all functions and displays of a file."""
    found: Places = {}
    for call in range(len(file.sites)):
        for at, argument in enumerate(file.calls[call].args):
            _add(found, argument, AsArgument(call, at))
    for index, definition in enumerate(file.definitions):
        for result in definition.results:
            _add(found, result, AsResult(index))
    for index, scope in enumerate(file.scopes):
        for number, binding in enumerate(scope.bindings):
            if binding.annotation is not None:
                _add(found, binding.value, AsValue(index, number))
    _add_items(found, file)
    return found


def _add_items(found: Places, file: FileAppends) -> None:
    for index, display in enumerate(file.facts.displays):
        for item, key in zip(display.items, display.keys, strict=False):
            if type(key) is TextLiteral:
                _add(found, item, AsItem(index, key.text))


def _add(found: Places, expression: Expr, place: Place) -> None:
    if type(expression) is DefinitionAt or type(expression) is DisplayAt:
        found.setdefault(expression, []).append(place)
