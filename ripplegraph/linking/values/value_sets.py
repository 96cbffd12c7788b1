"""Sets of values: joined, put into containers, cut to a depth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Final

from ripplegraph.linking.values.value import (
    ANYTHING,
    EMPTY,
    UNKNOWN,
    Anything,
    Bound,
    Container,
    ContainerKind,
    ContainerMethod,
    Function,
    Instance,
    Namespace,
    Result,
    Super,
    TypedFunction,
    TypedObject,
    Value,
    Values,
)

LIMIT: Final = 24
DEEPEST: Final = 3
"""How deep written types nest: `dict[str, list[set[A]]]`."""
_MOST_DOTS: Final = 6


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
    if ANYTHING in found:
        return UNKNOWN
    found = _merged(found)
    return UNKNOWN if len(found) > LIMIT else found


def unite(parts: Iterable[Values]) -> Values:
    """Return the union of functions that stand side by side, however many they are."""
    found = frozenset(value for part in parts for value in part)
    if all(type(value) is Function or type(value) is Bound for value in found):
        return found
    return join((found,))


def _merged(values: Values) -> Values:
    """Return the values with containers of one kind made one, and so objects of one class."""
    given = [value for value in values if type(value) is Instance and value.arguments]
    if given:
        values = _merge_objects(values, given)
    containers = [value for value in values if type(value) is Container]
    if len({container.kind for container in containers}) == len(containers):
        return values
    merged: dict[ContainerKind, tuple[Values, Values]] = {}
    for container in containers:
        known, more = merged.get(container.kind, (EMPTY, EMPTY))
        merged[container.kind] = join((known, container.values)), join((more, container.more))
    rest = values.difference(containers)
    return rest | {Container(kind, *sets) for kind, sets in merged.items()}


def _merge_objects(values: Values, given: Sequence[Instance]) -> Values:
    """Return the values with objects of a class made one, which is given what either is."""
    found: dict[tuple[str, int], tuple[Values, ...]] = {}
    for value in given:
        key = (value.path, value.definition)
        known = found.get(key)
        if known is None:
            found[key] = value.arguments
        else:
            pairs = zip_longest(known, value.arguments, fillvalue=EMPTY)
            found[key] = tuple([join(pair) for pair in pairs])
    if len(found) == len(given):
        return values
    return values.difference(given) | {Instance(*key, inner) for key, inner in found.items()}


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
            found |= give_types(value.path, value.definition, value.arguments, depth)
        elif type(value) is Container:
            if depth > 0:
                inner, more = pruned(value.values, depth - 1), pruned(value.more, depth - 1)
                if inner or more:
                    found.add(Container(value.kind, inner, more))
        elif type(value) is TypedObject:
            if depth > 0:
                members = [(name, pruned(inner, depth - 1)) for name, inner in value.members]
                found.add(TypedObject(tuple((name, inner) for name, inner in members if inner)))
        elif type(value) is TypedFunction:
            given = [(name, pruned(inner, depth - 1)) for name, inner in value.given if depth > 0]
            kept = tuple((name, inner) for name, inner in given if inner)
            found.add(TypedFunction(value.path, value.words, kept))
        else:
            found.add(value)
    return frozenset(found)


_NESTING: Final = frozenset({Instance, Container, TypedObject, TypedFunction})


def name_member(name: str, member: str) -> str:
    """Return the name of a member from outside; a name that leads to itself is not longer then."""
    return f"{name}.{member}" if name.count(".") < _MOST_DOTS else name


def give_types(path: str, index: int, arguments: Iterable[Values], depth: int = DEEPEST) -> Values:
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
