"""Values in a form that a later scan can read: definitions by their keys, not by their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final

import msgspec

from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.linking.value_digests import is_unnamed
from ripplegraph.linking.values.value import (
    ADDED_TO,
    Anything,
    Bound,
    Class,
    Container,
    ContainerMethod,
    DisplayValue,
    External,
    Function,
    Instance,
    Module,
    Namespace,
    Number,
    OwnReceiver,
    Parameter,
    Result,
    Super,
    Text,
    TypedFunction,
    TypedObject,
    Value,
    Values,
)

_KINDS: Final[tuple[type[Any], ...]] = (
    Function,
    Class,
    Instance,
    Bound,
    Super,
    Parameter,
    DisplayValue,
    Container,
    ContainerMethod,
    TypedObject,
    Module,
    Namespace,
    External,
    Result,
    Text,
    Number,
    OwnReceiver,
    Anything,
)
"""The kinds of values by the numbers under which they are kept."""
_NUMBERS: Final = {kind: number for number, kind in enumerate(_KINDS)}
_encode = msgspec.msgpack.Encoder().encode
_VERSION_SIZE = 8

Kept = list[Any]
"""Values as they are kept."""


class _NotKeptError(Exception):
    """A value that means nothing in another scan."""


class ValueStore:
    """Turns values of an analysis into what can be kept, and back."""

    def __init__(self, analysis: ProjectAnalysis) -> None:
        self._analysis = analysis
        self._versions: dict[str, bytes] = {}
        self._kept: dict[Values, Kept | None] = {}

    def keep(self, values: Values) -> Kept | None:
        """Return values as they are to be kept; None where one cannot be kept."""
        if values not in self._kept:
            try:
                self._kept[values] = self._keep_all(values)
            except _NotKeptError:
                self._kept[values] = None
        return self._kept[values]

    def restore(self, kept: Kept) -> Values | None:
        """Return values that were kept; None where one is not there any more."""
        try:
            return self._restore_all(kept)
        except _NotKeptError:
            return None

    # Keep -------------------------------------------------------------------------------------

    def _keep_all(self, values: Values) -> Kept:
        return sorted([self._keep_one(value) for value in values], key=repr)

    def _keep_one(self, value: Value) -> list[Any]:
        if type(value) is TypedFunction:
            # Its file knows it only after it was met.
            raise _NotKeptError
        parts = self._keep_parts(value)
        return [_NUMBERS[type(value)], *parts]

    def _keep_parts(self, value: Value) -> Sequence[Any]:
        if type(value) is Class or type(value) is Instance:
            if value == ADDED_TO:
                return ("", "", [])
            arguments = [self._keep_all(given) for given in value.arguments]
            return (value.path, self._keep_place(value.path, value.definition), arguments)
        if type(value) is Function:
            return (value.path, self._keep_place(value.path, value.definition))
        if type(value) is Bound or type(value) is Super:
            place = self._keep_place(value.path, value.definition)
            return (value.path, place, self._keep_one(value.receiver))
        if type(value) is Parameter:
            return (value.path, self._keep_place(value.path, value.definition), value.index)
        if type(value) is DisplayValue:
            return (value.path, [value.index, self._version(value.path)])
        if type(value) is Container:
            return (value.kind, self._keep_all(value.values), self._keep_all(value.more))
        if type(value) is ContainerMethod:
            return (self._keep_one(value.container), value.name)
        if type(value) is TypedObject:
            return ([[name, self._keep_all(inner)] for name, inner in value.members],)
        return msgspec.structs.astuple(value)

    def _keep_place(self, path: str, definition: int) -> Any:
        """Return the key of a definition; the number of one that has no name, which holds as long
        as its file stays as it is."""
        if is_unnamed(self._analysis, path, definition):
            return [definition, self._version(path)]
        return self._analysis.views[path].key(definition)

    def _version(self, path: str) -> bytes:
        found = self._versions.get(path)
        if found is None:
            facts = _encode(self._analysis.views[path].facts)
            found = blake2b(facts, digest_size=_VERSION_SIZE).digest()
            self._versions[path] = found
        return found

    # Restore ----------------------------------------------------------------------------------

    def _restore_all(self, kept: Kept) -> Values:
        return frozenset([self._restore_one(item) for item in kept])

    def _restore_one(self, item: list[Any]) -> Value:
        number, *parts = item
        kind = _KINDS[number]
        if kind is Class or kind is Instance:
            path, place, arguments = parts
            if not path:
                return ADDED_TO
            inner = tuple([self._restore_all(given) for given in arguments])
            return kind(path, self._restore_place(path, place), inner)
        if kind is Function or kind is DisplayValue:
            return kind(parts[0], self._restore_place(*parts))
        if kind is Bound or kind is Super:
            path, place, receiver = parts
            return kind(path, self._restore_place(path, place), self._restore_one(receiver))  # type: ignore[arg-type]
        if kind is Parameter:
            path, place, index = parts
            return Parameter(path, self._restore_place(path, place), index)
        if kind is Container:
            name, values, more = parts
            return Container(name, self._restore_all(values), self._restore_all(more))
        if kind is ContainerMethod:
            container = self._restore_one(parts[0])
            return ContainerMethod(container, parts[1])  # type: ignore[arg-type]
        if kind is TypedObject:
            members = [(name, self._restore_all(inner)) for name, inner in parts[0]]
            return TypedObject(tuple(members))
        return kind(*parts)  # type: ignore[no-any-return]

    def _restore_place(self, path: str, place: Any) -> int:
        if path not in self._analysis.paths:
            raise _NotKeptError
        if isinstance(place, str):
            index = self._analysis.views[path].find_key(place)
        else:
            index = place[0] if self._version(path) == place[1] else -1
        if index < 0:
            raise _NotKeptError
        return index
