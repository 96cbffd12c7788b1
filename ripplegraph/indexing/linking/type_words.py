"""Types as plain values: the words for their forms, and what comes of several."""

from __future__ import annotations

from typing import Any, Final

PLAIN: Final = "plain"
"""A type that is no class, by name: `int`."""
OWN: Final = "own"
"""A class of the project, by path and place."""
OUTSIDE: Final = "outside"
"""A type from outside, by the last part of its name."""
ARRAY: Final = "array"
"""An array of a type."""
FUNCTION: Final = "function"
"""A function, by how many parameters it has, or -1."""
VARIABLE: Final = "variable"
"""A type that is a parameter itself."""
NOTHING: Final = "nothing"
"""What `null` is."""
CONSTANT: Final = "constant"
"""A constant of a type from outside, which is often an object of that type."""

Type = tuple[Any, ...] | None
"""One of the words above with what follows it; None where nothing is known."""

PLAIN_NAMES: Final = ("byte", "short", "char", "int", "long", "float", "double", "boolean")


def add_types(one: Type, other: Type) -> Type:
    """Return the type of a sum: text, or the wider one of two numbers."""
    if (OUTSIDE, "String") in (one, other):
        return (OUTSIDE, "String")
    if one is None or other is None or not one[0] == other[0] == PLAIN:
        return None
    return max(one, other, (PLAIN, "int"), key=lambda type_: PLAIN_NAMES.index(type_[1]))


def choose_type(parts: list[Type]) -> Type:
    """Return the type of what is one of several things: numbers come out of their boxes."""
    known = [part for part in parts if part is not None]
    plain = sorted(
        (part for part in known if part[0] == PLAIN), key=lambda p: PLAIN_NAMES.index(p[1])
    )
    return plain[-1] if plain else next(iter(known), None)


def name_of(method: str) -> str:
    """Return the name of a method that is written with how much it takes."""
    return method.partition("(")[0]


def read_library_type(name: str) -> Type:
    """Return a type that a library names, `byte[]`; None for no name."""
    if name.endswith("[]"):
        return (ARRAY, read_library_type(name[:-2]))
    return read_literal_type(name) if name else None


def read_literal_type(name: str) -> Type:
    """Return the type of a literal, by the name of that type."""
    if name == "null":
        return (NOTHING,)
    return (PLAIN, name) if name in PLAIN_NAMES else (OUTSIDE, name)
