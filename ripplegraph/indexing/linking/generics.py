"""What type parameters stand for where a member of a generic type is used, or a function called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ripplegraph.graph.expressions import (
    GENERICS,
    DeclaredGeneric,
    DefinitionAt,
    Expr,
    Generic,
    GenericType,
)
from ripplegraph.graph.facts import STATIC, Call, Declaration
from ripplegraph.indexing.linking.class_index import ClassKey
from ripplegraph.indexing.linking.flows import arguments_for
from ripplegraph.indexing.linking.outside import Caller
from ripplegraph.indexing.linking.slots import BindingSlot, Slot
from ripplegraph.indexing.linking.type_parameters import (
    class_parameters,
    function_parameters,
    mentions,
    substitute,
)
from ripplegraph.indexing.linking.value_sets import join
from ripplegraph.indexing.linking.values import (
    EMPTY,
    Bound,
    Called,
    Class,
    Container,
    Function,
    Instance,
    Value,
    Values,
)
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World


class Generics:
    """Fills in type parameters: of classes by their objects, of functions by what they get."""

    def __init__(self, world: World) -> None:
        self._world = world

    def result(self, function: Called, receiver: Value | None, caller: Caller | None) -> Values:
        """Return what a function gives whose written result names type parameters that are known;
        nothing for any other."""
        view = self._world.view(function.path)
        self._world.ask_definition(view, function.definition)
        definition = view.definitions[function.definition]
        return self._filled(definition.returns, view, definition, receiver, caller)

    def parameter(self, function: Called, call: Call, at: int, caller: Caller | None) -> Values:
        """Return what a function takes as the argument `at` of a call, as `result` does."""
        view = self._world.view(function.path)
        self._world.ask_definition(view, function.definition)
        params = view.definitions[function.definition].params
        has_rest = bool(params) and params[-1].kind == "*"
        if not params or (len(call.args) > len(params) and not has_rest):
            return EMPTY
        return self.taken(function, min(at, len(params) - 1), caller)

    def taken(self, function: Called, at: int, caller: Caller | None = None) -> Values:
        """Return what a function takes as its parameter `at`."""
        view = self._world.view(function.path)
        self._world.ask_definition(view, function.definition)
        definition = view.definitions[function.definition]
        receiver = function.receiver if type(function) is Bound else None
        written = definition.params[at].annotation
        return self._filled(written, view, definition, receiver, caller, with_functions=False)

    def _filled(
        self,
        written: Expr,
        view: FileView,
        definition: Declaration,
        receiver: Value | None,
        caller: Caller | None,
        *,
        with_functions: bool = True,
    ) -> Values:
        if written is None or not view.rules.generic_types:
            return EMPTY
        around = view.scopes[definition.scope]
        owner = around.definition if around.kind == "class" else -1
        of_class = class_parameters(view, view.definitions[owner]) if owner >= 0 else ()
        of_function = function_parameters(view, definition)
        known: dict[str, Values] = {}
        if mentions(written, of_class) and not definition.flags & STATIC:
            if receiver is None and caller is not None:
                receiver = self._around(caller, (view.path, owner))
            known.update(zip(of_class, self._given(receiver, (view.path, owner)), strict=False))
        if of_function and caller is not None and mentions(written, of_function):
            for name in of_function:
                if mentions(written, (name,)):
                    inferred = self._inferred(name, view, definition, caller, with_functions)
                    known[name] = inferred
        known = {name: values for name, values in known.items() if values}
        if not known:
            return EMPTY
        scope = definition.body if definition.body >= 0 else definition.scope
        return self._world.annotations.instances(
            substitute(written, known), view, scope, view.scopes[scope].end
        )

    def member(self, slot: Slot, receiver: Value) -> Values:
        """Return what a field of an object holds whose type names parameters of its class."""
        if type(slot) is not BindingSlot or not self._world.views[slot.path].rules.generic_types:
            return EMPTY
        view = self._world.view(slot.path)
        scope = view.scopes[slot.scope]
        binding = scope.bindings[slot.index]
        if binding.kind != ":" or scope.kind != "class":
            return EMPTY
        self._world.ask(view, binding.name)
        self._world.ask_definition(view, scope.definition)
        names = class_parameters(view, view.definitions[scope.definition])
        if not mentions(binding.annotation, names):
            return EMPTY
        given = self._given(receiver, (view.path, scope.definition))
        known = {name: values for name, values in zip(names, given, strict=False) if values}
        if not known:
            return EMPTY
        written = substitute(binding.annotation, known)
        return self._world.annotations.instances(written, view, slot.scope, scope.end)

    def inherited(self, slot: Slot, view: FileView, scope: int) -> Values:
        """Return what a field holds that code inside a class below names by its plain name."""
        if type(slot) is not BindingSlot or not view.rules.generic_types:
            return EMPTY
        home = self._world.view(slot.path)
        around = home.scopes[slot.scope]
        if around.kind != "class" or home.scopes[slot.scope].bindings[slot.index].kind != ":":
            return EMPTY
        key = (slot.path, around.definition)
        for own in _classes_around(view, scope):
            if (view.path, own) == key:
                return EMPTY
            if Class(*key) in self._world.classes.order(view.path, own):
                return self.member(slot, Instance(view.path, own))
        return EMPTY

    def _around(self, caller: Caller, owner: ClassKey) -> Value | None:
        """Return the object that a method belongs to which is called by its plain name."""
        view, index = caller
        for own in _classes_around(view, view.sites[index].scope):
            if Class(*owner) in self._world.classes.order(view.path, own):
                return Instance(view.path, own)
        return None

    # Classes ----------------------------------------------------------------------------------

    def _given(self, receiver: Value | None, owner: ClassKey) -> tuple[Values, ...]:
        """Return what the type parameters of a class are for an object of a class below it."""
        if receiver is None or type(receiver) is not Instance:
            return ()
        if (receiver.path, receiver.definition) == owner:
            return receiver.arguments
        seen = self._seen_as(receiver, owner)
        found = [value.arguments for value in seen if type(value) is Instance]
        if len(found) < 2:
            return found[0] if found else ()
        return tuple(join(inner) for inner in zip(*found, strict=False))

    def _seen_as(self, value: Instance, owner: ClassKey) -> Values:
        """Return an object as one of a class above its own, with what that is given."""
        if (value.path, value.definition) == owner:
            return frozenset({value}) if value.arguments else EMPTY
        view = self._world.view(value.path)
        return self._world.solver.solve(
            ("ga", value, owner),
            lambda: self._seen_from_below(value, owner),
            view.answers,
            view.mark,
        )

    def _seen_from_below(self, value: Instance, owner: ClassKey) -> Values:
        for base in self._bases(value):
            if Class(*owner) in self._world.classes.order(base.path, base.definition):
                return self._seen_as(base, owner)
        return EMPTY

    def _bases(self, value: Instance) -> Iterator[Instance]:
        """Yield the classes above an object's as types of it."""
        world = self._world
        view = world.view(value.path)
        world.ask_definition(view, value.definition)
        definition = view.definitions[value.definition]
        names = class_parameters(view, definition)
        pairs = zip(names, value.arguments, strict=False)
        known = {name: values for name, values in pairs if values}
        scope = view.scopes[definition.body].parent if definition.body >= 0 else definition.scope
        for expression in (*definition.bases, *definition.implements):
            for base in world.in_order(world.classes.base_values(expression, view, definition)):
                if type(base) is not Class:
                    continue
                if type(expression) is not GenericType:
                    yield Instance(base.path, base.definition)
                    continue
                written = DeclaredGeneric(str(expression.base), expression.arguments)
                made = world.annotations.instances(
                    substitute(written, known), view, scope, view.scopes[scope].end
                )
                typed = (value for value in world.in_order(made) if type(value) is Instance)
                yield next(typed, Instance(base.path, base.definition))

    # Functions --------------------------------------------------------------------------------

    def _inferred(
        self,
        name: str,
        view: FileView,
        definition: Declaration,
        caller: Caller,
        with_functions: bool,
    ) -> Values:
        """Return what a type parameter of a function is, by what a call site passes."""
        other, index = caller
        call = other.calls[index]
        for at, param in enumerate(definition.params):
            if not mentions(param.annotation, (name,)):
                continue
            for argument in arguments_for(call, param, at):
                if not with_functions and _is_function(argument):
                    continue
                found = self._matched(name, param.annotation, view, argument, other, call)
                if found:
                    return found
        return EMPTY

    def _matched(
        self,
        name: str,
        written: Expr,
        view: FileView,
        argument: Expr,
        other: FileView,
        call: Call,
    ) -> Values:
        world = self._world
        values = world.expand(world.evaluate(argument, other, call.scope, call.position))
        return join(self._unified(name, written, view, value) for value in values)

    def _unified(self, name: str, written: Expr, view: FileView, value: Value) -> Values:
        """Return what a type parameter is, by a value of a type that is written with it."""
        if written == name:
            return (
                frozenset({value}) if type(value) is Instance or type(value) is Container else EMPTY
            )
        if type(value) is Function:
            return self._given_by(name, written, value)
        if not isinstance(written, GENERICS):
            return EMPTY
        parts = written.arguments
        if type(value) is Container:
            if len(parts) > 1 and value.kind == "map":
                found = [
                    join(self._unified(name, part, view, v) for v in inner)
                    for part, inner in ((parts[0], value.more), (parts[1], value.values))
                    if mentions(part, (name,))
                ]
                return join(found)
            return join(self._unified(name, parts[-1], view, v) for v in value.values)
        if type(value) is not Instance:
            return EMPTY
        found = []
        for base in world_classes(self._world, written, view):
            given = self._given(value, (base.path, base.definition))
            for part, inner in zip(parts, given, strict=False):
                if mentions(part, (name,)):
                    found += [self._unified(name, part, view, v) for v in inner]
        return join(found)

    def _given_by(self, name: str, written: Expr, value: Value) -> Values:
        """Return what a type parameter is that a function gives which is passed along."""
        if not isinstance(written, GENERICS) or written.arguments[-1] != name:
            return EMPTY
        given = self._world.calls.apply(value, None)
        return frozenset(v for v in given if type(v) is Instance or type(v) is Container)


def world_classes(world: World, written: Generic, view: FileView) -> frozenset[Class]:
    """Return the classes of the project that a generic type is one of."""
    values = world.chain_values(str(written.base), view, 0, view.scopes[0].end, as_type=True)
    return frozenset(value for value in values if type(value) is Class)


def _classes_around(view: FileView, scope: int) -> Iterator[int]:
    """Yield the classes around a place, innermost first."""
    while scope >= 0:
        current = view.scopes[scope]
        if current.kind == "class" and current.definition >= 0:
            yield current.definition
        scope = current.parent


def _is_function(argument: Expr) -> bool:
    if isinstance(argument, str):
        return argument.endswith("::")
    return type(argument) is DefinitionAt
