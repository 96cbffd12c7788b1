"""What generic types of the project are given: `Page<Item>` has fields and results of type Item.

Written types are evaluated once more with type parameters standing for what they are given.
"""

from __future__ import annotations

from collections.abc import Iterator

from ripplegraph.graph.expressions import Borrowed, Expr, ProjectGeneric
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.files.type_parameters import Parameter, Substitution, find_given
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, Slot
from ripplegraph.linking.values.value import (
    EMPTY,
    Class,
    Container,
    Function,
    Instance,
    Value,
    Values,
)
from ripplegraph.linking.values.value_sets import join
from ripplegraph.parsers.families.extensions import find_at

_DEEPEST = 2
"""How deep types that are given nest."""
_PARAMETER_KINDS = "x="


class TypeArguments:
    """Evaluates written types for what their parameters are given."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def instances(
        self, form: ProjectGeneric, view: FileView, scope: int, position: int, given: Substitution
    ) -> Values:
        """Return what a variable of a type may be that is given others."""
        annotations = self._analysis.annotations
        end = view.scopes[scope].end
        types = self._analysis.chain_values(form.base, view, scope, end, as_type=True)
        if not any(type(value) is Class for value in types):
            return annotations.instances(form.base, view, scope, position, given)
        inner = tuple(self._argument(a, view, scope, position, given) for a in form.arguments)
        return join(self._of_class(value, inner, given) for value in types if type(value) is Class)

    def _argument(
        self, written: Expr, view: FileView, scope: int, position: int, given: Substitution
    ) -> Values:
        if isinstance(written, str) and self._is_parameter(written, view, scope):
            return find_given(given, written, view, scope)
        found = self._analysis.annotations.instances(written, view, scope, position, given)
        return _shallow(found, _DEEPEST)

    @staticmethod
    def _is_parameter(name: str, view: FileView, scope: int) -> bool:
        where = view.home(scope, name)
        indexes = view.table(where).get(name, ()) if where >= 0 else ()
        bindings = [view.scopes[where].bindings[i] for i in indexes]
        return any(b.kind in _PARAMETER_KINDS and b.index < 0 for b in bindings)

    def _of_class(self, value: Class, inner: tuple[Values, ...], given: Substitution) -> Values:
        """Return what a variable of a type may be that is given these in a place."""
        view = self._analysis.view(value.path)
        self._analysis.ask_definition(view, value.definition)
        definition = view.definitions[value.definition]
        if definition.kind == "interface" and definition.annotation is not None:
            names = self._parameters_of(view, definition.body)
            own = tuple((name, one) for name, one in zip(names, inner, strict=False) if one)
            return self._analysis.annotations.of_class(value, own)
        if not any(inner):
            return self._analysis.annotations.of_class(value, given)
        return frozenset({Instance(value.path, value.definition, inner)})

    @staticmethod
    def _parameters_of(view: FileView, body: int) -> list[Parameter]:
        """Return the type parameters of a definition, in their order."""
        if body < 0:
            return []
        inner = view.code_scope(body)
        names = dict.fromkeys(
            b.name for b in view.scopes[inner].bindings if b.kind in _PARAMETER_KINDS
        )
        return [(view.path, inner, name) for name in names] if inner != body else []

    def member(self, value: Instance, slot: Slot) -> Values:
        """Return what a field of an object with a generic type holds; nothing where it has none."""
        if type(slot) is not BindingSlot:
            return EMPTY
        view = self._analysis.view(slot.path)
        binding = view.scopes[slot.scope].bindings[slot.index]
        self._analysis.ask(view, binding.name)
        if binding.annotation is None:
            return EMPTY
        given = tuple(self._stand_for(value, view, slot.scope))
        return self._analysis.annotations.instances(
            binding.annotation, view, view.type_scope(slot.scope), binding.position, given
        )

    def result(self, function: Function, receiver: Instance) -> Values:
        """Return what a method of an object with a generic type gives, as it is written."""
        view = self._analysis.view(function.path)
        return self._analysis.solver.solve(
            ("ta", function.path, function.definition, receiver),
            lambda: self._result(view, function.definition, receiver),
            view.answers,
            view.mark,
        )

    def _result(self, view: FileView, index: int, receiver: Instance) -> Values:
        definition = view.definitions[index]
        self._analysis.ask(view, definition.name)
        if definition.returns is None:
            return EMPTY
        around = view.scopes[definition.scope]
        block = definition.scope if around.kind == "class" else around.parent
        given = tuple(self._stand_for(receiver, view, block))
        found = self._analysis.calls.returns(view, definition, given)
        return _put_back(found, receiver)

    def _stand_for(
        self, value: Instance, view: FileView, block: int
    ) -> Iterator[tuple[Parameter, Values]]:
        """Return what the type parameters that a class or a block for it binds stand for."""
        own = self._analysis.view(value.path).definitions[value.definition]
        if view.path == value.path and block == own.body:
            yield from zip(self._parameters_of(view, block), value.arguments, strict=False)
            return
        for extension in find_at(view, block):
            written = extension.type
            if type(written) is Borrowed:
                written = written.written
            if type(written) is ProjectGeneric:
                for name, one in zip(written.arguments, value.arguments, strict=False):
                    if isinstance(name, str):
                        yield (view.path, view.code_scope(block), name), one


def _shallow(values: Values, depth: int) -> Values:
    """Return values whose types are given others no deeper."""
    found: set[Value] = set()
    for value in values:
        if type(value) is Instance and value.arguments:
            given = tuple(_shallow(one, depth - 1) for one in value.arguments) if depth > 0 else ()
            given = given if any(given) else ()
            found.add(Instance(value.path, value.definition, given))
        elif type(value) is Container:
            inner, more = _shallow(value.values, depth - 1), _shallow(value.more, depth - 1)
            found.add(Container(value.kind, inner, more))
        else:
            found.add(value)
    return frozenset(found)


def _put_back(values: Values, receiver: Instance) -> Values:
    """Return values in which the receiver's own type is given what the receiver's is."""
    plain = Instance(receiver.path, receiver.definition)
    found: set[Value] = set()
    for value in values:
        if value == plain:
            found.add(receiver)
        elif type(value) is Container:
            inner, more = _put_back(value.values, receiver), _put_back(value.more, receiver)
            found.add(Container(value.kind, inner, more))
        else:
            found.add(value)
    return frozenset(found)
