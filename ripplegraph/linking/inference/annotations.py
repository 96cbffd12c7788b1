"""Written types as values: what an annotation says its variable holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ripplegraph.graph.expressions import (
    Borrowed,
    Builtin,
    DeclaredGeneric,
    DisplayAt,
    Either,
    Expr,
    FunctionType,
    GenericType,
    Item,
    ObjectType,
    ProjectGeneric,
    TextLiteral,
    TypeOf,
)
from ripplegraph.graph.facts import Declaration, Scope
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.files.type_parameters import Substitution, find_given, give, mentions
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot
from ripplegraph.linking.values.value import (
    EMPTY,
    SELF,
    Class,
    ContainerKind,
    External,
    Instance,
    Module,
    Result,
    TypedFunction,
    TypedObject,
    Values,
)
from ripplegraph.linking.values.value_sets import (
    DEEPEST,
    declared,
    give_types,
    join,
    one,
    pruned,
)

_FORMS: Final = {"[]": "iter", "map[]": "map", "box[]": "box", "()": "tuple"}
"""What types hold that some languages write with brackets and not with a name."""
_HELD: Final[dict[str, tuple[ContainerKind, int, str]]] = {
    "iter": ("iter", 0, "builtins.list"),
    "box": ("box", 0, "builtins.box"),
    "await": ("await", -1, "builtins.awaitable"),
    "context": ("context", 0, ""),
    "call": ("call", -1, ""),
}
"""The containers that types describe, by what they hold, with the place of what is inside, and
what stands for one of which that is not known."""

_CONTAINED: Final = frozenset({*_HELD, "map", "tuple", "type"})
"""What types hold that is made of what they are given."""


class Annotations:
    """Turns type expressions into the values their variables hold."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def instances(  # noqa: C901 - one branch for each form
        self, expression: Expr, view: FileView, scope: int, position: int, given: Substitution = ()
    ) -> Values:
        """Return what a variable of this type may be, with what type parameters stand for."""
        if expression is None:
            return EMPTY
        if isinstance(expression, str):
            return self._named(expression, view, scope, given)
        if isinstance(expression, int):
            return view.semantics.written_instances(expression, view, scope, position, given)
        if type(expression) is Either:
            options = expression.options
            return join(self.instances(o, view, scope, position, given) for o in options)
        if type(expression) is GenericType:
            base, arguments = expression.base, expression.arguments
            return self._generic(base, arguments, view, scope, position, given)
        if type(expression) is DeclaredGeneric:
            name, arguments = expression.base, expression.arguments
            return self._given(name, arguments, view, scope, position, given)
        if type(expression) is ProjectGeneric:
            return view.semantics.written_instances(expression, view, scope, position, given)
        if type(expression) is Builtin:
            return one(Result(f"builtins.{expression.name}"))
        if type(expression) is Item:
            return self._subscript(expression, view, scope, position, given)
        if type(expression) is FunctionType:
            return self._function(expression, view, scope, given)
        if type(expression) is ObjectType:
            members = [
                (name, self.instances(written, view, scope, position, given))
                for name, written in expression.members
            ]
            return pruned(one(TypedObject(tuple(members))), DEEPEST + 1)
        if type(expression) is TextLiteral:
            is_name = expression.text.replace(".", "").isidentifier()
            return self._named(expression.text, view, scope, given) if is_name else EMPTY
        if type(expression) is Borrowed:
            return self.instances(expression.written, view, scope, position, given)
        if type(expression) is TypeOf:
            return self._analysis.evaluate(expression.value, view, scope, view.scopes[scope].end)
        return EMPTY

    @staticmethod
    def _function(form: FunctionType, view: FileView, scope: int, given: Substitution) -> Values:
        """Return a function of a type, with what the type parameters that it names stand for."""
        known = [(name, values) for (_, _, name), values in given if mentions(form, (name,))]
        value = TypedFunction(view.path, view.form_of(form, scope), tuple(known))
        return pruned(one(value), DEEPEST) if known else one(value)

    def subscripts(self, expression: Item, view: FileView) -> Sequence[Expr]:
        """Return the types that are written in brackets behind another one."""
        if expression.key is None:
            return ()
        if type(expression.key) is DisplayAt:
            return view.facts.displays[expression.key.index].items
        return (expression.key,)

    def _named(
        self,
        name: str,
        view: FileView,
        scope: int,
        given: Substitution,
        inner: Sequence[Values] = (),
    ) -> Values:
        """Return what a variable of a type may be that has a name and is given others."""
        semantics = view.semantics
        if name.rpartition(".")[2] == semantics.own_type or name == semantics.receiver:
            return frozenset({SELF})
        end = view.scopes[scope].end
        if given:
            stood_for = find_given(given, name, view, scope)
            if stood_for:
                return stood_for
        values = self._analysis.chain_values(name, view, scope, end, as_type=True)
        found: list[Values] = []
        for value in values:
            if type(value) is Class:
                found.append(self.of_class(value, self._around(given, value), inner))
            elif type(value) is Module or (
                type(value) is External and semantics.known.find_type(value.name) != "silent"
            ):
                found.append(semantics.outside_instances(value))
        if found or values:
            joined = join(found)
            if joined:
                return joined
        return self._alias(name, view, scope, given)

    def of_class(
        self, value: Class, given: Substitution = (), inner: Sequence[Values] = ()
    ) -> Values:
        """Return what a variable of a type may be that has a name and is given others."""
        view = self._analysis.view(value.path)
        definition = view.definitions[value.definition]
        if definition.kind == "interface":
            self._analysis.ask_definition(view, value.definition)
        if definition.kind != "interface" or definition.annotation is None:
            arguments = inner or value.arguments
            if not any(arguments):
                return one(Instance(value.path, value.definition))
            return give_types(value.path, value.definition, arguments)
        if any(inner):
            names = view.semantics.type_parameters(view, definition)
            known = [
                (name, pruned(values, DEEPEST - 1))
                for name, values in zip(names, inner, strict=False)
                if mentions(definition.annotation, (name,))
            ]
            given = give(known, view, self._alias_scope(view, definition))
        return self._analysis.solver.solve(
            ("t", value.path, value.definition, given),
            lambda: self._aliased(view, value.definition, given),
            view.answers,
            view.mark,
        )

    def _aliased(self, view: FileView, index: int, given: Substitution) -> Values:
        """An alias that is a definition (TypeScript `type A = B`) stands for its type."""
        definition = view.definitions[index]
        own = one(Instance(view.path, index))
        scope = self._alias_scope(view, definition)
        parts = _parts(definition.annotation)
        named = [part for part in parts if not _is_object(part)]
        end = view.scopes[0].end
        found = [self.instances(part, view, scope, end, given) for part in named]
        # The members of an object type are the alias' own.
        return join([*found, own] if len(named) < len(parts) else found) or own

    def _around(self, given: Substitution, value: Class) -> Substitution:
        """Return what type parameters stand for that a type sees from around it."""
        if not given:
            return given
        view = self._analysis.views[value.path]
        own = view.scopes[view.definitions[value.definition].scope]
        return tuple(
            [
                item
                for item in given
                if item[0][0] == value.path and _encloses(view.scopes[item[0][1]], own)
            ]
        )

    @staticmethod
    def _alias_scope(view: FileView, definition: Declaration) -> int:
        """Return the scope that the types see which another name stands for."""
        body = definition.body
        return view.code_scope(body) if body >= 0 else definition.scope

    def parameter(self, path: str, index: int, at: int) -> Values:
        """Return what the written type of a function's parameter says."""
        view = self._analysis.view(path)
        self._analysis.ask(view, view.definitions[index].name)
        key = ("pt", path, index, at)
        view = self._analysis.views[path]
        return self._analysis.solver.solve(
            key, lambda: self._parameter(path, index, at), view.answers, view.mark
        )

    def _parameter(self, path: str, index: int, at: int) -> Values:
        view = self._analysis.view(path)
        definition = view.definitions[index]
        scope = view.semantics.signature_scope(definition)
        start = view.scopes[definition.body if definition.body >= 0 else scope].start
        return self.instances(definition.params[at].annotation, view, scope, start)

    def _alias(self, name: str, view: FileView, scope: int, given: Substitution) -> Values:
        """Follow a variable that holds a type: `Handler = Union[A, B]`."""
        found: list[Values] = []
        for slot in self._analysis.chain_slots(name, view, scope, view.scopes[scope].end):
            if type(slot) is not BindingSlot:
                continue
            target = self._analysis.view(slot.path)
            binding = target.scopes[slot.scope].bindings[slot.index]
            self._analysis.ask(target, binding.name)
            if binding.kind in ("=", ":") and binding.value is not None:
                found.append(self._held(slot, given))
        return join(found)

    def _held(self, slot: BindingSlot, given: Substitution) -> Values:
        """Return what a variable of the type may be that another variable holds."""
        view = self._analysis.view(slot.path)
        binding = view.scopes[slot.scope].bindings[slot.index]
        return self._analysis.solver.solve(
            ("th", slot, given),
            lambda: self.instances(binding.value, view, slot.scope, binding.position, given),
            view.answers,
            view.mark,
        )

    def _given(
        self,
        name: str,
        arguments: Sequence[Expr],
        view: FileView,
        scope: int,
        position: int,
        given: Substitution,
    ) -> Values:
        """Return an object of a type with what the type is given for its parameters."""
        inner = [self.instances(part, view, scope, position, given) for part in arguments]
        found: list[Values] = []
        for value in self._named(name, view, scope, given, inner):
            if type(value) is Result:
                found.append(view.semantics.outside_instances(value, name, inner))
            else:
                found.append(frozenset({value}))
        return join(found)

    def _subscript(
        self, expression: Item, view: FileView, scope: int, position: int, given: Substitution
    ) -> Values:
        items = self.subscripts(expression, view)
        return self._generic(expression.base, items, view, scope, position, given)

    def _is_own(self, name: str, view: FileView, scope: int) -> bool:
        """Whether a name leads to a type that the project defines."""
        values = self._analysis.chain_values(
            name, view, scope, view.scopes[scope].end, as_type=True
        )
        return any(type(value) is Class for value in values)

    def form_of(self, name: str, view: FileView, scope: int) -> str:
        """Return what a type holds that a language brings along; "" for any other."""
        known = view.semantics.known
        values = self._analysis.chain_values(
            name, view, scope, view.scopes[scope].end, as_type=True
        )
        outside = [value.name for value in values if type(value) is External]
        if len(outside) < len(values):
            return ""
        # What nothing binds is a name of the language.
        return known.find_type(outside[0] if outside else name)

    def _generic(
        self,
        base: Expr,
        args: Sequence[Expr],
        view: FileView,
        scope: int,
        position: int,
        given: Substitution,
    ) -> Values:
        if not isinstance(base, str):
            return EMPTY

        def at(i: int) -> Values:
            is_there = -len(args) <= i < len(args)
            return self.instances(args[i], view, scope, position, given) if is_there else EMPTY

        front, _, mark = base.rpartition(".")
        form = _FORMS.get(mark, "")
        if form and front and self._is_own(front, view, scope):
            base, form = front, "own"
        form = form or self.form_of(base, view, scope)
        if form in ("union", "first"):
            return join(at(i) for i in range(1 if form == "first" else len(args)))
        if form in _CONTAINED:
            return self._held_by(form, args, at)
        inner = [at(i) for i in range(len(args))]
        own = self._named(base, view, scope, given, inner)
        if len(own) > 1:
            own = view.semantics.with_parameters(own, len(args))
        if own and all(type(v) is Result for v in own):
            return join([own, declared("box", at(0))])
        return own

    @staticmethod
    def _held_by(form: str, args: Sequence[Expr], at: Callable[[int], Values]) -> Values:
        """Return what a variable of a type may be that holds others in some form."""
        if form == "tuple":
            if len(args) == 2 and args[1] is None:
                return declared("iter", at(0))
            places = tuple((str(i), at(i)) for i in range(len(args)))
            return pruned(one(TypedObject(places)), DEEPEST + 1)
        if form == "map":
            return declared("map", at(1), at(0)) or one(Result("builtins.dict"))
        if form == "type":
            return frozenset(Class(v.path, v.definition) for v in at(0) if type(v) is Instance)
        kind, place, unknown = _HELD[form]
        found = declared(kind, at(place))
        return found or (one(Result(unknown)) if unknown else EMPTY)


def _parts(expression: Expr) -> Sequence[Expr]:
    """Return the types a union or intersection joins."""
    return expression.options if type(expression) is Either else (expression,)


def _encloses(scope: Scope, inner: Scope) -> bool:
    return scope.start <= inner.start and inner.end <= scope.end


def _is_object(expression: Expr) -> bool:
    return type(expression) is ObjectType
