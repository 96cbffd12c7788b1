"""Calls: what is called, and what a call gives back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ripplegraph.graph.expressions import Attribute, Expr, GenericType
from ripplegraph.graph.facts import (
    ADDED,
    ANONYMOUS,
    ASYNC,
    CONTEXT_MANAGER,
    FIXTURE,
    GENERATOR,
    NEW,
    OVERLOAD,
    Declaration,
)
from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.indexing.linking.boxes import DEREF, Boxes
from ripplegraph.indexing.linking.extension_functions import ExtensionFunctions
from ripplegraph.indexing.linking.flows import arguments_for
from ripplegraph.indexing.linking.models import find_container_method
from ripplegraph.indexing.linking.outside import Caller, Outside
from ripplegraph.indexing.linking.streams import Streams
from ripplegraph.indexing.linking.traits import Traits
from ripplegraph.indexing.linking.type_parameters import Given
from ripplegraph.indexing.linking.value_sets import generic, join, one
from ripplegraph.indexing.linking.values import (
    ADDED_TO,
    ANYTHING,
    EMPTY,
    SELF,
    UNKNOWN,
    Bound,
    Class,
    Container,
    ContainerMethod,
    DisplayValue,
    External,
    Function,
    Instance,
    Module,
    Number,
    Parameter,
    Result,
    Super,
    Text,
    Typed,
    TypedFunction,
    Value,
    Values,
)
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World


_OWN = frozenset({Bound, Class, Function, Instance})
OUTSIDE_KINDS = frozenset(
    {External, Result, Text, Number, DisplayValue, Container, ContainerMethod}
)
"""Values that are of no file of the project."""


class Calls:
    """Applies functions, classes and known outside functions to arguments."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._outside = Outside(world)
        self.boxes = Boxes(world)
        self._extensions = ExtensionFunctions(world)
        self.streams = Streams(world)
        self._traits = Traits(world)

    def callees(self, view: FileView, call: CallSite) -> Values:
        """Return what a call site may call, parameters filled in."""
        return self.called(self.callee_values(view, call))

    def callee_values(self, view: FileView, call: CallSite) -> Values:
        """Return what stands where something is called; what is made is a type."""
        world, callee = self._world, call.callee
        if call.flags & NEW and view.rules.declared_types and isinstance(callee, str):
            return world.chain_values(callee, view, call.scope, call.position, as_type=True)
        return world.evaluate(callee, view, call.scope, call.position)

    def called_by(self, view: FileView, index: int) -> Values:
        """Return what a call site calls, overloads that are not meant left out."""
        call = view.sites[index]
        known = view.find_called(call, index)
        if known is not None:
            self._world.solver.read.add(known[1])
            return known[0]
        called = self.callees(view, call)
        if view.rules.extensions_by_path:
            called = self.extended(view, index, called) or called
        called = self.with_extensions(view, index, called)
        return self._world.overloads_of(view).choose(view, index, called)

    def extended(self, view: FileView, index: int, called: Values) -> Values:
        """Return the method that an object from outside has from the project, if a call that leads
        outside means one."""
        call = view.sites[index]
        name = _member_name(call.callee)
        if not name or not _is_outside(called):
            return EMPTY
        own = receiver_of(call.callee)
        receiver = self._world.evaluate(own, view, call.scope, call.position)
        return (
            self._traits.by_path(view, index, receiver, name)
            or self._traits.of_types(view, receiver, name)
            or self._traits.find(view, name)
        )

    def with_extensions(self, view: FileView, index: int, called: Values) -> Values:
        """Return what a call site calls: where that is nothing of the project, a function in scope
        that is called like a member."""
        if not view.rules.extension_functions:
            return called
        call = view.sites[index]
        if view.rules.declared_types:
            return self._with_declared(view, index, call, called)
        if view.rules.type_method:
            if call.flags & NEW:
                return frozenset(v for v in called if type(v) is Class) or called
            called = self._with_makers(called, view.rules.type_method)
        if any(type(v) in _OWN for v in called):
            # What has an object, even one that is not written, comes before what needs none.
            is_free = view.rules.receivers_in_scope and all(map(self._is_free, called))
            if not is_free or not isinstance(call.callee, str) or "." in call.callee:
                return called
        found = self._extensions.find(view, call) or called
        return found or self._extensions.find_common(view, call)

    def _with_makers(self, called: Values, name: str) -> Values:
        """Return what is called, for a type the function that it has for that."""
        if any(type(v) is Function for v in called):
            # A function and a type may share a name; without `new` the function is called.
            called = frozenset(v for v in called if type(v) is not Class)
        made: list[Values] = []
        for value in called:
            found = self._world.attribute(value, name) if type(value) is Class else EMPTY
            functions = frozenset(v for v in found if type(v) is Function)
            made.append(functions or frozenset({value}))
        return called if all(len(v) == 1 and v <= called for v in made) else join(made)

    def _is_free(self, value: Value) -> bool:
        """Whether a value is a function of a package."""
        return (
            type(value) is Function
            and self._world.views[value.path].definitions[value.definition].scope == 0
        )

    def _with_declared(self, view: FileView, index: int, call: CallSite, called: Values) -> Values:
        """The same where the types of all that is passed are declared."""
        name = _member_name(call.callee)
        if not name or any(type(v) in _OWN for v in called):
            return called
        slots = self._world.names.slots(view, call.scope, f"{ADDED}{name}", call.position)
        found = join(self._world.slot_values(slot) for slot in slots)
        own = frozenset(v for v in found if type(v) is Function)
        if not own:
            return called
        added = frozenset(Bound(v.path, v.definition, ADDED_TO) for v in own)
        return self._world.typed_overloads_of(view).find_extensions(view, index, added) or called

    def called(self, values: Values) -> Values:
        """Return what calling these values calls: parameters filled in, `super` the class above."""
        values = self._world.expand(values)
        for value in values:
            if type(value) is Super:
                break
        else:
            return values
        parents = self._world.classes.parents
        return join(
            parents(v.path, v.definition) if type(v) is Super else frozenset({v}) for v in values
        )

    def result(self, view: FileView, index: int) -> Values:
        """Return what a call site may give."""
        key = ("c", view.path, index)
        solver = self._world.solver
        found: tuple[Values, int] | None = view.answers.get(key)
        if found is not None:
            solver.read.add(found[1])
            return found[0]
        call = view.sites[index]
        known = view.find_called(call, index)
        if known is not None and call.callee != "super":
            made = self._made(known[0], call)
            if made is not None:
                mark = solver.marks.join((view.mark, known[1]))
                view.answers[key] = made, mark
                solver.read.add(mark)
                return made
        return solver.solve(key, lambda: self._result(view, index), view.answers, view.mark)

    def _made(self, called: Values, call: CallSite) -> Values | None:
        """Return what a call gives, where no more than what is called decides it."""
        if len(called) != 1:
            return None
        (value,) = called
        if type(value) is Class:
            return one(Instance(value.path, value.definition))
        if type(value) is External or type(value) is Result:
            return self._outside.plain_result(value.name, call, is_method=type(value) is Result)
        return None

    def _result(self, view: FileView, index: int) -> Values:
        call = view.sites[index]
        if call.callee == "super":
            return self._world.receivers.parent_of_call(view, call)
        called = self.called_by(view, index)
        if len(called) == 1:
            return self.apply(next(iter(called)), (view, index))
        return join(self.apply(value, (view, index)) for value in called)

    def apply(self, value: Value, caller: Caller | None) -> Values:  # noqa: C901 - one branch for each form
        """Return what calling a value gives."""
        if type(value) is Class:
            return one(Instance(value.path, value.definition))
        if type(value) is Function:
            if caller is not None and caller[0].sites[caller[1]].flags & NEW:
                return one(Instance(value.path, value.definition))
            return self.function_result(value, None, caller)
        if type(value) is Bound:
            return self.function_result(
                Function(value.path, value.definition), value.receiver, caller
            )
        if type(value) is External:
            return self._outside.function(value.name, caller)
        if type(value) is Result:
            return self._outside.method(value.name, caller)
        if type(value) is Instance:
            inner = self._world.classes.foundation(value)
            if inner:
                return join(self.apply(v, caller) for v in inner)
            name = self._world.call_name(value)
            return self.method_result(value, name, caller) if name else frozenset({value})
        if type(value) is ContainerMethod:
            if caller is not None and caller[0].rules.boxes:
                return self.boxes.method(value, caller)
            found = self.streams.method(value, caller) if caller is not None else EMPTY
            return found or self._container_method(value, caller)
        if type(value) is Container and value.kind == "call":
            return value.values
        if type(value) is TypedFunction:
            view, scope, form = self._world.form(value)
            return self._world.annotations.instances(
                form.result, view, scope, view.scopes[scope].end
            )
        if type(value) is Module:
            whole = self._world.modules.export_values(value.path, "=")
            return join(self.apply(v, caller) for v in whole)
        return UNKNOWN if value == ANYTHING else EMPTY

    def method_result(self, value: Value, name: str, caller: Caller | None = None) -> Values:
        """Return what calling a method of an instance gives."""
        found = self._world.attribute(value, name)
        return join(self.apply(method, caller) for method in found)

    def operator_result(self, value: Value, name: str) -> Values:
        """Return what an operator gives that stands for a method.

        Outside the project that is what it is applied to.
        """
        if type(value) is Instance:
            found = self.method_result(value, name)
            return found if found or name != DEREF else frozenset({value})
        return frozenset({value}) if type(value) is Result else EMPTY

    def function_result(
        self, function: Function, receiver: Typed | None, caller: Caller | None = None
    ) -> Values:
        """Return what calling a function of the project gives, for this call site's arguments."""
        summary = EMPTY
        if self._world.views[function.path].rules.generic_types:
            found = self._world.generics.result(function, receiver, caller)
            if found:
                return found
        elif receiver is not None and receiver.arguments:
            summary = self._world.type_arguments.result(function, _as_instance(receiver))
        summary = summary or self.summary(function.path, function.definition)
        for value in summary:
            if _is_open(value):
                break
        else:
            return summary
        return join(self._filled(value, function, receiver, caller) for value in summary)

    def _filled(
        self, value: Value, function: Function, receiver: Typed | None, caller: Caller | None
    ) -> Values:
        if value == SELF:
            return EMPTY if receiver is None else one(_as_instance(receiver))
        if type(value) is Container:
            inner, more = (
                # Without a call site, what is passed stays open.
                join(
                    self._filled(v, function, receiver, caller)
                    if caller is not None or v == SELF
                    else frozenset({v})
                    for v in values
                )
                for values in (value.values, value.more)
            )
            return one(Container(value.kind, inner, more)) if inner or more else EMPTY
        if type(value) is not Parameter:
            return frozenset({value})
        if (value.path, value.definition) != (function.path, function.definition):
            return frozenset({value})
        definition = self._world.view(function.path).definitions[function.definition]
        if definition.flags & FIXTURE and caller is None:
            return self._world.flows.passed(value)
        if caller is None:
            return EMPTY
        view, index = caller
        call = view.calls[index]
        keyword = self._world.view(function.path).rules.receiver
        offset = 0 if receiver is None or (keyword and receiver != ADDED_TO) else 1
        param = definition.params[value.index]
        if receiver == ADDED_TO and value.index == 0:
            own = receiver_of(call.callee)
            return self._world.evaluate(own, view, call.scope, call.position)
        found = [
            self._world.evaluate(argument, view, call.scope, call.position)
            for argument in arguments_for(call, param, value.index - offset)
        ]
        return join(found) if found else self._world.flows.default(value)

    def summary(self, path: str, index: int) -> Values:
        """Return what a function gives in general; each call fills in what is open."""
        view = self._world.view(path)
        self._world.ask(view, view.definitions[index].name)
        return self._world.solver.solve(
            ("r", path, index), lambda: self._summary(path, index), view.answers, view.mark
        )

    @staticmethod
    def _variants(view: FileView, index: int) -> list[int]:
        """Return the overloads that say what an implementation without a result type gives."""
        own = view.definitions[index]
        if own.flags & OVERLOAD or len(view.table(own.scope).get(own.name, ())) < 2:
            return []
        return [
            i
            for i, other in enumerate(view.definitions)
            if other.flags & OVERLOAD and other.name == own.name and other.scope == own.scope
        ]

    def _summary(self, path: str, index: int) -> Values:
        view = self._world.view(path)
        self._world.ask_definition(view, index)
        definition = view.definitions[index]
        variants = self._variants(view, index) if definition.returns is None else []
        if variants:
            return join(self.summary(path, variant) for variant in variants)
        wrap = definition.flags & ASYNC and not definition.flags & GENERATOR
        if definition.returns is not None:
            values = self.returns(view, definition)
            if self._gives_receiver(view, definition):
                values = frozenset({SELF})
            wrap = wrap and not view.rules.async_returns_promise
            if values:
                if definition.flags & CONTEXT_MANAGER:
                    return generic("context", self._world.containers.elements(values))
                return generic("await", values) if wrap else values
        if definition.flags & GENERATOR:
            return self._yielded(view, definition)
        values = join(self._returned(view, definition, e) for e in definition.results)
        return generic("await", values) if wrap else values

    def _gives_receiver(self, view: FileView, definition: Declaration) -> bool:
        """Whether the result has the type variable of the receiver: `def f(self: T) -> T`."""
        if not definition.params or view.scopes[definition.scope].kind != "class":
            return False
        written = definition.params[0].annotation
        if type(written) is GenericType and len(written.arguments) == 1:
            written = written.arguments[0]
        return (
            isinstance(written, str)
            and written == definition.returns
            and self._world.annotations.is_variable(written, view, definition.scope)
        )

    def returns(self, view: FileView, definition: Declaration, given: Given = ()) -> Values:
        """Return what the written result type says."""
        in_body = view.rules.types_in_body and definition.body >= 0
        scope = definition.body if in_body else definition.scope
        return self._world.annotations.instances(
            definition.returns, view, scope, view.scopes[scope].end, given
        )

    def _yielded(self, view: FileView, definition: Declaration) -> Values:
        values = join(self._returned(view, definition, e) for e in definition.yields)
        # A fixture's value is what it yields, a context manager's what it yields inside `with`.
        if definition.entry == "fixture":
            return values
        is_context = definition.flags & CONTEXT_MANAGER
        return generic("context" if is_context else "iter", values)

    def _returned(self, view: FileView, definition: Declaration, expression: Expr) -> Values:
        own = view.rules.receiver or (definition.params[0].name if definition.params else "")
        is_method = view.scopes[definition.scope].kind == "class"
        if is_method and own and expression == own:
            return frozenset({SELF})
        scope = definition.body
        return self._world.evaluate(expression, view, scope, view.scopes[scope].end)

    def _mapped(self, caller: Caller) -> Values:
        """Return a list of what the function gives that a call passes."""
        view, call = caller[0], caller[0].calls[caller[1]]
        last = call.args[-1] if call.args else None
        given = self._world.evaluate(last, view, call.scope, call.position)
        made = [self.function_result(v, None) for v in given if type(v) is Function]
        return generic("iter", join(made))

    def _container_method(self, value: ContainerMethod, caller: Caller | None = None) -> Values:
        container, name = value.container, value.name
        kind, values, more = container.kind, container.values, container.more
        what = find_container_method(name) if kind != "taken" else ""
        if what == "element":
            return values
        if what == "values":
            return generic("iter", values)
        if what == "keys":
            return generic("iter", more)
        if what == "key":
            return more
        if what == "items":
            return generic("iter", one(Container("pairs", values, more)))
        if what == "same":
            return frozenset({container})
        if what == "mapped" and caller is not None:
            return self._mapped(caller)
        if what == "then" and kind == "await":
            return frozenset({container})
        return EMPTY

    def is_anonymous(self, path: str, index: int) -> bool:
        """Whether a function has no name of its own."""
        return bool(self._world.view(path).definitions[index].flags & ANONYMOUS)


def _member_name(callee: Expr) -> str:
    """Return the name of the member that is called, or "" where it is none."""
    if isinstance(callee, str):
        return callee.rpartition(".")[2] if "." in callee else ""
    return callee.name if type(callee) is Attribute else ""


def receiver_of(callee: Expr) -> Expr:
    """Return what the member is taken of that is called."""
    if isinstance(callee, str):
        return callee.rpartition(".")[0] or None
    return callee.base if type(callee) is Attribute else None


def _as_instance(receiver: Typed) -> Instance:
    return Instance(receiver.path, receiver.definition, receiver.arguments)


def _is_outside(called: Values) -> bool:
    """Whether what is called lies outside the project, all of it."""
    known = _OWN | OUTSIDE_KINDS
    outside = {type(value) in OUTSIDE_KINDS for value in called if type(value) in known}
    return outside == {True}


def _is_open(value: Value) -> bool:
    """Whether a call site has to fill something in: the receiver, or what it passes."""
    if type(value) is Container:
        return any(type(v) is Parameter or v == SELF for v in value.values | value.more)
    return type(value) is Parameter or value == SELF
