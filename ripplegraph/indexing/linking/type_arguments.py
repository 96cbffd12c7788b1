"""What generic types of the project are given: `Page<Item>` has fields and results of type Item.

Written types are evaluated once more with type parameters standing for what they are given. Each
parameter is known by its file, the scope that binds it and its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ripplegraph.graph.facts import Expr
from ripplegraph.indexing.linking.slots import BINDING, Slot
from ripplegraph.indexing.linking.values import (
    CLASS,
    EMPTY,
    GENERIC,
    INSTANCE,
    Value,
    Values,
    join,
)
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

Parameter = tuple[str, int, str]

_DEEPEST = 2
"""How deep types that are given nest."""
_PARAMETER_KINDS = "x="


class TypeArguments:
    """Evaluates written types for what their parameters are given."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._given: Mapping[Parameter, Values] = {}
        self._open: set[tuple[str, int]] = set()

    @property
    def is_given(self) -> bool:
        """Whether type parameters stand for something at the moment."""
        return bool(self._given)

    def find(self, name: str, view: FileView, scope: int) -> Values:
        """Return what a type parameter stands for at the moment."""
        return self._given.get((view.path, view.home(scope, name), name), EMPTY)

    def instances(
        self, form: Sequence[Any], view: FileView, scope: int, position: int, depth: int
    ) -> Values:
        """Return what a variable of a type may be that is given others."""
        annotations = self._world.annotations
        end = view.scopes[scope].end
        types = self._world.chain_values(form[1], view, scope, end, as_type=True)
        if not any(value[0] == CLASS for value in types):
            return annotations.instances(form[1], view, scope, position, depth + 1)
        given = tuple(self._argument(a, view, scope, position, depth) for a in form[2])
        return join(self._of_class(value, given) for value in types if value[0] == CLASS)

    def _argument(
        self, written: Expr, view: FileView, scope: int, position: int, depth: int
    ) -> Values:
        if isinstance(written, str) and self._is_parameter(written, view, scope):
            return self.find(written, view, scope)
        found = self._world.annotations.instances(written, view, scope, position, depth + 1)
        return _shallow(found, _DEEPEST)

    @staticmethod
    def _is_parameter(name: str, view: FileView, scope: int) -> bool:
        where = view.home(scope, name)
        indexes = view.table(where).get(name, ()) if where >= 0 else ()
        bindings = [view.scopes[where].bindings[i] for i in indexes]
        return any(b.kind in _PARAMETER_KINDS and b.index < 0 for b in bindings)

    def _of_class(self, value: Value, given: tuple[Values, ...]) -> Values:
        view = self._world.view(value[1])
        self._world.ask_definition(view, value[2])
        definition = view.definitions[value[2]]
        annotations = self._world.annotations
        if definition.kind == "interface" and definition.annotation is not None:
            names = self._parameters_of(view, definition.body)
            stands = {key: one for key, one in zip(names, given, strict=False) if one}
            return self._with(stands, lambda: self.aliased(view, value[2]))
        if not any(given):
            return annotations.of_class(value)
        return frozenset({(INSTANCE, value[1], value[2], given)})

    def aliased(self, view: FileView, index: int) -> Values:
        """Return what another name of a type stands for at the moment."""
        key = (view.path, index)
        if key in self._open:
            return EMPTY
        self._open.add(key)
        try:
            return self._world.annotations.aliased(view, index)
        finally:
            self._open.discard(key)

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

    def _with(self, given: Mapping[Parameter, Values], work: Callable[[], Values]) -> Values:
        before, self._given = self._given, given
        try:
            return work()
        finally:
            self._given = before

    def member(self, value: Value, slot: Slot) -> Values:
        """Return what a field of an object with a generic type holds; nothing where it has none."""
        if slot[0] != BINDING:
            return EMPTY
        view = self._world.view(slot[1])
        binding = view.scopes[slot[2]].bindings[slot[3]]
        self._world.ask(view, binding.name)
        if binding.annotation is None:
            return EMPTY
        given = dict(self._stand_for(value, view, slot[2]))
        return self._with(
            given,
            lambda: self._world.annotations.instances(
                binding.annotation, view, view.type_scope(slot[2]), binding.position
            ),
        )

    def result(self, function: Value, receiver: Value) -> Values:
        """Return what a method of an object with a generic type gives, as it is written."""
        view = self._world.view(function[1])
        return self._world.solver.solve(
            ("ta", function[1], function[2], receiver),
            lambda: self._result(view, function[2], receiver),
            view.answers,
            view.mark,
        )

    def _result(self, view: FileView, index: int, receiver: Value) -> Values:
        definition = view.definitions[index]
        self._world.ask(view, definition.name)
        if definition.returns is None:
            return EMPTY
        around = view.scopes[definition.scope]
        block = definition.scope if around.kind == "class" else around.parent
        given = dict(self._stand_for(receiver, view, block))
        found = self._with(given, lambda: self._world.calls.returns(view, definition))
        return _put_back(found, receiver)

    def _stand_for(
        self, value: Value, view: FileView, block: int
    ) -> Iterator[tuple[Parameter, Values]]:
        """Return what the type parameters that a class or a block for it binds stand for."""
        own = self._world.view(value[1]).definitions[value[2]]
        if view.path == value[1] and block == own.body:
            yield from zip(self._parameters_of(view, block), value[3], strict=False)
            return
        for extension in view.extensions_at(block):
            written = extension.type
            if not isinstance(written, (tuple, list)):
                continue
            written = written[1] if written[0] == "&" else written
            if isinstance(written, (tuple, list)) and written[0] == "<>":
                for name, one in zip(written[2], value[3], strict=False):
                    if isinstance(name, str):
                        yield (view.path, view.code_scope(block), name), one


def _shallow(values: Values, depth: int) -> Values:
    """Return values whose types are given others no deeper."""
    found: set[Value] = set()
    for value in values:
        if value[0] == INSTANCE and len(value) > 3:
            given = tuple(_shallow(one, depth - 1) for one in value[3]) if depth > 0 else ()
            found.add((*value[:3], given) if any(given) else value[:3])
        elif value[0] == GENERIC:
            found.add((*value[:2], *(_shallow(part, depth - 1) for part in value[2:])))
        else:
            found.add(value)
    return frozenset(found)


def _put_back(values: Values, receiver: Value) -> Values:
    """Return values in which the receiver's own type is given what the receiver's is."""
    plain = receiver[:3]
    found: set[Value] = set()
    for value in values:
        if value == plain:
            found.add(receiver)
        elif value[0] == GENERIC:
            found.add((*value[:2], *(_put_back(part, receiver) for part in value[2:])))
        else:
            found.add(value)
    return frozenset(found)
