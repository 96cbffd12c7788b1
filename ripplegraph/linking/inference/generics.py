"""Type parameters filled in, where a member of a generic type is used or a function called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ripplegraph.graph.expressions import GENERICS, Builtin, DefinitionAt, Expr, Item
from ripplegraph.graph.facts import STATIC, Call, Declaration, Param
from ripplegraph.linking.analysis import Analysis, Caller, ClassKey
from ripplegraph.linking.files.type_parameters import give, mentions
from ripplegraph.linking.inference.call_flow import arguments_for
from ripplegraph.linking.inference.type_inference import TypeInference
from ripplegraph.linking.inference.written_types import given_types
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, SetSlot, Slot
from ripplegraph.linking.values.value import (
    ADDED_TO,
    EMPTY,
    Bound,
    Called,
    Class,
    Instance,
    Value,
    Values,
)
from ripplegraph.linking.values.value_sets import give_types, join, one

Known = list[tuple[str, Values]]
"""What type parameters stand for, by the names that they have in a place."""


class Generics:
    """Fills in type parameters: of classes by their objects, of functions by what they get."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._inference = TypeInference(analysis, self.given)

    # Members ----------------------------------------------------------------------------------

    def result(self, function: Called, receiver: Value | None, caller: Caller | None) -> Values:
        """Return what a function gives whose written result names type parameters that are known;
        nothing for any other."""
        written = self._analysis.views[function.path].definitions[function.definition].returns
        if written is None or type(written) is Builtin:
            return EMPTY
        view = self._analysis.view(function.path)
        self._analysis.ask_definition(view, function.definition)
        definition = view.definitions[function.definition]
        known = self._known(definition.returns, view, definition, receiver, caller)
        return self._fill(definition.returns, function, -1, known)

    def parameter(self, function: Called, call: Call, at: int, caller: Caller | None) -> Values:
        """Return what a function takes as the argument `at` of a call, as `result` does."""
        view = self._analysis.view(function.path)
        self._analysis.ask_definition(view, function.definition)
        params = view.definitions[function.definition].params
        has_rest = bool(params) and params[-1].kind == "*"
        if not params or (len(call.args) > len(params) and not has_rest):
            return EMPTY
        place = view.semantics.place_of(at, len(call.args), len(params), is_function=True)
        found = self.taken(function, place, caller)
        return self._analysis.containers.elements(found) if params[place].kind == "*" else found

    def taken(self, function: Called, at: int, caller: Caller | None = None) -> Values:
        """Return what a function takes as its parameter `at`."""
        view = self._analysis.view(function.path)
        self._analysis.ask_definition(view, function.definition)
        definition = view.definitions[function.definition]
        receiver = function.receiver if type(function) is Bound else None
        written = definition.params[at].annotation
        known = self._known(written, view, definition, receiver, caller, with_functions=False)
        return self._fill(written, function, at, known)

    def _known(
        self,
        written: Expr,
        view: FileView,
        definition: Declaration,
        receiver: Value | None,
        caller: Caller | None,
        *,
        with_functions: bool = True,
    ) -> Known:
        """Return what is known of the type parameters that a type names of a function."""
        known: Known = []
        if not definition.flags & STATIC:
            known += self._of_class(written, view, definition.scope, definition, receiver, caller)
        if caller is not None:
            known += self._of_call(written, view, definition, receiver, caller, with_functions)
        return known

    def _fill(self, written: Expr, function: Called, part: int, known: Known) -> Values:
        """Return what a type is that a function is written with, for its parameter or result."""
        if not any(values for _, values in known):
            return EMPTY
        view = self._analysis.view(function.path)
        definition = view.definitions[function.definition]
        scope = view.semantics.signature_scope(definition)
        given = give(known, view, scope)
        end = view.scopes[scope].end
        return self._analysis.solver.solve(
            ("gw", function.path, function.definition, part, given),
            lambda: self._analysis.annotations.instances(written, view, scope, end, given),
            view.answers,
            view.mark,
        )

    def member(self, slot: Slot, receiver: Value) -> Values:
        """Return what a field of an object holds whose type names parameters of its class."""
        if type(slot) is SetSlot:
            return self._set_member(slot, receiver)
        if type(slot) is not BindingSlot:
            return EMPTY
        view = self._analysis.views[slot.path]
        binding = view.scopes[slot.scope].bindings[slot.index]
        if binding.kind != ":" or binding.annotation is None:
            return EMPTY
        known = self._of_class(binding.annotation, view, slot.scope, None, receiver)
        if not any(values for _, values in known):
            return EMPTY
        self._analysis.ask(view, binding.name)
        scope = view.given_scope(view.type_scope(slot.scope), binding.position)
        given = give(known, view, scope)
        return self._analysis.annotations.instances(
            binding.annotation, view, scope, binding.position, given
        )

    def _set_member(self, slot: SetSlot, receiver: Value) -> Values:
        """Return what an attribute holds that a method sets with a type."""
        view = self._analysis.views[slot.path]
        item = view.facts.attributes[slot.index]
        method = view.scopes[item.scope].definition
        if item.annotation is None or method < 0:
            return EMPTY
        known = self._of_class(
            item.annotation, view, view.definitions[method].scope, None, receiver
        )
        given = give(known, view, item.scope)
        if not given:
            return EMPTY
        return self._analysis.annotations.instances(
            item.annotation, view, item.scope, item.position, given
        )

    def inherited(self, slot: Slot, view: FileView, scope: int) -> Values:
        """Return what a field holds that code inside a class below names by its plain name."""
        if type(slot) is not BindingSlot:
            return EMPTY
        home = self._analysis.views[slot.path]
        around = home.scopes[slot.scope]
        if around.kind != "class" or around.bindings[slot.index].kind != ":":
            return EMPTY
        key = (slot.path, around.definition)
        receiver = self._around((view, scope), key)
        return EMPTY if receiver is None else self.member(slot, receiver)

    # Classes ----------------------------------------------------------------------------------

    def _of_class(
        self,
        written: Expr,
        view: FileView,
        scope: int,
        method: Declaration | None,
        receiver: Value | None,
        caller: Caller | None = None,
    ) -> Known:
        """Return what the type parameters of a class are that the type of a member names."""
        if receiver is None and caller is None:
            return []
        found = view.semantics.owner_of(view, scope, method)
        if found is None:
            return []
        owner, names = found
        if not mentions(written, names):
            return []
        if receiver is None and caller is not None:
            receiver = self._around((caller[0], caller[0].sites[caller[1]].scope), owner)
        return list(zip(names, self.given(receiver, owner), strict=False))

    def _around(self, place: tuple[FileView, int], owner: ClassKey) -> Value | None:
        """Return the object around a place that a member belongs to of a class above its own."""
        view, scope = place
        for own in _classes_around(view, scope):
            if (view.path, own) == owner:
                return None
            if Class(*owner) in self._analysis.classes.order(view.path, own):
                return Instance(view.path, own)
        return None

    def given(self, receiver: Value | None, owner: ClassKey) -> tuple[Values, ...]:
        """Return what the type parameters of a class are for an object of a class below it."""
        if type(receiver) is not Instance and type(receiver) is not Class:
            return ()
        if receiver == ADDED_TO or self._is_of((receiver.path, receiver.definition), owner):
            return receiver.arguments
        own = Instance(receiver.path, receiver.definition, receiver.arguments)
        found = [v.arguments for v in self._seen_as(own, owner) if type(v) is Instance]
        if len(found) < 2:
            return found[0] if found else ()
        return tuple(join(inner) for inner in zip(*found, strict=False))

    def _is_of(self, key: ClassKey, owner: ClassKey) -> bool:
        """Whether two keys are of one class, or of parts of one."""
        if key == owner:
            return True
        view = self._analysis.view(key[0])
        return owner in view.semantics.find_parts(view, key[1])

    def _seen_as(self, value: Instance, owner: ClassKey) -> Values:
        """Return an object as one of a class above its own, with what that is given."""
        if self._is_of((value.path, value.definition), owner):
            return frozenset({value}) if value.arguments else EMPTY
        view = self._analysis.view(value.path)
        return self._analysis.solver.solve(
            ("ga", value, owner),
            lambda: self._seen_from_below(value, owner),
            view.answers,
            view.mark,
        )

    def _seen_from_below(self, value: Instance, owner: ClassKey) -> Values:
        for base in self._bases(value):
            if Class(*owner) in self._analysis.classes.order(base.path, base.definition):
                return self._seen_as(base, owner)
        return EMPTY

    def _bases(self, value: Instance) -> Iterator[Instance]:
        """Yield the classes above an object's as types of it."""
        analysis = self._analysis
        own = analysis.view(value.path)
        names = own.semantics.type_parameters(own, own.definitions[value.definition])
        known = list(zip(names, value.arguments, strict=False))
        parts = own.semantics.find_parts(own, value.definition)
        for path, index in ((value.path, value.definition), *parts):
            view = analysis.view(path)
            analysis.ask_definition(view, index)
            definition = view.definitions[index]
            for expression in (*definition.bases, *definition.implements):
                yield from self._base(expression, view, definition, known)

    def _base(
        self, expression: Expr, view: FileView, definition: Declaration, known: Known
    ) -> Iterator[Instance]:
        analysis = self._analysis
        bases = analysis.classes.base_values(expression, view, definition)
        found = [value for value in analysis.in_order(bases) if type(value) is Class]
        if not found or not isinstance(expression, GENERICS):
            yield from (Instance(value.path, value.definition) for value in found)
            return
        scope = view.header_scope(definition)
        given = give(known, view, scope)
        end = view.scopes[scope].end
        made = analysis.annotations.instances(expression, view, scope, end, given)
        yield from (value for value in analysis.in_order(made) if type(value) is Instance)

    # Calls ------------------------------------------------------------------------------------

    def made(self, value: Class, caller: Caller | None) -> Values:
        """Return what calling a class makes, with what its type parameters are given."""
        own = Instance(value.path, value.definition, value.arguments)
        if value.arguments or caller is None:
            return one(own)
        view = self._analysis.view(value.path)
        self._analysis.ask_definition(view, value.definition)
        if not self.may_have_parameters(value):
            return one(own)
        names = view.semantics.type_parameters(view, view.definitions[value.definition])
        inner = self._written(caller) or self._of_constructor(value, names, caller)
        return give_types(value.path, value.definition, inner[: len(names)])

    def may_have_parameters(self, value: Class) -> bool:
        """Whether a class may be given types, going by how it is written."""
        view = self._analysis.views[value.path]
        definition = view.definitions[value.definition]
        is_generic = any(isinstance(base, GENERICS) for base in definition.bases)
        return is_generic or bool(view.type_parameters(definition))

    def _of_constructor(self, value: Class, names: Sequence[str], caller: Caller) -> list[Values]:
        """Return what type parameters of a class are by what its constructor gets."""
        own = self._analysis.view(value.path)
        if not self._inference.may_infer(caller):
            return []
        made = _find_header_params(own, own.definitions[value.definition])
        if made:
            return [self._inferred(name, own, made, 0, caller, True) for name in names]
        constructors = self._analysis.classes.constructors(value.path, value.definition)
        if len(constructors) != 1:
            return []
        path, index = constructors[0]
        view = self._analysis.view(path)
        self._analysis.ask_definition(view, index)
        definition = view.definitions[index]
        found = view.semantics.owner_of(view, definition.scope)
        if found is None or found[0] != (value.path, value.definition):
            return []
        offset = 0 if view.semantics.receiver else 1
        return [
            self._inferred(name, view, definition.params, offset, caller, True) for name in names
        ]

    def _written(self, caller: Caller) -> list[Values]:
        """Return the types that a call writes behind the name that it calls."""
        view, call = caller[0], caller[0].calls[caller[1]]
        written = given_types(call)
        if not written and type(call.callee) is Item:
            written = self._analysis.annotations.subscripts(call.callee, view)
        instances = self._analysis.annotations.instances
        found = [instances(part, view, call.scope, call.position) for part in written]
        return found if any(found) else []

    def _of_call(
        self,
        written: Expr,
        view: FileView,
        definition: Declaration,
        receiver: Value | None,
        caller: Caller,
        with_functions: bool,
    ) -> Known:
        """Return what the type parameters of a function are that a type names."""
        names = view.semantics.type_parameters(view, definition)
        if not mentions(written, names):
            return []
        known = list(zip(names, self._written(caller), strict=False))
        if known:
            return known
        is_method = receiver is not None and not view.semantics.receiver
        offset = int(receiver == ADDED_TO or is_method)
        params = definition.params
        return [
            (name, self._inferred(name, view, params, offset, caller, with_functions))
            for name in names
            if mentions(written, (name,))
        ]

    def _inferred(
        self,
        name: str,
        view: FileView,
        params: Sequence[Param],
        offset: int,
        caller: Caller,
        with_functions: bool,
    ) -> Values:
        """Return what a type parameter is, by what a call site passes behind its own object."""
        call = caller[0].calls[caller[1]]
        for at, param in enumerate(params):
            if not mentions(param.annotation, (name,)):
                continue
            arguments = arguments_for(call, param, at - offset)
            if at < offset and view.semantics.receiver:
                arguments = self._inference.receiver_of(call)
            for argument in arguments:
                if not with_functions and _is_function(argument):
                    continue
                found = self._inference.match(name, param.annotation, view, argument, caller)
                if found:
                    return found
        return EMPTY


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


def _find_header_params(view: FileView, definition: Declaration) -> Sequence[Param]:
    """Return the parameters of a constructor that stand behind the name of a class.

    A block around its members binds them, behind the type parameters.
    """
    around = view.scopes[view.header_scope(definition)]
    if around.kind != "block":
        return ()
    bound = [binding for binding in around.bindings if binding.kind == ":"]
    return [Param(binding.name, "", binding.annotation) for binding in bound]
