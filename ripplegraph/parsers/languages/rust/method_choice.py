"""Which of several functions with one name a call means where a language has no overloads.

There a type may have a method from several blocks: one for values and one for references, one for
each type that a trait is given, one for each build. Types choose as far as they are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from ripplegraph.graph.expressions import Borrowed
from ripplegraph.graph.facts import Call, Extension
from ripplegraph.linking.analysis import Analysis
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
    Values,
)

Kind: TypeAlias = Instance | Result | Container | TypedFunction | Number
"""What tells types apart: of containers their kind, of tuples how many parts they have."""

_WHOLE: Final = Result("builtins.int")
_FRACTION: Final = Result("builtins.float")
_FLOATS: Final = frozenset({Result("builtins.f32"), Result("builtins.f64"), _FRACTION})
_NUMBERS: Final = (
    frozenset(
        Result(f"builtins.{sign}{size}")
        for sign in "iu"
        for size in ("8", "16", "32", "64", "128", "size")
    )
    | _FLOATS
    | {_WHOLE}
)
_FUNCTION: Final = TypedFunction("", "")
_NEVER: Final = -100


class MethodChoice:
    """Chooses among functions that several blocks give one type under one name."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def choose(self, view: FileView, index: int, values: Values) -> Values:
        """Return the values that a call site may call, without functions that fit less well."""
        if not self.is_open(values):
            return values
        call = view.calls[index]
        group = [value for value in values if type(value) is Function or type(value) is Bound]
        kept = self._find_fitting(view, call, group)
        kept = [value for value in kept if not self._is_of_trait(value)] or kept
        plain = [value for value in kept if not self._is_for_references(value)]
        around = set(_scopes_around(view, call.scope))
        if plain and len(plain) < len(kept):
            kept = self._of_own_block(view, call, kept, around) or plain
        else:
            kept = [v for v in kept if not self._is_itself(view, v, around)] or kept
        return frozenset(kept) | values.difference(group)

    def _find_fitting(self, view: FileView, call: Call, group: list[Called]) -> list[Called]:
        """Return the functions that take what is passed."""
        passed = [
            self._kinds(self._analysis.evaluate(argument, view, call.scope, call.position))
            for argument in call.args
        ]
        scores = {value: self._score(value, passed) for value in group}
        best = max(scores.values())
        return [value for value in group if scores[value] == best or best <= _NEVER]

    def is_open(self, values: Values) -> bool:
        """Whether it cannot be told which of several functions is meant."""
        functions = {
            (value.path, value.definition)
            for value in values
            if type(value) is Function or type(value) is Bound
        }
        return len(functions) > 1

    def _score(self, value: Called, passed: Sequence[frozenset[Kind]]) -> int:
        view = self._analysis.view(value.path)
        self._analysis.ask_definition(view, value.definition)
        definition = view.definitions[value.definition]
        if len(passed) > len(definition.params) + (type(value) is Function):
            return _NEVER
        # Called by its path, a method gets its own object as the first argument.
        offset = max(0, len(passed) - len(definition.params)) if type(value) is Function else 0
        total = 0
        for at, given in enumerate(passed[offset:]):
            wanted = self._analysis.annotations.parameter(value.path, value.definition, at)
            total += self._fit(given, wanted)
        return max(total, _NEVER)

    def _fit(self, given: frozenset[Kind], wanted: Values) -> int:
        """Return how well an argument fits a parameter, as far as both are known."""
        kinds = self._kinds(wanted)
        if not given or not kinds:
            return 0
        if given & kinds:
            return 1
        for kind in kinds:
            if type(kind) is Instance and self._is_interface(kind):
                return int(any(self._implements(own, kind) for own in given))
        if (_WHOLE in given and kinds & _NUMBERS) or (_FRACTION in given and kinds & _FLOATS):
            return 0
        return _NEVER

    def _is_interface(self, kind: Instance) -> bool:
        definition = self._analysis.view(kind.path).definitions[kind.definition]
        return definition.kind == "interface"

    def _implements(self, kind: Kind, interface: Instance) -> bool:
        if type(kind) is not Instance:
            return False
        order = self._analysis.classes.order(kind.path, kind.definition)
        return Class(interface.path, interface.definition) in order

    @staticmethod
    def _kinds(values: Values) -> frozenset[Kind]:
        """Return what tells types apart; nothing where a value may be of any type."""
        found: set[Kind] = set()
        for value in values:
            if type(value) is Instance or type(value) is Class:
                # A struct without fields is its only value.
                found.add(Instance(value.path, value.definition))
            elif type(value) is Result and "." in value.name:
                found.add(value)
            elif type(value) is Container:
                found.add(Container(value.kind, EMPTY, EMPTY))
            elif type(value) is Function or type(value) is Bound or type(value) is TypedFunction:
                found.add(_FUNCTION)
            elif type(value) is TypedObject:
                found.add(Number(len(value.members)))
            else:
                return frozenset()
        return frozenset(found)

    def _of_own_block(
        self, view: FileView, call: Call, group: list[Called], around: set[int]
    ) -> list[Called]:
        """Return what the block around a call has itself of what is called on its object."""
        callee = call.callee
        if not isinstance(callee, str) or callee.partition(".")[0] != view.semantics.receiver:
            return []
        own = [value for value in group if value.path == view.path]
        return [value for value in own if view.definitions[value.definition].scope in around]

    def _is_itself(self, view: FileView, value: Called, around: set[int]) -> bool:
        """Whether a function is the one around a call, and from a trait that is given other types.

        It rather passes on to its like than calls itself.
        """
        if value.path != view.path or not self._is_of_trait(value):
            return False
        return view.definitions[value.definition].body in around

    def _is_of_trait(self, value: Called) -> bool:
        """Whether a type has a function only from a trait: its own ones come first."""
        block = self._block(value)
        return block is not None and block.base is not None

    def _is_for_references(self, value: Called) -> bool:
        """Whether a function stands in a block for references to a type."""
        block = self._block(value)
        written = block.type if block is not None else None
        return type(written) is Borrowed

    def _block(self, value: Called) -> Extension | None:
        """Return the block that gives a function to a type, if one does."""
        view = self._analysis.view(value.path)
        around = view.scopes[view.definitions[value.definition].scope].parent
        return next(iter(view.extensions_at(around)), None)


def _scopes_around(view: FileView, scope: int) -> Iterator[int]:
    while scope >= 0:
        yield scope
        scope = view.scopes[scope].parent
