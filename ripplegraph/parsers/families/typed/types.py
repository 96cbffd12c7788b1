"""The types that choose among overloads, as values."""

from __future__ import annotations

from typing import Final, TypeAlias, final

import msgspec


class _Type(msgspec.Struct, frozen=True, gc=False):
    """A small value that is compared with others."""


@final
class PlainType(_Type, frozen=True):
    """A type that is no class, by name: `int`."""

    name: str


@final
class OwnType(_Type, frozen=True):
    """A class of the project."""

    path: str
    definition: int


@final
class OutsideType(_Type, frozen=True):
    """A type from outside, by the last part of its name."""

    name: str


@final
class ConstantType(_Type, frozen=True):
    """The type of a constant of a type from outside, which is often an object of that type."""

    name: str


@final
class ArrayType(_Type, frozen=True):
    """An array of a type."""

    element: Type


@final
class MaybeType(_Type, frozen=True):
    """A type that is no class, or nothing."""

    inner: Type


@final
class CallableType(_Type, frozen=True):
    """The type of a function, by how many parameters it has, or -1."""

    count: int
    gives: bool | None = None
    """Whether it gives something, where that is known."""
    is_literal: bool = False
    """Whether it is that of a function that is written on the spot, and has no type of its own."""


@final
class TypeVariable(_Type, frozen=True):
    """A type that is a parameter itself."""


@final
class SpreadType(_Type, frozen=True):
    """The type of what is passed as any number of arguments."""


@final
class NullType(_Type, frozen=True):
    """The type of `null`."""


KnownType: TypeAlias = (
    PlainType
    | OwnType
    | OutsideType
    | ConstantType
    | ArrayType
    | MaybeType
    | CallableType
    | TypeVariable
    | SpreadType
    | NullType
)
Type: TypeAlias = KnownType | None
"""A type; None where nothing is known."""

VARIABLE: Final = TypeVariable()
SPREAD: Final = SpreadType()
NOTHING: Final = NullType()


def name_of(method: str) -> str:
    """Return the name of a method that is written with how much it takes."""
    return method.partition("(")[0]
