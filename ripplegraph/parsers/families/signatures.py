"""The signatures that one function is declared with, and which of them a call means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ripplegraph.graph.expressions import Builtin, Either, Expr, Spread
from ripplegraph.graph.facts import TYPES, Declaration
from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import (
    Bound,
    Called,
    DisplayValue,
    External,
    Function,
    Instance,
    Number,
    Result,
    Text,
    Typed,
    Value,
    Values,
)
from ripplegraph.parsers.families.overloads import Cost, Passed
from ripplegraph.parsers.families.value_overloads import (
    SAME,
    UNKNOWN,
    Kind,
    Kinds,
    ValueOverloads,
)

_OTHER: Final = (0, 4)
"""What it costs to pass an object where one of another class is taken, which it may be like."""
_ANY: Kinds = frozenset()
_NOTHING: Final = (None, "None", "null", "undefined")
"""Parts of a type that say that something may be missing."""


class Signatures(ValueOverloads):
    """Chooses among the signatures of one function."""

    def __init__(self, analysis: Analysis, *, text: str, number: str) -> None:
        """Take the names of the types that texts and whole numbers are of."""
        super().__init__(analysis)
        self._text, self._number = Result(f"builtins.{text}"), Result(f"builtins.{number}")

    def find(
        self, function: Function, receiver: Typed | None, caller: Caller
    ) -> Sequence[Function]:
        """Return the signatures of a function that a call site means; none where it has one."""
        view = self._analysis.views[function.path]
        indexes = view.signatures_of(function.definition)
        if not indexes:
            return ()
        self._analysis.ask_definition(view, function.definition)
        signatures = [Function(function.path, index) for index in indexes]
        values: list[Called] = [
            value if receiver is None else Bound(value.path, value.definition, receiver)
            for value in signatures
        ]
        chosen = self.choose(*caller, frozenset(values))
        return [own for own, value in zip(signatures, values, strict=True) if value in chosen]

    def _group(self, values: Values) -> list[list[Called]]:
        ordered = self._analysis.in_order(values)
        return [[v for v in ordered if type(v) is Function or type(v) is Bound]]

    def _passed(self, view: FileView, index: int) -> Passed[Kinds]:
        found = super()._passed(view, index)
        named = {name: _ANY for name, _ in found.call.keywords if name != TYPES}
        return Passed(view, index, found.types, named)

    def _kind_of(self, value: Value) -> Kind | None:
        if type(value) is Text:
            return self._text
        if type(value) is Number:
            return self._number
        if type(value) is DisplayValue:
            kind = self._analysis.view(value.path).facts.displays[value.index].kind
            return Result(f"builtins.{kind}")
        return super()._kind_of(value)

    def _find_types(
        self, value: Called, definition: Declaration, passed: Passed[Kinds]
    ) -> Sequence[Kinds]:
        """Where the first parameter is the method's own object, that is not passed."""
        is_method = type(value) is Bound and not passed.view.semantics.receiver
        return [_ANY, *passed.types] if is_method else passed.types

    def _takes(
        self, view: FileView, definition: Declaration, passed: Passed[Kinds], count: int
    ) -> bool:
        if any(type(argument) is Spread for argument in passed.call.args):
            return True
        params = [param for param in definition.params if param.kind != "**"]
        takes_rest = any(param.kind == "*" for param in params)
        needed = [p for p in params[count:] if p.default is None and p.kind != "*"]
        if any(param.name not in passed.named for param in needed):
            return False
        placed = [param for param in params if param.kind != "k"]
        return takes_rest or count <= len(placed)

    def _cost_of_one(self, at: int, given: Kinds, function: Called, *, whole: bool) -> Cost | None:
        """Return how well an argument fits a parameter, as far as both are known."""
        view = self._analysis.view(function.path)
        definition = view.definitions[function.definition]
        kinds = self._written_kinds(definition.params[at].annotation, function, at)
        if not given or not kinds:
            return UNKNOWN
        if given & kinds:
            return SAME
        classes = [kind for kind in kinds if type(kind) is Instance]
        if self._is_fitting(given, classes):
            return SAME
        return _OTHER if classes and any(type(own) is Instance for own in given) else None

    def _written_kinds(self, written: Expr, function: Called, at: int) -> Kinds:
        """Return what tells the types apart that a parameter takes, by how it is written."""
        if type(written) is Either:
            options = [part for part in written.options if part not in _NOTHING]
            parts = [self._written_kinds(part, function, at) for part in options]
            return frozenset().union(*parts) if all(parts) else _ANY
        if written is None:
            return _ANY
        if type(written) is Builtin:
            return self._outside_kinds(f"builtins.{written.name}", function)
        if not isinstance(written, str):
            return self._taken_kinds(function, at)
        view = self._analysis.view(function.path)
        scope = view.semantics.signature_scope(view.definitions[function.definition])
        end = view.scopes[scope].end
        values = self._analysis.chain_values(written, view, scope, end, as_type=True)
        outside = [value for value in values if type(value) is External]
        if len(outside) == 1 and len(values) == 1:
            return self._outside_kinds(outside[0].name, function)
        return self._kinds(self._analysis.annotations.instances(written, view, scope, end))

    def _outside_kinds(self, name: str, function: Called) -> Kinds:
        """Return the kind of a type from outside, of those whose literals code writes."""
        found = Result(name)
        return frozenset({found}) if found in (self._text, self._number) else _ANY
