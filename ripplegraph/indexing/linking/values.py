"""What an expression may be, as far as the linker knows: small hashable tuples, tag first.

(FUNC, path, definition)            a function of the project, as such
(CLASS, path, definition)           a class, interface or namespace of the project
(INSTANCE, path, definition)        an instance of that class; a fourth part has, for each type
                                    parameter of the class, the values that it is given
(BOUND, path, definition, value)    a function taken from that instance or class
(MODULE, path)                      a file's module
(PACKAGE, folder)                   a package without a file of its own
(EXTERNAL, name)                    something outside the project, by dotted name
(RESULT, name)                      what something outside the project gave
(TEXT, text), (NUMBER, n)           a literal
(DISPLAY, path, index)              a list or dict display of that file
(PARAM, path, definition, index)    whatever that parameter is given; filled in at each call
(GENERIC, kind, values, more)       "iter", "map", "await", "call", "context", ... of values
(SUPER, path, definition, value)    `super()` inside that class, for that instance
(METHOD, generic, name)             a method of a GENERIC
(CALLABLE, path, form)              a function known by its written type, a form of that file
(NAMESPACE, name, inside)           a package whose files share their names
(OBJECT, ((name, values), ...))     an object known by the types of its members
SELF                                in results only: the receiver of the call
ANYTHING                            too many possibilities to name
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

FUNC: Final = 0
CLASS: Final = 1
INSTANCE: Final = 2
BOUND: Final = 3
MODULE: Final = 4
PACKAGE: Final = 5
EXTERNAL: Final = 6
RESULT: Final = 7
TEXT: Final = 8
NUMBER: Final = 9
DISPLAY: Final = 10
PARAM: Final = 11
GENERIC: Final = 12
SUPER: Final = 13
METHOD: Final = 14
OBJECT: Final = 17
CALLABLE: Final = 18
NAMESPACE: Final = 19

Value = tuple[Any, ...]
Values = frozenset[Value]

EMPTY: Final[Values] = frozenset()
SELF: Final[Value] = (15,)
ANYTHING: Final[Value] = (16,)
ADDED_TO: Final[Value] = (CLASS, "", -1)
"""What a BOUND function is taken from that is called like a member, and is none."""
UNKNOWN: Final[Values] = frozenset({ANYTHING})
LIMIT: Final = 24
DEEPEST: Final = 3
"""How deep written types nest: `dict[str, list[set[A]]]`."""


def one(*value: Any) -> Values:
    """Return the set of a single value."""
    return frozenset({value})


def outside_result(name: str) -> Values:
    """Return what something outside gave: of it only the package matters."""
    return one(RESULT, outside_package(name))


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
    return found if all(value[0] in (FUNC, BOUND) for value in found) else join((found,))


def _merged(values: Values) -> Values:
    """Return the values with containers of one kind made one: a container of either's values."""
    containers = [value for value in values if value[0] == GENERIC]
    if len({value[1] for value in containers}) == len(containers):
        return values
    merged: dict[str, tuple[Values, Values]] = {}
    for _, kind, inner, more in containers:
        known = merged.get(kind, (EMPTY, EMPTY))
        merged[kind] = (join((known[0], inner)), join((known[1], more)))
    rest = values.difference(containers)
    return rest | {(GENERIC, kind, *sets) for kind, sets in merged.items()}


_MOST_DOTS: Final = 6

_RANKS: Final = {
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


def generic(kind: str, values: Values, more: Values = EMPTY) -> Values:
    """Return a container, awaitable or callable of these values; nothing where they are unknown.

    A container holds only what is simpler than itself: a variable that collects itself would
    otherwise grow without end.
    """
    rank = _RANKS[kind]
    values, more = _simpler(values, rank), _simpler(more, rank)
    return one(GENERIC, kind, values, more) if values or more else EMPTY


def declared(kind: str, values: Values, more: Values = EMPTY) -> Values:
    """Return a container that a written type describes: it nests as it is written, to a depth."""
    values, more = pruned(values, DEEPEST), pruned(more, DEEPEST)
    return one(GENERIC, kind, values, more) if values or more else EMPTY


def pruned(values: Values, depth: int) -> Values:
    """Return values whose containers nest no deeper: a type may be written in terms of itself."""
    if not any(v[0] in (GENERIC, OBJECT) or (v[0] == INSTANCE and len(v) > 3) for v in values):
        return values
    found: set[Value] = set()
    for value in values:
        if value[0] == INSTANCE:
            found.update(give_types(value[1], value[2], value[3] if len(value) > 3 else (), depth))
            continue
        if value[0] == GENERIC:
            if depth > 0:
                inner, more = pruned(value[2], depth - 1), pruned(value[3], depth - 1)
                if inner or more:
                    found.add((GENERIC, value[1], inner, more))
        elif value[0] == OBJECT:
            if depth > 0:
                members = [(name, pruned(inner, depth - 1)) for name, inner in value[1]]
                found.add((OBJECT, tuple((name, inner) for name, inner in members if inner)))
        else:
            found.add(value)
    return frozenset(found)


def name_member(name: str, member: str) -> str:
    """Return the name of a member from outside; a name that leads to itself is not longer then."""
    return f"{name}.{member}" if name.count(".") < _MOST_DOTS else name


def in_order(values: Values) -> Iterable[Value]:
    """Return values in an order that does not depend on how a set of them came to be."""
    return values if len(values) < 2 else sorted(values, key=_sort_key)


def _sort_key(value: Value) -> tuple[Any, ...]:
    return (value[0], *(str(part) for part in value[1:3] if isinstance(part, (str, int))))


def give_types(path: str, index: int, arguments: Iterable[Values], depth: int = DEEPEST) -> Values:
    """Return an instance of a class that is given these for its type parameters, to a depth."""
    inner = tuple(pruned(values, depth - 1) for values in arguments) if depth > 0 else ()
    return one(INSTANCE, path, index, inner) if any(inner) else one(INSTANCE, path, index)


def _simpler(values: Values, rank: int) -> Values:
    if not any(v[0] in (GENERIC, METHOD) for v in values):
        return values
    return frozenset(
        v
        for v in values
        if v[0] < GENERIC or v == SELF or (v[0] == GENERIC and _RANKS[v[1]] < rank)
    )
