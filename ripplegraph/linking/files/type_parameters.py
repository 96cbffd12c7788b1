"""The type parameters of classes and functions, and written types without what they are given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from ripplegraph.graph.expressions import DeclaredGeneric, Expr, GenericType
from ripplegraph.graph.facts import Declaration
from ripplegraph.linking.files.file_tables import FileTables
from ripplegraph.linking.values.value import EMPTY, Values

_KINDS: Final = frozenset("x=")

Environment = Mapping[str, Values]
"""What type parameters stand for, by their names."""


class Known(NamedTuple):
    """What a type parameter is known to be, in the place of its name."""

    values: Values


class Filled(NamedTuple):
    """A generic type with what is known of type parameters in the places of its arguments."""

    generic: GenericType | DeclaredGeneric
    arguments: tuple[Written, ...]


Written: TypeAlias = Expr | Known | Filled
"""A written type, or one that is known in part."""
Parameter = tuple[str, int, str]
"""A type parameter, by its file, the scope that binds it and its name."""
Given = tuple[tuple[Parameter, Values], ...]
"""What type parameters stand for where a type is written."""


def find_given(given: Given, name: str, view: FileTables, scope: int) -> Values:
    """Return what a type parameter that is written in a scope stands for."""
    wanted = (view.path, view.home(scope, name), name)
    return next((values for parameter, values in given if parameter == wanted), EMPTY)


def class_parameters(view: FileTables, definition: Declaration) -> tuple[str, ...]:
    """Return the names of the type parameters of a class, which a scope around it binds."""
    if definition.body < 0:
        return ()
    body = view.scopes[definition.body]
    if body.kind != "class" or body.parent < 0:
        return ()
    around = view.scopes[body.parent]
    if around.kind != "block" or (around.start, around.end) != (body.start, body.end):
        return ()
    return tuple(binding.name for binding in around.bindings)


def function_parameters(view: FileTables, definition: Declaration) -> tuple[str, ...]:
    """Return the names of the type parameters of a function, which stand before all it binds."""
    if definition.kind != "function" or definition.body < 0:
        return ()
    body = view.scopes[definition.body]
    return tuple(
        binding.name
        for binding in body.bindings
        if binding.position == body.start and binding.kind in _KINDS
    )


def mentions(written: Expr, names: tuple[str, ...]) -> bool:
    """Whether a written type names one of some type parameters."""
    if isinstance(written, str):
        return written in names
    if type(written) is DeclaredGeneric or type(written) is GenericType:
        return any(mentions(part, names) for part in written.arguments)
    return False


def substitute(written: Expr, environment: Environment) -> Written:
    """Return a written type with what is known of its type parameters in their places."""
    if isinstance(written, str):
        return Known(environment[written]) if written in environment else written
    if type(written) is DeclaredGeneric or type(written) is GenericType:
        return Filled(written, tuple(substitute(part, environment) for part in written.arguments))
    return written


def erase(written: Expr) -> Expr:
    """Return a written type without what it is given, which tells no two methods apart."""
    if type(written) is GenericType and written.base == "[]":
        return GenericType("[]", (erase(written.arguments[0]),))
    if type(written) is GenericType or type(written) is DeclaredGeneric:
        return written.base
    return written
