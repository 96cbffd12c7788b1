"""The types of what comes from outside: members of its types, by tables and by names."""

from __future__ import annotations

from typing import Protocol

from ripplegraph.graph.expressions import Attribute, Expr
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import External, Values
from ripplegraph.parsers.families.typed.library import read_library
from ripplegraph.parsers.families.typed.type_names import TypeNames
from ripplegraph.parsers.families.typed.types import (
    OutsideType,
    OwnType,
    Type,
    name_of,
)


class InnerTypes(Protocol):
    """Finds the types of the expressions that others are made of."""

    def of_expression(self, expression: Expr, view: FileView, scope: int, position: int) -> Type:
        """Return the type of what an expression gives."""

    def of_values(self, values: Values) -> Type:
        """Return the type of what has one of some values, if they are of one."""


class OutsideTypes:
    """Finds the types of expressions that lead outside the project."""

    def __init__(self, analysis: Analysis, names: TypeNames, types: InnerTypes) -> None:
        self._analysis = analysis
        self._names = names
        self._types = types

    def of_member(self, inner: Type, name: str, view: FileView) -> Type:
        """Return the type of a member that comes from outside, by the type it is a member of."""
        library = read_library(view.semantics.known.package)
        if type(inner) is OutsideType:
            found = library.find_result(inner.name, name)
            return self._names.read_library(found or library.find_result(self._names.top, name))
        if type(inner) is not OwnType:
            return None
        for value in self._analysis.classes.order(inner.path, inner.definition):
            if type(value) is External:
                found = library.find_result(value.name.rpartition(".")[2], name)
                if found:
                    return self._names.read_library(found)
        return self._names.read_library(library.find_result(self._names.top, name))

    def _of_holder(self, callee: Expr, view: FileView, scope: int, position: int) -> Type:
        """Return the type that a method from outside is called on, which may be a type itself."""
        if not isinstance(callee, str):
            base = callee.base if type(callee) is Attribute else None
            return self._types.of_expression(base, view, scope, position)
        front = callee.rpartition(".")[0]
        if not front:
            return self._types.of_values(self._analysis.receivers.own(view, scope))
        found = self._types.of_expression(front, view, scope, position)
        return self.of_static(front, view, scope, position) if found is None else found

    def of_static(
        self, chain: str, view: FileView, scope: int, position: int
    ) -> OutsideType | None:
        """Return the type from outside that a name is that of."""
        values = self._analysis.chain_values(chain, view, scope, position)
        is_type = len(values) == 1 and type(next(iter(values))) is External
        name = chain.rpartition(".")[2]
        return OutsideType(name) if is_type and name[:1].isupper() else None

    def of_call(self, index: int, view: FileView, *, is_outside: bool) -> Type:
        """Return the type of what a function that is not of the project gives."""
        site = view.sites[index]
        callee = site.callee
        last = _last_of(callee)
        if is_outside and isinstance(callee, str) and "(" not in last:
            return self._names.read(last)
        name = name_of(last)
        if name in view.semantics.known.same_type:
            made = view.calls[index]
            types = [
                self._types.of_expression(a, view, made.scope, made.position) for a in made.args
            ]
            if len(types) == 2 and types[0] != types[1]:
                return self._names.add(*types)
            return next(iter(types), None)
        holder = self._of_holder(callee, view, site.scope, site.position)
        found = self.of_member(holder, last, view)
        if found is not None:
            return found
        results = self._names.results
        return self._names.read(results[name]) if name in results else None


def _last_of(callee: Expr) -> str:
    """Return the name of a function that is called."""
    if isinstance(callee, str):
        return callee.rpartition(".")[2]
    return callee.name if type(callee) is Attribute else ""
