"""Type variables: names that stand for types in the signatures of Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ripplegraph.graph.expressions import Expr, GenericType, TextLiteral, find_parts
from ripplegraph.graph.facts import Declaration
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.files.type_parameters import Substitution
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot
from ripplegraph.linking.values.value import EMPTY, External, Values
from ripplegraph.linking.values.value_sets import join

_MAKERS: Final = frozenset({"typing.TypeVar", "typing_extensions.TypeVar"})
_NEW_TYPES: Final = frozenset({"typing.NewType", "typing_extensions.NewType"})
_ORDERED: Final = frozenset({"Generic", "Protocol"})
"""Bases that say in which order a class takes its types."""


class TypeVariables:
    """Finds the type variables of classes and functions."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def find(self, view: FileView, definition: Declaration) -> Sequence[str]:
        """Return the type variables of a class by its bases, of a function by what it takes."""
        if definition.kind == "class":
            return self._of_class(view, definition) if _has_generic(definition.bases) else ()
        taken = {word for param in definition.params for word in _words(param.annotation)}
        given = set(_words(definition.returns)) if taken else set()
        return self._variables(view, definition.scope, sorted(taken & given))

    def _of_class(self, view: FileView, definition: Declaration) -> Sequence[str]:
        written = [base for base in definition.bases if type(base) is GenericType]
        ordered = [b for b in written if str(b.base).rpartition(".")[2] in _ORDERED]
        words = dict.fromkeys(
            word for base in ordered or written for part in base.arguments for word in _words(part)
        )
        return self._variables(view, definition.scope, words)

    def _variables(self, view: FileView, scope: int, names: Iterable[str]) -> Sequence[str]:
        return [name for name in names if self.is_variable(name, view, scope)]

    def is_variable(self, name: str, view: FileView, scope: int) -> bool:
        """Whether a name stands for a type variable."""
        if not name.isidentifier():
            return False
        for slot in self._analysis.names.slots(view, scope, name, view.scopes[scope].end):
            if type(slot) is not BindingSlot:
                continue
            target = self._analysis.view(slot.path)
            binding = target.scopes[slot.scope].bindings[slot.index]
            self._analysis.ask(target, binding.name)
            value = binding.value
            if isinstance(value, int):
                return self._makes_variable(target, value)
        return False

    def made_type(
        self, view: FileView, index: int, scope: int, position: int, given: Substitution
    ) -> Values:
        """Return what a variable of a type may be that a call makes.

        A type variable stands for its bound, a new type for its base.
        """
        call, instances = view.calls[index], self._analysis.annotations.instances
        called = self._analysis.calls.called_by(view, index)
        names = {value.name for value in called if type(value) is External}
        if names & _MAKERS:
            bounds = [value for key, value in call.keywords if key == "bound"]
            return join(instances(bound, view, scope, position, given) for bound in bounds)
        if names & _NEW_TYPES and len(call.args) > 1:
            return instances(call.args[1], view, scope, position, given)
        return EMPTY

    def _makes_variable(self, view: FileView, index: int) -> bool:
        called = self._analysis.calls.called_by(view, index)
        return any(type(value) is External and value.name in _MAKERS for value in called)


def _has_generic(bases: Iterable[Expr]) -> bool:
    return any(type(base) is GenericType for base in bases)


def _words(written: Expr) -> Iterator[str]:
    """Yield the names that a type is written with."""
    if isinstance(written, str):
        yield written
    elif type(written) is TextLiteral:
        yield written.text
    elif type(written) is GenericType:
        for part in written.arguments:
            yield from _words(part)
    else:
        for part in find_parts(written):
            yield from _words(part)
