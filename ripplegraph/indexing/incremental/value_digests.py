"""Values in words that stay the same from scan to scan, as long as they mean the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b

from msgspec.structs import astuple

from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.linking.values.value import (
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

_DEFINED = (Class, Instance, Function, Bound, Parameter, Super)
DIGEST_SIZE = 8


class ValueDigests:
    """Digests of values, each worked out once."""

    def __init__(self, analysis: ProjectAnalysis) -> None:
        self._analysis = analysis
        self._known: dict[tuple[Values, bool], bytes] = {}

    def find(self, values: Values, *, flowing: bool) -> bytes:
        """Return the same few bytes for the same values, whatever numbers things have in a scan.

        Whether call flow decides them is part of it.
        """
        found = self._known.get((values, flowing))
        if found is None:
            text = repr((flowing, _all(self._analysis, values))).encode()
            found = blake2b(text, digest_size=DIGEST_SIZE).digest()
            self._known[values, flowing] = found
        return found


def find_unnamed(analysis: ProjectAnalysis, values: Iterable[Value]) -> set[str]:
    """Return the files of values that have no name of their own, only a number in the file."""
    found: set[str] = set()
    todo = list(values)
    for value in todo:
        if (
            type(value) is DisplayValue
            or type(value) is TypedFunction
            or (isinstance(value, _DEFINED) and _is_unnamed(analysis, value.path, value.definition))
        ):
            found.add(value.path)
        todo += _find_inner(value)
    return found


def _is_unnamed(analysis: ProjectAnalysis, path: str, definition: int) -> bool:
    return bool(path) and "<" in analysis.views[path].key(definition)


def _find_inner(value: Value) -> Iterator[Value]:
    """Yield the values that a value directly holds."""
    if type(value) is Class or type(value) is Instance:
        for given in value.arguments:
            yield from given
    elif type(value) is Bound or type(value) is Super:
        yield value.receiver
    elif type(value) is Container:
        yield from value.values
        yield from value.more
    elif type(value) is ContainerMethod:
        yield value.container
    elif type(value) is TypedObject:
        for _, inner in value.members:
            yield from inner


def _all(analysis: ProjectAnalysis, values: Iterable[Value]) -> list[str]:
    return sorted(repr(_one(analysis, value)) for value in values)


def _one(analysis: ProjectAnalysis, value: Value) -> tuple[object, ...]:
    kind = type(value).__name__
    if type(value) is Class or type(value) is Instance:
        key = analysis.views[value.path].key(value.definition)
        return (kind, key, [_all(analysis, given) for given in value.arguments])
    if type(value) is Function:
        return (kind, analysis.views[value.path].key(value.definition))
    if type(value) is Bound or type(value) is Super:
        key = analysis.views[value.path].key(value.definition)
        return (kind, key, _one(analysis, value.receiver))
    if type(value) is Parameter:
        return (kind, analysis.views[value.path].key(value.definition), value.index)
    if type(value) is Container:
        return (kind, value.kind, _all(analysis, value.values), _all(analysis, value.more))
    if type(value) is ContainerMethod:
        return (kind, _one(analysis, value.container), value.name)
    if type(value) is TypedObject:
        return (kind, [(name, _all(analysis, inner)) for name, inner in value.members])
    return (kind, *astuple(value))
