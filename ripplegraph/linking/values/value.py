"""Values: the things that an expression may be, as far as the linker knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias, cast, final

import msgspec

ContainerKind: TypeAlias = Literal[
    "iter", "map", "pairs", "box", "await", "context", "call", "taken", "property", "type"
]
"""What a container does with its values: holds them, gives them, takes them."""


class _Value(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A small value that is looked up in sets."""


@final
class Function(_Value, frozen=True):
    """A function of the project, as such."""

    path: str
    definition: int


@final
class Class(_Value, frozen=True):
    """A class, interface or namespace of the project.

    Where it is taken from an instance, with what each type parameter is given there.
    """

    path: str
    definition: int
    arguments: tuple[Values, ...] = ()


@final
class Instance(_Value, frozen=True):
    """An instance of a class, with what each type parameter of the class is given, if known."""

    path: str
    definition: int
    arguments: tuple[Values, ...] = ()


@final
class Bound(_Value, frozen=True):
    """A function taken from an instance or class."""

    path: str
    definition: int
    receiver: Typed


@final
class Super(_Value, frozen=True):
    """`super()` inside a class, for an instance."""

    path: str
    definition: int
    receiver: Typed


@final
class Parameter(_Value, frozen=True):
    """Whatever a parameter of a function is given; filled in at each call."""

    path: str
    definition: int
    index: int


@final
class Module(_Value, frozen=True):
    """A file's module."""

    path: str


@final
class Namespace(_Value, frozen=True):
    """A package whose files share their names."""

    name: str
    inside: str | bool
    """Whether it is seen by its own tests; where code writes it in front of a name, its path."""


@final
class External(_Value, frozen=True):
    """Something outside the project, by dotted name."""

    name: str


@final
class Result(_Value, frozen=True):
    """The result of something outside the project."""

    name: str


@final
class Text(_Value, frozen=True):
    """A string literal."""

    text: str


@final
class Number(_Value, frozen=True):
    """An integer literal."""

    number: int


@final
class DisplayValue(_Value, frozen=True):
    """A list or dict display of a file."""

    path: str
    index: int


@final
class Container(_Value, frozen=True):
    """Something that holds or gives values."""

    kind: ContainerKind
    values: Values
    more: Values
    """Of a map, the keys."""


@final
class ContainerMethod(_Value, frozen=True):
    """A method of a container."""

    container: Container
    name: str


@final
class TypedFunction(_Value, frozen=True):
    """A function known by its written type, which its file keeps under some words."""

    path: str
    words: str
    given: tuple[tuple[str, Values], ...] = ()
    """What type parameters stand for in it, by their names."""


@final
class TypedObject(_Value, frozen=True):
    """An object known by the types of its members."""

    members: tuple[tuple[str, Values], ...]


@final
class OwnReceiver(_Value, frozen=True):
    """In results only: the receiver of the call."""


@final
class Anything(_Value, frozen=True):
    """Too many possibilities to name."""


Value: TypeAlias = (
    Function
    | Class
    | Instance
    | Bound
    | Super
    | Parameter
    | Module
    | Namespace
    | External
    | Result
    | Text
    | Number
    | DisplayValue
    | Container
    | ContainerMethod
    | TypedFunction
    | TypedObject
    | OwnReceiver
    | Anything
)
Values: TypeAlias = frozenset[Value]
Called: TypeAlias = Function | Bound
"""A function of the project, taken from something or not."""
Typed: TypeAlias = Class | Instance
"""A class of the project, or an instance of one."""
Base: TypeAlias = Class | External
"""What a class may extend."""

EMPTY: Final[Values] = frozenset()
SELF: Final = OwnReceiver()
ANYTHING: Final = Anything()
ADDED_TO: Final = Class("", -1)
"""What a bound function is taken from that is called like a member, and is none."""
UNKNOWN: Final[Values] = frozenset({ANYTHING})


def sort_key(value: Value, find_id: Callable[[str, int], str]) -> tuple[Any, ...]:
    """Return what values are sorted by where their order matters.

    Definitions are sorted by their ids: their numbers change with every one that is added.
    """
    parts = [_sort_part(part, find_id) for part in msgspec.structs.astuple(value)]
    if isinstance(value, _DEFINED) and value.path:
        parts.insert(1, find_id(value.path, value.definition))
    return (_ORDER[type(value)], *parts)


def _sort_part(part: object, find_id: Callable[[str, int], str]) -> Any:
    if isinstance(part, frozenset):
        return sorted(sort_key(value, find_id) for value in part)
    if isinstance(part, tuple):
        return [_sort_part(inner, find_id) for inner in part]
    if isinstance(part, int):
        return f"{part:020}"
    return part if isinstance(part, str) else sort_key(cast("Value", part), find_id)


_DEFINED: Final = (Function, Class, Instance, Bound, Super, Parameter)
_ORDER: Final = {
    kind: number
    for number, kind in enumerate(
        (
            Function,
            Class,
            Instance,
            Bound,
            Module,
            External,
            Result,
            Text,
            Number,
            DisplayValue,
            Parameter,
            Container,
            Super,
            ContainerMethod,
            OwnReceiver,
            Anything,
            TypedObject,
            TypedFunction,
            Namespace,
        )
    )
}
