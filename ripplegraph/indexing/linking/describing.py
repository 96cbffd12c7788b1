"""Values in words that stay the same from scan to scan, as long as they mean the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

from ripplegraph.indexing.linking.values import (
    BOUND,
    CALLABLE,
    CLASS,
    DISPLAY,
    FUNC,
    GENERIC,
    INSTANCE,
    METHOD,
    OBJECT,
    PARAM,
    SUPER,
    Value,
    Values,
)
from ripplegraph.indexing.linking.world import World

_DEFINED = frozenset({FUNC, CLASS, INSTANCE, BOUND, PARAM, SUPER})


DIGEST_SIZE = 8


class ValueDigests:
    """Digests of values, each worked out once."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._known: dict[tuple[Values, bool], bytes] = {}

    def find(self, values: Values, *, flowing: bool) -> bytes:
        """Return the same few bytes for the same values, whatever numbers things have in a scan.

        Whether call flow decides them is part of it.
        """
        found = self._known.get((values, flowing))
        if found is None:
            text = repr((flowing, _all(self._world, values))).encode()
            found = blake2b(text, digest_size=DIGEST_SIZE).digest()
            self._known[values, flowing] = found
        return found


def find_unnamed(world: World, values: Iterable[Value]) -> set[str]:
    """Return the files of values that have no name of their own, only a number in the file."""
    found: set[str] = set()
    todo = list(values)
    for value in todo:
        tag = value[0]
        if tag in (DISPLAY, CALLABLE):
            found.add(value[1])
        elif tag in _DEFINED:
            if value[1] and "<" in world.views[value[1]].key(value[2]):
                found.add(value[1])
            todo += [inner for part in value[3:] for inner in _values_in(part)]
        elif tag in (GENERIC, METHOD, OBJECT):
            todo += [inner for part in value[1:] for inner in _values_in(part)]
    return found


def _values_in(part: Any) -> Iterator[Value]:
    """Yield the values in a part of a value: itself, a set of them, or sets in turn."""
    if isinstance(part, frozenset):
        yield from part
    elif isinstance(part, tuple) and part and isinstance(part[0], int):
        yield part
    elif isinstance(part, tuple):
        for inner in part:
            yield from _values_in(inner)


def _all(world: World, values: Iterable[Value]) -> list[str]:
    return sorted(repr(_one(world, value)) for value in values)


def _one(world: World, value: Value) -> tuple[Any, ...]:
    tag = value[0]
    if tag in _DEFINED:
        key = world.views[value[1]].key(value[2])
        if tag in (CLASS, INSTANCE) and len(value) > 3:
            return (tag, key, [_all(world, given) for given in value[3]])
        rest = [_one(world, v) if isinstance(v, tuple) else v for v in value[3:]]
        return (tag, key, *rest)
    if tag == GENERIC:
        return (tag, value[1], _all(world, value[2]), _all(world, value[3]))
    if tag == METHOD:
        return (tag, _one(world, value[1]), value[2])
    if tag == OBJECT:
        return (tag, [(name, _all(world, inner)) for name, inner in value[1]])
    return value
