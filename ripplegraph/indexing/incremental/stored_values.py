"""Values in a form that a later scan can read: definitions by their keys, not by their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final

import msgspec

from ripplegraph.indexing.incremental.value_digests import ValueDigests, is_unnamed
from ripplegraph.linking.inference.call_flow import Share
from ripplegraph.linking.project_analysis import ProjectAnalysis
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
_decode = msgspec.msgpack.Decoder().decode
_VERSION_SIZE = 8

_Kept = list[Any]
"""Values as they are encoded."""


class _KeptShare(msgspec.Struct, frozen=True, array_like=True):
    """What the call sites of one file pass for a parameter, as it is encoded."""

    digest: bytes
    """Its digest, where something in it is known by a number only."""
    given: list[tuple[bool, list[_Kept]]]


_decode_share = msgspec.msgpack.Decoder(_KeptShare).decode
UNKEPT = b""
"""In place of what a file passes where that cannot be kept."""


class _NotKeptError(Exception):
    """A value that means nothing in another scan."""


class ValueStore:
    """Turns values of an analysis into what can be kept, and back."""

    def __init__(self, analysis: ProjectAnalysis, digests: ValueDigests) -> None:
        self._analysis = analysis
        self._digests = digests
        self._versions: dict[str, bytes] = {}
        self._listed: dict[Values, tuple[_Kept | None, bool]] = {}
        self._encoded: dict[Values, bytes | None] = {}
        self._shares: dict[Share, bytes] = {}
        self._by_number = False
        """Whether something was kept by a number that another edit of its file may change."""

    def keep(self, values: Values) -> bytes | None:
        """Return values as they are to be kept; None where one cannot be kept."""
        if values not in self._encoded:
            listed = self._list(values)
            self._encoded[values] = None if listed is None else _encode(listed)
        return self._encoded[values]

    def restore(self, kept: bytes) -> Values | None:
        """Return values that were kept; None where one is not there any more."""
        try:
            return self._restore_all(_decode(kept))
        except _NotKeptError:
            return None

    def keep_share(self, share: Share) -> bytes:
        """Return what a file passes for a parameter as it is to be kept."""
        found = self._shares.get(share)
        if found is None:
            found = self._shares[share] = self._encode_share(share)
        return found

    def restore_share(self, kept: bytes) -> Share | None:
        """Return what a file passed that was kept; None where that is not there any more."""
        if kept == UNKEPT:
            return None
        try:
            return tuple(
                [
                    (is_passed, tuple([self._restore_all(values) for values in passing]))
                    for is_passed, passing in _decode_share(kept).given
                ]
            )
        except _NotKeptError:
            return None

    def _encode_share(self, share: Share) -> bytes:
        self._by_number = False
        given: list[tuple[bool, list[_Kept]]] = []
        for is_passed, passing in share:
            listed = [self._list(values) for values in passing]
            if None in listed:
                return UNKEPT
            given.append((is_passed, [values for values in listed if values is not None]))
        digest = self._digests.find_share(share) if self._by_number else b""
        return _encode(_KeptShare(digest, given))

    def _list(self, values: Values) -> _Kept | None:
        if values in self._listed:
            listed, by_number = self._listed[values]
            self._by_number = self._by_number or by_number
            return listed
        outer, self._by_number = self._by_number, False
        try:
            found = self._keep_all(values)
        except _NotKeptError:
            found = None
        self._listed[values] = found, self._by_number
        self._by_number = self._by_number or outer
        return found

    # Keep -------------------------------------------------------------------------------------

    def _keep_all(self, values: Values) -> _Kept:
        if len(values) == 1:
            return [self._keep_one(next(iter(values)))]
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
        self._by_number = True
        found = self._versions.get(path)
        if found is None:
            facts = _encode(self._analysis.views[path].facts)
            found = blake2b(facts, digest_size=_VERSION_SIZE).digest()
            self._versions[path] = found
        return found

    # Restore ----------------------------------------------------------------------------------

    def _restore_all(self, kept: _Kept) -> Values:
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


def is_same_share(one: bytes, other: bytes) -> bool:
    """Whether a file passes the same, going by what was kept of it at two times."""
    if one == other:
        return one != UNKEPT
    if UNKEPT in (one, other):
        return False
    digests = _decode_share(one).digest, _decode_share(other).digest
    return bool(digests[0]) and digests[0] == digests[1]


def count_given(kept: bytes) -> tuple[int, int] | None:
    """Return how many call sites a share is about that names show, and how many others; None where
    nobody knows."""
    if kept == UNKEPT:
        return None
    passed = sum([is_passed for is_passed, _ in _decode_share(kept).given])
    return len(_decode_share(kept).given) - passed, passed
