"""What an expression may be, as far as the linker knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias, final

import msgspec

ContainerKind: TypeAlias = Literal[
    "iter", "map", "pairs", "box", "await", "context", "call", "taken", "property", "type"
]
"""What a container does with its values: holds them, gives them, takes them."""


class _Value(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A small value that is looked up in sets."""


@final
class Function(_Value, frozen=True, cache_hash=True):
    """A function of the project, as such."""

    path: str
    definition: int


@final
class Class(_Value, frozen=True, cache_hash=True):
    """A class, interface or namespace of the project.

    Where it is taken from an instance, with what each type parameter is given there.
    """

    path: str
    definition: int
    arguments: tuple[Values, ...] = ()


@final
class Instance(_Value, frozen=True, cache_hash=True):
    """An instance of a class, with what each type parameter of the class is given, if known."""

    path: str
    definition: int
    arguments: tuple[Values, ...] = ()


@final
class Bound(_Value, frozen=True, cache_hash=True):
    """A function taken from an instance or class."""

    path: str
    definition: int
    receiver: Typed


@final
class Super(_Value, frozen=True, cache_hash=True):
    """`super()` inside a class, for an instance."""

    path: str
    definition: int
    receiver: Typed


@final
class Parameter(_Value, frozen=True, cache_hash=True):
    """Whatever a parameter of a function is given; filled in at each call."""

    path: str
    definition: int
    index: int


@final
class Module(_Value, frozen=True, cache_hash=True):
    """A file's module."""

    path: str


@final
class Package(_Value, frozen=True, cache_hash=True):
    """A package without a file of its own."""

    folder: str


@final
class Namespace(_Value, frozen=True, cache_hash=True):
    """A package whose files share their names."""

    name: str
    inside: str | bool
    """Whether it is seen by its own tests; where code writes it in front of a name, its path."""


@final
class External(_Value, frozen=True, cache_hash=True):
    """Something outside the project, by dotted name."""

    name: str


@final
class Result(_Value, frozen=True, cache_hash=True):
    """The result of something outside the project."""

    name: str


@final
class Text(_Value, frozen=True, cache_hash=True):
    """A string literal."""

    text: str


@final
class Number(_Value, frozen=True, cache_hash=True):
    """An integer literal."""

    number: int


@final
class DisplayValue(_Value, frozen=True, cache_hash=True):
    """A list or dict display of a file."""

    path: str
    index: int


@final
class Container(_Value, frozen=True, cache_hash=True):
    """Something that holds or gives values."""

    kind: ContainerKind
    values: Values
    more: Values
    """Of a map, the keys."""


@final
class ContainerMethod(_Value, frozen=True, cache_hash=True):
    """A method of a container."""

    container: Container
    name: str


@final
class TypedFunction(_Value, frozen=True, cache_hash=True):
    """A function known by its written type, which its file keeps under some words."""

    path: str
    words: str


@final
class TypedObject(_Value, frozen=True, cache_hash=True):
    """An object known by the types of its members."""

    members: tuple[tuple[str, Values], ...]


@final
class OwnReceiver(_Value, frozen=True, cache_hash=True):
    """In results only: the receiver of the call."""


@final
class Anything(_Value, frozen=True, cache_hash=True):
    """Too many possibilities to name."""


Value: TypeAlias = (
    Function
    | Class
    | Instance
    | Bound
    | Super
    | Parameter
    | Module
    | Package
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
LIMIT: Final = 24
DEEPEST: Final = 3
"""How deep written types nest: `dict[str, list[set[A]]]`."""


def rank_value(value: Value) -> str:
    """Return what values are sorted by where their order matters."""
    return repr((_ORDER[type(value)], *msgspec.structs.astuple(value)))


_ORDER: Final = {
    kind: number
    for number, kind in enumerate(
        (
            Function,
            Class,
            Instance,
            Bound,
            Module,
            Package,
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


def one(value: Value) -> Values:
    """Return the set of a single value."""
    return frozenset((value,))


def outside_result(name: str) -> Values:
    """Return what something outside gave: of it only the package matters."""
    return one(Result(outside_package(name)))


def outside_package(name: str) -> str:
    """Return the package a dotted name from outside begins with; `<a.b/c>.d` is d of `a.b/c`."""
    return name.partition(">")[0] + ">" if name.startswith("<") else name.partition(".")[0]


def join(parts: Iterable[Values]) -> Values:
    """Return the union, or ANYTHING when it grows past what is worth naming."""
    first: Values = EMPTY
    more: set[Value] = set()
    # All parts are gone through, whatever they say: what they look at is noted.
    for part in parts:
        if not first:
            first = part
        elif part is not first:
            more |= part
    found = first | more if more else first
    if len(found) < 2:
        return found
    if len(found) > LIMIT or ANYTHING in found:
        return UNKNOWN
    return _merged(found)


def unite(parts: Iterable[Values]) -> Values:
    """Return the union of functions that stand side by side, however many they are."""
    found = frozenset(value for part in parts for value in part)
    return (
        found
        if all(type(value) is Function or type(value) is Bound for value in found)
        else join((found,))
    )


def _merged(values: Values) -> Values:
    """Return the values with containers of one kind made one: a container of either's values."""
    containers = [value for value in values if type(value) is Container]
    if len({container.kind for container in containers}) == len(containers):
        return values
    merged: dict[ContainerKind, tuple[Values, Values]] = {}
    for container in containers:
        known, more = merged.get(container.kind, (EMPTY, EMPTY))
        merged[container.kind] = (
            join((known, container.values)),
            join((more, container.more)),
        )
    rest = values.difference(containers)
    return rest | {Container(kind, *sets) for kind, sets in merged.items()}


_RANKS: Final[Mapping[ContainerKind, int]] = {
    "pairs": 1,
    "property": 1,
    "taken": 1,
    "type": 1,
    "call": 1,
    "box": 1,
    "iter": 2,
    "map": 2,
    "await": 3,
    "context": 3,
}


def generic(kind: ContainerKind, values: Values, more: Values = EMPTY) -> Values:
    """Return a container, awaitable or callable of these values; nothing where they are unknown.

    A container holds only what is simpler than itself: a variable that collects itself would
    otherwise grow without end.
    """
    rank = _RANKS[kind]
    values, more = _simpler(values, rank), _simpler(more, rank)
    return one(Container(kind, values, more)) if values or more else EMPTY


def declared(kind: ContainerKind, values: Values, more: Values = EMPTY) -> Values:
    """Return a container that a written type describes: it nests as it is written, to a depth."""
    values, more = pruned(values, DEEPEST), pruned(more, DEEPEST)
    return one(Container(kind, values, more)) if values or more else EMPTY


def pruned(values: Values, depth: int) -> Values:
    """Return values whose containers nest no deeper: a type may be written in terms of itself."""
    if not any(type(value) in _NESTING for value in values):
        return values
    found: set[Value] = set()
    for value in values:
        if type(value) is Instance:
            found |= given(value.path, value.definition, value.arguments, depth)
        elif type(value) is Container:
            if depth > 0:
                inner, more = pruned(value.values, depth - 1), pruned(value.more, depth - 1)
                if inner or more:
                    found.add(Container(value.kind, inner, more))
        elif type(value) is TypedObject:
            if depth > 0:
                members = [(name, pruned(inner, depth - 1)) for name, inner in value.members]
                found.add(TypedObject(tuple((name, inner) for name, inner in members if inner)))
        else:
            found.add(value)
    return frozenset(found)


_NESTING: Final = frozenset({Instance, Container, TypedObject})


def given(path: str, index: int, arguments: Iterable[Values], depth: int = DEEPEST) -> Values:
    """Return an instance of a class that is given these for its type parameters, to a depth."""
    inner = tuple(pruned(values, depth - 1) for values in arguments) if depth > 0 else ()
    return one(Instance(path, index, inner)) if any(inner) else one(Instance(path, index))


def _simpler(values: Values, rank: int) -> Values:
    if not any(type(value) is Container or type(value) is ContainerMethod for value in values):
        return values
    return frozenset(value for value in values if _is_simpler(value, rank))


def _is_simpler(value: Value, rank: int) -> bool:
    if type(value) is Container:
        return _RANKS[value.kind] < rank
    return type(value) not in _COMPLEX


_COMPLEX: Final = frozenset(
    {Super, ContainerMethod, Anything, TypedObject, TypedFunction, Namespace}
)
