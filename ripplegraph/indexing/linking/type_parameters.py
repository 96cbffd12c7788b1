"""The type parameters of classes and functions, and written types without what they are given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ripplegraph.graph.facts import Declaration, Expr
from ripplegraph.indexing.linking.values import EMPTY, Values
from ripplegraph.indexing.linking.views import FileView

GIVEN: Final = "v"
"""The tag of an expression that stands for values: what a type parameter is known to be."""
_KINDS: Final = frozenset("x=")

Environment = Mapping[str, Values]
"""What type parameters stand for, by their names."""


Parameter = tuple[str, int, str]
"""A type parameter, by its file, the scope that binds it and its name."""
Given = tuple[tuple[Parameter, Values], ...]
"""What type parameters stand for where a type is written."""


def find_given(given: Given, name: str, view: FileView, scope: int) -> Values:
    """Return what a type parameter that is written in a scope stands for."""
    wanted = (view.path, view.home(scope, name), name)
    return next((values for parameter, values in given if parameter == wanted), EMPTY)


def class_parameters(view: FileView, definition: Declaration) -> tuple[str, ...]:
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


def function_parameters(view: FileView, definition: Declaration) -> tuple[str, ...]:
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
    if isinstance(written, (tuple, list)) and written[0] in ("g", "<"):
        return any(mentions(part, names) for part in written[2])
    return False


def substitute(written: Expr, environment: Environment) -> Expr:
    """Return a written type with what is known of its type parameters in their places."""
    if isinstance(written, str):
        return (GIVEN, environment[written]) if written in environment else written
    if isinstance(written, (tuple, list)) and written[0] in ("g", "<"):
        given = tuple(substitute(part, environment) for part in written[2])
        return (written[0], written[1], given)
    return written


def erase(written: Expr) -> Expr:
    """Return a written type without what it is given, which tells no two methods apart."""
    if not isinstance(written, (tuple, list)):
        return written
    if written[0] == "g":
        return written[1]
    if written[0] == "<":
        is_array = written[1] == "[]"
        return ("[]", erase(written[2][0])) if is_array else written[1]
    return tuple(written)
