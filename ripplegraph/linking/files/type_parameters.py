"""The type parameters of classes and functions, and what stands for them in written types."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeAlias

from ripplegraph.graph.expressions import (
    DeclaredGeneric,
    Expr,
    GenericType,
    TextLiteral,
    find_parts,
)
from ripplegraph.linking.files.file_tables import FileTables
from ripplegraph.linking.values.value import EMPTY, Values

Parameter = tuple[str, int, str]
"""A type parameter, by its file, the scope that binds it and its name."""
Substitution: TypeAlias = tuple[tuple[Parameter, Values], ...]
"""What type parameters stand for where a type is written."""


def find_given(given: Substitution, name: str, view: FileTables, scope: int) -> Values:
    """Return what a type parameter that is written in a scope stands for."""
    wanted = (view.path, view.home(scope, name), name)
    return next((values for parameter, values in given if parameter == wanted), EMPTY)


def give(known: Iterable[tuple[str, Values]], view: FileTables, scope: int) -> Substitution:
    """Return what type parameters stand for in types that are written in a scope."""
    return tuple(
        [((view.path, view.home(scope, name), name), values) for name, values in known if values]
    )


def mentions(written: Expr, names: Collection[str]) -> bool:
    """Whether a written type names one of some type parameters."""
    if isinstance(written, str):
        return written in names
    if written is None or not names or isinstance(written, int):
        return False
    if type(written) is TextLiteral:
        return written.text in names
    return any(mentions(part, names) for part in find_parts(written))


def erase(written: Expr) -> Expr:
    """Return a written type without what it is given, which tells no two methods apart."""
    if type(written) is GenericType and written.base == "[]":
        return GenericType("[]", (erase(written.arguments[0]),))
    if type(written) is GenericType or type(written) is DeclaredGeneric:
        return written.base
    return written
