"""What a function's place says about its parameters, where they carry no types of their own.

`app.get("/", (c) => ...)`: the parameter `c` is what `get` says it will call its handler with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ripplegraph.graph.facts import ANONYMOUS, ASYNC, Call, Expr
from ripplegraph.indexing.linking.outside import Caller
from ripplegraph.indexing.linking.values import (
    ADDED_TO,
    BOUND,
    CALLABLE,
    CLASS,
    EMPTY,
    FUNC,
    GENERIC,
    INSTANCE,
    METHOD,
    Value,
    Values,
    join,
)
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

_RECEIVER = 3
"""Where a function type says what objects its functions have, if they have any."""
_FUNCTION_TYPES = frozenset({"Action", "Comparison", "Converter", "Func", "Predicate"})


class Contexts:
    """Types functions from outside: by what they are passed to, assigned to or returned from."""

    def __init__(self, world: World) -> None:
        self._world = world

    def parameter(self, view: FileView, index: int, at: int) -> Values:
        """Return what the place of function `index` says about its parameter `at`."""
        return join(self._taken(value, at) for value in self._expected(view, ("\\", index), index))

    def receiver(self, view: FileView, index: int) -> Values:
        """Return what the place of function `index` says about the object it is given."""
        return join(self._given(value) for value in self._expected(view, ("\\", index), index))

    def _given(self, value: Value) -> Values:
        if value[0] != CALLABLE:
            return EMPTY
        view, scope, form = self._world.form(value)
        if len(form) <= _RECEIVER:
            return EMPTY
        end = view.scopes[scope].end
        return self._world.annotations.instances(form[_RECEIVER], view, scope, end)

    def given(self, view: FileView, call_index: int, at: int, param: int) -> Values:
        """Return what a function without a name is given, which is argument `at` of a call."""
        key = ("lp", view.path, call_index, at, param)
        return self._world.solver.solve(
            key, lambda: self._find_given(view, call_index, at, param), view.answers, view.mark
        )

    def _find_given(self, view: FileView, call_index: int, at: int, param: int) -> Values:
        found: list[Values] = []
        for value in self._world.calls.called_by(view, call_index):
            if value[0] in (FUNC, BOUND):
                is_added = value[0] == BOUND and value[3] == ADDED_TO
                found.append(self._given_by(value, at + is_added, param))
            elif value[0] == METHOD and value[1][0] == GENERIC and param == 0:
                taken = self._world.containers.callback(value)
                found += [self._taken(v, 0) for v in taken]
        return join(found)

    def _given_by(self, value: Value, at: int, param: int) -> Values:
        """Return what a function of the project gives, by how it writes what it takes."""
        view = self._world.view(value[1])
        definition = view.definitions[value[2]]
        self._world.ask(view, definition.name)
        if at >= len(definition.params):
            return EMPTY
        written = definition.params[at].annotation
        while isinstance(written, (tuple, list)) and written[0] in ("|", "<"):
            inner = written[1] if written[0] == "|" else written[2]
            if written[0] == "<" and str(written[1]).rpartition(".")[2] in _FUNCTION_TYPES:
                break
            if written[0] == "<" and not str(written[1]).endswith("Expression"):
                return EMPTY
            written = inner if written[0] == "|" else inner[0]
        scope = definition.body if definition.body >= 0 else definition.scope
        end = view.scopes[scope].end
        if isinstance(written, str):
            return self._given_by_delegate(written, view, scope, param)
        if written is None or param >= len(written[2]):
            return EMPTY
        return self._world.annotations.instances(written[2][param], view, scope, end)

    def _given_by_delegate(self, name: str, view: FileView, scope: int, param: int) -> Values:
        """Return what a type of functions says that it gives, which the project declares."""
        end = view.scopes[scope].end
        found: list[Values] = []
        for value in self._world.chain_values(name, view, scope, end, as_type=True):
            if value[0] == CLASS:
                other = self._world.view(value[1])
                self._world.ask_definition(other, value[2])
                params = other.definitions[value[2]].params
                if param < len(params):
                    found.append(self._world.annotations.parameter(value[1], value[2], param))
        return join(found)

    def _expected(self, view: FileView, place: tuple[Any, ...], index: int = -1) -> Values:
        """Return the types expected of a function or display, by where it stands."""
        key = ("x", view.path, *place)
        return self._world.solver.solve(
            key, lambda: self._find_expected(view, place, index), view.answers, view.mark
        )

    def _find_expected(self, view: FileView, place: tuple[Any, ...], index: int) -> Values:
        world = self._world
        found: list[Values] = []
        if index >= 0:
            definition = view.definitions[index]
            # Of a function that is called like a member, that is what it is a member of.
            is_typed = definition.flags & ANONYMOUS or not view.rules.extension_functions
            if definition.annotation is not None and is_typed:
                at = view.scopes[definition.scope].end
                found.append(
                    world.annotations.instances(definition.annotation, view, definition.scope, at)
                )
        for kind, *where in view.places(place):
            if kind == "argument":
                found.append(self._of_argument(view, where[0], where[1]))
            elif kind == "result":
                found.append(self._of_result(view, where[0]))
            elif kind == "item":
                around = self._expected(view, ("D", where[0]))
                found.append(world.attributes(around, where[1]) if around else EMPTY)
            elif kind == "binding":
                binding = view.scopes[where[0]].bindings[where[1]]
                at = binding.position
                found.append(world.annotations.instances(binding.annotation, view, where[0], at))
        return join(found)

    def _of_result(self, view: FileView, owner: int) -> Values:
        definition = view.definitions[owner]
        values = self._world.calls.returns(view, definition) if definition.returns else EMPTY
        if not values:
            expected = self._expected(view, ("\\", owner), owner)
            values = join(self._world.calls.apply(v, None) for v in expected if v[0] == CALLABLE)
        if definition.flags & ASYNC:
            values = self._world.containers.awaited(values)
        return values

    def _of_argument(self, view: FileView, call_index: int, at: int) -> Values:
        call = view.calls[call_index]
        world = self._world
        if view.rules.extension_functions and not view.rules.declared_types:
            values = world.calls.called_by(view, call_index)
        else:
            values = world.evaluate(call.callee, view, call.scope, call.position)
            values = world.overloads_of(view).choose(view, call_index, values)
        if view.rules.boxes:
            boxed = [v for v in values if v[0] == METHOD and v[1][0] == GENERIC]
            if boxed:
                return join(world.calls.boxes.callback(value, at) for value in boxed)
        caller = (view, call_index)
        return join(self._parameter_type(value, call, at, caller) for value in values)

    def _parameter_type(
        self, value: Value, call: Call, at: int, caller: Caller | None = None
    ) -> Values:
        """Return what a called value takes as its argument `at`."""
        tag = value[0]
        if tag in (FUNC, BOUND):
            found = self._world.generics.parameter(value, call, at, caller)
            if found:
                return found
            return self._declared(value[1], value[2], call, at)
        if tag == CLASS:
            made = self._world.classes.constructor(value[1], value[2])
            return EMPTY if made is None else self._declared(*made, call, at)
        if tag == CALLABLE:
            return self._taken(value, at)
        if tag == INSTANCE and self._world.call_name(value):
            called = self._world.attribute(value, self._world.call_name(value))
            return join(self._parameter_type(v, call, at) for v in called if v[0] in (FUNC, BOUND))
        if tag == METHOD and at == 0 and value[1][0] == GENERIC:
            return self._world.containers.callback(value)
        return EMPTY

    def _declared(self, path: str, index: int, call: Call, at: int) -> Values:
        view = self._world.view(path)
        definition = view.definitions[index]
        self._world.ask(view, definition.name)
        params = definition.params
        rest = bool(params) and params[-1].kind == "*"
        if len(call.args) > len(params) and not rest:
            return EMPTY
        if not params:
            return EMPTY
        is_last = view.rules.trailing_functions and at == len(call.args) - 1
        at = len(params) - 1 if is_last else min(at, len(params) - 1)
        found = self._world.annotations.parameter(path, index, at)
        return self._world.containers.elements(found) if params[at].kind == "*" else found

    def _taken(self, value: Value, at: int) -> Values:
        """Return what a callable type is called with as its argument `at`."""
        if value[0] == INSTANCE and self._world.call_name(value):
            called = self._world.attribute(value, self._world.call_name(value))
            return join(self._from_signature(v, at) for v in called if v[0] in (FUNC, BOUND))
        if value[0] == GENERIC and value[1] == "taken":
            return frozenset(value[2 + at]) if at < 2 else EMPTY
        if value[0] != CALLABLE:
            return EMPTY
        view, scope, form = self._world.form(value)
        taken: Sequence[Expr] = form[1]
        if not taken:
            return EMPTY
        written = taken[min(at, len(taken) - 1)]
        is_rest = isinstance(written, (tuple, list)) and written[0] == "*"
        if at >= len(taken) and not is_rest:
            return EMPTY
        found = self._world.annotations.instances(
            written[1] if is_rest else written, view, scope, view.scopes[scope].end
        )
        return self._world.containers.elements(found) if is_rest else found

    def _from_signature(self, value: Value, at: int) -> Values:
        view = self._world.view(value[1])
        definition = view.definitions[value[2]]
        self._world.ask(view, definition.name)
        if at >= len(definition.params):
            return EMPTY
        found = self._world.generics.taken(value, at)
        return found or self._world.annotations.parameter(value[1], value[2], at)
