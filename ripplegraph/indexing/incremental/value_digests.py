"""Values in words that stay the same from scan to scan, as long as they mean the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b

from msgspec.structs import astuple

from ripplegraph.graph.expressions import FunctionType
from ripplegraph.graph.facts import ANONYMOUS, Declaration, Display
from ripplegraph.indexing.incremental.file_descriptions import FileDescriber, Sink
from ripplegraph.linking.inference.call_flow import Share
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

_OF_CLASSES = (Class, Instance)
DIGEST_SIZE = 8


class ValueDigests:
    """Digests of values, each worked out once."""

    def __init__(self, analysis: ProjectAnalysis) -> None:
        self._analysis = analysis
        self._known: dict[tuple[Values, bool], bytes] = {}
        self._shares: dict[Share, bytes] = {}
        self._unnamed: dict[tuple[str, type, int | str], str] = {}
        self._describers: dict[str, FileDescriber] = {}

    def find(self, values: Values, *, flowing: bool) -> bytes:
        """Return the same few bytes for the same values, whatever numbers things have in a scan.

        Whether call flow decides them is part of it.
        """
        found = self._known.get((values, flowing))
        if found is None:
            text = repr((flowing, self._all(values))).encode("utf-8", "surrogatepass")
            found = blake2b(text, digest_size=DIGEST_SIZE).digest()
            self._known[values, flowing] = found
        return found

    def find_share(self, share: Share) -> bytes:
        """Return the same few bytes for the same arguments in the same order."""
        found = self._shares.get(share)
        if found is None:
            parts = [
                (is_passed, [self.find(values, flowing=False) for values in passed])
                for is_passed, passed in share
            ]
            found = blake2b(repr(parts).encode(), digest_size=DIGEST_SIZE).digest()
            self._shares[share] = found
        return found

    def _all(self, values: Iterable[Value]) -> list[str]:
        return sorted([repr(self._one(value)) for value in values])

    def _one(self, value: Value) -> tuple[object, ...]:  # noqa: C901 - one branch for each kind
        kind = type(value).__name__
        if type(value) is Class or type(value) is Instance:
            if not value.path:
                return (kind,)
            key = self._analysis.views[value.path].key(value.definition)
            return (kind, key, [self._all(given) for given in value.arguments])
        if type(value) is Function:
            return (kind, self._function(value))
        if type(value) is Bound or type(value) is Super:
            return (kind, self._function(value), self._one(value.receiver))
        if type(value) is Parameter:
            return (kind, self._function(value), value.index)
        if type(value) is Container:
            return (kind, value.kind, self._all(value.values), self._all(value.more))
        if type(value) is ContainerMethod:
            return (kind, self._one(value.container), value.name)
        if type(value) is TypedObject:
            return (kind, [(name, self._all(inner)) for name, inner in value.members])
        if type(value) is DisplayValue:
            return (kind, value.path, self._content(value.path, Display, value.index))
        if type(value) is TypedFunction and value.path:
            content = self._content(value.path, FunctionType, value.words)
            return (kind, value.path, content, [(n, self._all(v)) for n, v in value.given])
        return (kind, *astuple(value))

    def _function(self, value: Function | Bound | Parameter | Super) -> str:
        """Return the key of a function, with what it says if the key is a number among others."""
        key = self._analysis.views[value.path].key(value.definition)
        if not is_unnamed(self._analysis, value.path, value.definition):
            return key
        return f"{key} {self._content(value.path, Declaration, value.definition)}"

    def _content(self, path: str, kind: type, at: int | str) -> str:
        """Return a digest of what something without a name says, and of what it stands in."""
        found = self._unnamed.get((path, kind, at))
        if found is None:
            found = self._unnamed[path, kind, at] = self._describe(path, kind, at)
        return found

    def _describe(self, path: str, kind: type, at: int | str) -> str:
        view = self._analysis.views[path]
        describer = self._describers.get(path)
        if describer is None:
            describer = self._describers[path] = FileDescriber(view)
        sink = Sink()
        if isinstance(at, str):
            form, scope = view.forms[at]
            describer.add_expression(form, scope, view.scopes[scope].end, sink)
        elif kind is Display:
            scope = view.facts.displays[at].scope
            describer.add_display(at, sink)
        else:
            scope = view.definitions[at].scope
            describer.add_definition(at, sink)
        owner = view.scopes[scope].owner
        return f"{view.key(owner) if owner >= 0 else path} {sink.hash().hex()}"


def find_unnamed_classes(analysis: ProjectAnalysis, values: Iterable[Value]) -> set[str]:
    """Return the files of classes among values that are known by a number only."""
    found: set[str] = set()
    todo = list(values)
    for value in todo:
        if isinstance(value, _OF_CLASSES) and is_unnamed(analysis, value.path, value.definition):
            found.add(value.path)
        todo += _find_inner(value)
    return found


def is_unnamed(analysis: ProjectAnalysis, path: str, definition: int) -> bool:
    """Whether only a number tells a definition from others: it has no name, or they share it."""
    if not path:
        return False
    view = analysis.views[path]
    item = view.definitions[definition]
    return bool(item.flags & ANONYMOUS) or not item.qualified or "<" in view.key(definition)


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
    elif type(value) is TypedFunction:
        for _, inner in value.given:
            yield from inner
