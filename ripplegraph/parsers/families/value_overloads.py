"""Overloads told apart by the values that a call passes, as far as their types are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import (
    EMPTY,
    Bound,
    Called,
    Class,
    Container,
    Function,
    Instance,
    Number,
    Result,
    TypedFunction,
    TypedObject,
    Value,
    Values,
)
from ripplegraph.parsers.families.overloads import Overloads, Passed

Kind: TypeAlias = Instance | Result | Container | TypedFunction | Number
"""What tells types apart: of containers their kind, of tuples how many parts they have."""
Kinds: TypeAlias = frozenset[Kind]
"""Of which kind something may be; none where it may be of any."""

SAME, UNKNOWN = (0, 0), (0, 1)
"""What it costs to pass something of the type that is taken, or of one that is not known."""
_FUNCTION: Final = TypedFunction("", "")


class ValueOverloads(Overloads[Kinds]):
    """Compares the kinds of values that are passed with those that parameters take."""

    def _passed(self, view: FileView, index: int) -> Passed[Kinds]:
        call, evaluate = view.calls[index], self._analysis.evaluate
        given = [evaluate(argument, view, call.scope, call.position) for argument in call.args]
        return Passed(view, index, [self._kinds(values) for values in given])

    def _kinds(self, values: Values) -> Kinds:
        """Return what tells types apart; nothing where a value may be of any type."""
        found: set[Kind] = set()
        for value in values:
            kind = self._kind_of(value)
            if kind is None:
                return frozenset()
            found.add(kind)
        return frozenset(found)

    def _kind_of(self, value: Value) -> Kind | None:
        """Return what tells the type of a value apart; None where it may be any."""
        if type(value) is Instance or type(value) is Class:
            # A struct without fields is its only value.
            return Instance(value.path, value.definition)
        if type(value) is Result and "." in value.name:
            return value
        if type(value) is Container:
            return Container(value.kind, EMPTY, EMPTY)
        if type(value) is Function or type(value) is Bound or type(value) is TypedFunction:
            return _FUNCTION
        return Number(len(value.members)) if type(value) is TypedObject else None

    def _taken_kinds(self, function: Called, at: int) -> Kinds:
        """Return what tells the types apart that a parameter takes."""
        annotations = self._analysis.annotations
        return self._kinds(annotations.parameter(function.path, function.definition, at))

    def _is_interface(self, kind: Instance) -> bool:
        definition = self._analysis.view(kind.path).definitions[kind.definition]
        return definition.kind == "interface"

    def _is_below(self, kind: Kind, other: Instance) -> bool:
        """Whether something is of a class, or of one below it."""
        if type(kind) is not Instance:
            return False
        order = self._analysis.classes.order(kind.path, kind.definition)
        return Class(other.path, other.definition) in order

    def _is_fitting(self, given: Kinds, taken: Sequence[Instance]) -> bool:
        return any(self._is_below(own, kind) for own in given for kind in taken)
