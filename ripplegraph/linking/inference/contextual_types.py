"""Types of parameters by the place of their function, where they carry none of their own.

`app.get("/", (c) => ...)`: the parameter `c` is what `get` says it will call its handler with.
"""

from __future__ import annotations

from ripplegraph.graph.expressions import (
    DefinitionAt,
    DisplayAt,
    Spread,
)
from ripplegraph.graph.facts import ASYNC, EXTENSION, Call
from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.files.expression_places import (
    AsArgument,
    AsItem,
    AsResult,
    AsValue,
    Place,
    Placed,
)
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import (
    ADDED_TO,
    EMPTY,
    Bound,
    Called,
    Class,
    Container,
    ContainerMethod,
    Function,
    Instance,
    TypedFunction,
    Value,
    Values,
)
from ripplegraph.linking.values.value_sets import join


class Contexts:
    """Types functions from outside: by what they are passed to, assigned to or returned from."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def parameter(self, view: FileView, index: int, at: int) -> Values:
        """Return what the place of function `index` says about its parameter `at`."""
        return join(self._taken(value, at) for value in self._expected(view, DefinitionAt(index)))

    def receiver(self, view: FileView, index: int) -> Values:
        """Return what the place of function `index` says about the object it is given."""
        return join(self._given(value) for value in self._expected(view, DefinitionAt(index)))

    def _given(self, value: Value) -> Values:
        if type(value) is not TypedFunction:
            return EMPTY
        view, scope, form, given = self._analysis.form(value)
        end = view.scopes[scope].end
        return self._analysis.annotations.instances(form.receiver, view, scope, end, given)

    def given(self, view: FileView, call_index: int, at: int, param: int) -> Values:
        """Return what a function without a name is given, which is argument `at` of a call."""
        key = ("lp", view.path, call_index, at, param)
        return self._analysis.solver.solve(
            key, lambda: self._find_given(view, call_index, at, param), view.answers, view.mark
        )

    def _find_given(self, view: FileView, call_index: int, at: int, param: int) -> Values:
        found: list[Values] = []
        for value in self._analysis.calls.called_by(view, call_index):
            if type(value) is Function or type(value) is Bound:
                is_added = type(value) is Bound and value.receiver == ADDED_TO
                semantics = self._analysis.views[value.path].semantics
                found.append(semantics.given_by(value, at + is_added, param))
            elif type(value) is ContainerMethod and param == 0:
                taken = self._analysis.containers.callback(value, view.semantics.known)
                found += [self._taken(v, 0) for v in taken]
        return join(found)

    def _expected(self, view: FileView, placed: Placed) -> Values:
        """Return the types expected of a function or display, by where it stands."""
        return self._analysis.solver.solve(
            ("x", view.path, placed),
            lambda: self._find_expected(view, placed),
            view.answers,
            view.mark,
        )

    def _find_expected(self, view: FileView, placed: Placed) -> Values:
        found: list[Values] = []
        if type(placed) is DefinitionAt:
            definition = view.definitions[placed.index]
            # Of a function that is called like a member, that is what it is a member of.
            is_typed = not definition.flags & EXTENSION
            if definition.annotation is not None and is_typed:
                at = view.scopes[definition.scope].end
                annotations = self._analysis.annotations
                found.append(
                    annotations.instances(definition.annotation, view, definition.scope, at)
                )
        found += [self._of_place(view, place) for place in view.places(placed)]
        return join(found)

    def _of_place(self, view: FileView, place: Place) -> Values:
        match place:
            case AsArgument(call, at):
                return self._of_argument(view, call, at)
            case AsResult(definition):
                return self._of_result(view, definition)
            case AsItem(display, name):
                around = self._expected(view, DisplayAt(display))
                return self._analysis.attributes(around, name) if around else EMPTY
            case AsValue(scope, number):
                binding = view.scopes[scope].bindings[number]
                written, at = binding.annotation, binding.position
                return self._analysis.annotations.instances(written, view, scope, at)

    def _of_result(self, view: FileView, owner: int) -> Values:
        definition = view.definitions[owner]
        values = self._analysis.calls.returns(view, definition) if definition.returns else EMPTY
        if not values:
            expected = self._expected(view, DefinitionAt(owner))
            values = join(
                self._analysis.calls.apply(v, None) for v in expected if type(v) is TypedFunction
            )
        if definition.flags & ASYNC:
            values = self._analysis.containers.awaited(values)
        return values

    def taken(self, view: FileView, call_index: int, at: int) -> Values:
        """Return what the function that a call site calls takes as argument `at`."""
        return self._of_argument(view, call_index, at)

    def _of_argument(self, view: FileView, call_index: int, at: int) -> Values:
        call = view.calls[call_index]
        values = view.semantics.find_taking(view, call_index)
        own = view.semantics.callback_types(values, at)
        if own is not None:
            return own
        caller = (view, call_index)
        return join(self._parameter_type(value, call, at, caller) for value in values)

    def _parameter_type(
        self, value: Value, call: Call, at: int, caller: Caller | None = None
    ) -> Values:
        """Return what a called value takes as its argument `at`."""
        if type(value) is Function or type(value) is Bound:
            found = self._analysis.generics.parameter(value, call, at, caller)
            if found:
                return found
            return self._declared(value.path, value.definition, call, at)
        if type(value) is Class:
            made = self._analysis.classes.constructor(value.path, value.definition)
            return EMPTY if made is None else self._declared(*made, call, at)
        if type(value) is TypedFunction:
            return self._taken(value, at)
        if type(value) is Instance and self._analysis.call_name(value):
            called = self._analysis.attribute(value, self._analysis.call_name(value))
            return join(
                self._parameter_type(v, call, at)
                for v in called
                if type(v) is Function or type(v) is Bound
            )
        if type(value) is ContainerMethod and at == 0 and caller is not None:
            return self._analysis.containers.callback(value, caller[0].semantics.known)
        return EMPTY

    def _declared(self, path: str, index: int, call: Call, at: int) -> Values:
        view = self._analysis.view(path)
        definition = view.definitions[index]
        self._analysis.ask(view, definition.name)
        params = definition.params
        rest = bool(params) and params[-1].kind == "*"
        if len(call.args) > len(params) and not rest:
            return EMPTY
        if not params:
            return EMPTY
        at = view.semantics.place_of(at, len(call.args), len(params), is_function=True)
        found = self._analysis.annotations.parameter(path, index, at)
        return self._analysis.containers.elements(found) if params[at].kind == "*" else found

    def _taken(self, value: Value, at: int) -> Values:
        """Return what a callable type is called with as its argument `at`."""
        if type(value) is Instance and self._analysis.call_name(value):
            called = self._analysis.attribute(value, self._analysis.call_name(value))
            return join(
                self._from_signature(v, at)
                for v in called
                if type(v) is Function or type(v) is Bound
            )
        if type(value) is Container and value.kind == "taken":
            return (value.values, value.more)[at] if at < 2 else EMPTY
        if type(value) is not TypedFunction:
            return EMPTY
        view, scope, form, given = self._analysis.form(value)
        taken = form.parameters
        if not taken:
            return EMPTY
        written = taken[min(at, len(taken) - 1)]
        annotations, end = self._analysis.annotations, view.scopes[scope].end
        if type(written) is Spread:
            found = annotations.instances(written.iterable, view, scope, end, given)
            return self._analysis.containers.elements(found)
        return annotations.instances(written, view, scope, end, given) if at < len(taken) else EMPTY

    def _from_signature(self, value: Called, at: int) -> Values:
        view = self._analysis.view(value.path)
        definition = view.definitions[value.definition]
        self._analysis.ask(view, definition.name)
        if at >= len(definition.params):
            return EMPTY
        found = self._analysis.generics.taken(value, at)
        return found or self._analysis.annotations.parameter(value.path, value.definition, at)
