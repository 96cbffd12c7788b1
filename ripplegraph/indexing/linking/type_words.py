"""Types as plain values: the words for their forms."""

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
UNTYPED: Final = "untyped"
"""At the end of a FUNCTION that is written on the spot, and has no type of its own."""
VARIABLE: Final = "variable"
"""A type that is a parameter itself."""
SPREAD: Final = "spread"
"""What is passed as any number of arguments."""
NOTHING: Final = "nothing"
"""What `null` is."""
MAYBE: Final = "maybe"
"""A type that is no class, or nothing."""
CONSTANT: Final = "constant"
"""A constant of a type from outside, which is often an object of that type."""

Type = tuple[Any, ...] | None
"""One of the words above with what follows it; None where nothing is known."""


def name_of(method: str) -> str:
    """Return the name of a method that is written with how much it takes."""
    return method.partition("(")[0]
