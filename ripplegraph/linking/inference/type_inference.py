"""Type parameters of functions, inferred from the arguments that a call passes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ripplegraph.graph.expressions import (
    GENERICS,
    Attribute,
    Borrowed,
    Either,
    Expr,
    FunctionType,
    Generic,
)
from ripplegraph.graph.facts import Call
from ripplegraph.linking.analysis import Analysis, Caller, ClassKey
from ripplegraph.linking.files.type_parameters import mentions
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import (
    EMPTY,
    Bound,
    Class,
    Container,
    DisplayValue,
    Function,
    Instance,
    TypedFunction,
    Value,
    Values,
)
from ripplegraph.linking.values.value_sets import join, one

_STANDS = frozenset({Instance, Container})
"""The kinds of values that a type parameter stands for."""
_FUNCTIONS = frozenset({Function, Bound, TypedFunction})

GivenOf = Callable[[Value | None, ClassKey], tuple[Values, ...]]
"""What the type parameters of a class are for an object."""


class TypeInference:
    """Compares the types of arguments with the types that are written for them."""

    def __init__(self, analysis: Analysis, given: GivenOf) -> None:
        self._analysis = analysis
        self._given = given

    def may_infer(self, caller: Caller) -> bool:
        """Whether a call passes anything that types could be told by."""
        call = caller[0].calls[caller[1]]
        return bool(call.args or call.keywords)

    def receiver_of(self, call: Call) -> Sequence[Expr]:
        """Return what the member is taken of that a call calls."""
        callee = call.callee
        if isinstance(callee, str):
            front = callee.rpartition(".")[0]
            return (front,) if front else ()
        return (callee.base,) if type(callee) is Attribute else ()

    def match(
        self, name: str, written: Expr, view: FileView, argument: Expr, caller: Caller
    ) -> Values:
        """Return what a type parameter is, by an argument of a type that is written with it."""
        analysis, other = self._analysis, caller[0]
        call = other.calls[caller[1]]
        values = analysis.expand(analysis.evaluate(argument, other, call.scope, call.position))
        return join(self._unify(name, written, view, value) for value in values)

    def _unify(self, name: str, written: Expr, view: FileView, value: Value) -> Values:
        """Return what a type parameter is, by a value of a type that is written with it."""
        if written == name:
            return frozenset({value}) if type(value) in _STANDS else EMPTY
        if type(written) is Either:
            return join(self._unify(name, part, view, value) for part in written.options)
        if type(written) is Borrowed:
            return self._unify(name, written.written, view, value)
        if type(written) is FunctionType:
            return self._by_result(name, written.result, view, value)
        if not isinstance(written, GENERICS):
            return EMPTY
        return self._by_generic(name, written, view, value)

    def _by_generic(self, name: str, written: Generic, view: FileView, value: Value) -> Values:
        """Return what a type parameter is that a generic type is given."""
        parts = written.arguments
        if type(value) in _FUNCTIONS:
            return self._by_result(name, parts[-1], view, value)
        if type(value) is Class:
            made = Instance(value.path, value.definition, value.arguments)
            return self._unify(name, parts[-1], view, made)
        if type(value) is DisplayValue:
            inner = self._analysis.containers.elements(one(value))
            return join(self._unify(name, parts[-1], view, v) for v in inner)
        if type(value) is Container:
            return self._by_container(name, parts, view, value)
        if type(value) is Instance:
            return self._by_class(name, written, view, value)
        return EMPTY

    def _by_container(
        self, name: str, parts: Sequence[Expr], view: FileView, value: Container
    ) -> Values:
        pairs = [(parts[-1], value.values)]
        if len(parts) > 1 and value.kind == "map":
            pairs.append((parts[0], value.more))
        return join(
            self._unify(name, part, view, inner)
            for part, values in pairs
            if mentions(part, (name,))
            for inner in values
        )

    def _by_class(self, name: str, written: Generic, view: FileView, value: Instance) -> Values:
        analysis, found = self._analysis, []
        classes = analysis.chain_values(
            str(written.base), view, 0, view.scopes[0].end, as_type=True
        )
        for base in analysis.in_order(classes):
            if type(base) is not Class:
                continue
            given = self._given(value, (base.path, base.definition))
            for part, inner in zip(written.arguments, given, strict=False):
                if mentions(part, (name,)):
                    found += [self._unify(name, part, view, v) for v in inner]
        if not any(type(base) is Class for base in classes):
            # What may be missing, or is only read, is what it is else.
            found.append(self._unify(name, written.arguments[0], view, value))
        return join(found)

    def _by_result(self, name: str, written: Expr, view: FileView, value: Value) -> Values:
        """Return what a type parameter is that a function gives which is passed along."""
        if type(value) not in _FUNCTIONS or not mentions(written, (name,)):
            return EMPTY
        given = self._analysis.calls.apply(value, None)
        return join(self._unify(name, written, view, inner) for inner in given)
