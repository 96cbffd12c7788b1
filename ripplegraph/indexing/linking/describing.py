"""Values in words that stay the same from scan to scan, as long as they mean the same."""

from __future__ import annotations

from collections.abc import Iterable
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


def digest_values(world: World, values: Values) -> bytes:
    """Return the same few bytes for the same values, whatever numbers things have in a scan."""
    return blake2b(repr(_all(world, values)).encode(), digest_size=8).digest()


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
    if tag == DISPLAY:
        view = world.views[value[1]]
        display = view.facts.displays[value[2]]
        return (tag, value[1], view.scopes[display.scope].owner, display.kind, len(display.items))
    if tag == CALLABLE:
        view = world.views[value[1]]
        form, scope = view.forms[value[2]]
        return (tag, value[1], view.scopes[scope].owner, repr(form))
    return value
