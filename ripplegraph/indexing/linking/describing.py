"""Values in words that stay the same from scan to scan, as long as they mean the same."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from msgspec.structs import astuple

from ripplegraph.indexing.linking.values import (
    Bound,
    Class,
    Container,
    ContainerMethod,
    DisplayValue,
    Function,
    Instance,
    Parameter,
    Super,
    TypedFunction,
    TypedObject,
    Value,
    Values,
)
from ripplegraph.indexing.linking.world import World


def digest_values(world: World, values: Values) -> bytes:
    """Return the same few bytes for the same values, whatever numbers things have in a scan."""
    return blake2b(repr(_all(world, values)).encode(), digest_size=8).digest()


def _all(world: World, values: Iterable[Value]) -> list[str]:
    return sorted(repr(_one(world, value)) for value in values)


def _one(world: World, value: Value) -> tuple[object, ...]:
    kind = type(value).__name__
    if type(value) is Class or type(value) is Instance:
        key = world.views[value.path].key(value.definition)
        return (kind, key, [_all(world, given) for given in value.arguments])
    if type(value) is Function:
        return (kind, world.views[value.path].key(value.definition))
    if type(value) is Bound or type(value) is Super:
        key = world.views[value.path].key(value.definition)
        return (kind, key, _one(world, value.receiver))
    if type(value) is Parameter:
        return (kind, world.views[value.path].key(value.definition), value.index)
    if type(value) is Container:
        return (kind, value.kind, _all(world, value.values), _all(world, value.more))
    if type(value) is ContainerMethod:
        return (kind, _one(world, value.container), value.name)
    if type(value) is TypedObject:
        return (kind, [(name, _all(world, inner)) for name, inner in value.members])
    if type(value) is DisplayValue:
        view = world.views[value.path]
        display = view.facts.displays[value.index]
        owner = view.scopes[display.scope].owner
        return (kind, value.path, owner, display.kind, len(display.items))
    if type(value) is TypedFunction:
        view = world.views[value.path]
        form, scope = view.forms[value.words]
        return (kind, value.path, view.scopes[scope].owner, repr(form))
    return (kind, *astuple(value))
