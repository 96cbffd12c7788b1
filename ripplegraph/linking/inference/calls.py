"""Calls: what is called, and what a call gives back."""

from __future__ import annotations

from collections.abc import Iterator

from ripplegraph.graph.expressions import Attribute, Expr, GenericType
from ripplegraph.graph.facts import (
    ASYNC,
    CONTEXT_MANAGER,
    GENERATOR,
    INJECTED,
    NEW,
    Declaration,
)
from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.files.known_library import KnownLibrary
from ripplegraph.linking.files.type_parameters import Substitution
from ripplegraph.linking.inference.call_flow import arguments_for
from ripplegraph.linking.inference.outside_calls import Outside
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import (
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
from ripplegraph.linking.values.value_sets import generic, join, one

OWN_KINDS = frozenset({Bound, Class, Function, Instance})
"""Values that are definitions of the project, or objects of its classes."""
OUTSIDE_KINDS = frozenset(
    {External, Result, Text, Number, DisplayValue, Container, ContainerMethod}
)
"""Values that are of no file of the project."""


class Calls:
    """Applies functions, classes and known outside functions to arguments."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._outside = Outside(analysis)

    def callees(self, view: FileView, call: CallSite) -> Values:
        """Return what a call site may call, parameters filled in."""
        return self.called(self._analysis.evaluate(call.callee, view, call.scope, call.position))

    def called_by(self, view: FileView, index: int) -> Values:
        """Return what a call site calls, overloads that are not meant left out."""
        call = view.sites[index]
        known = view.find_called(call, index)
        if known is not None:
            self._analysis.solver.read.add(known[1])
            return known[0]
        if call.flags & NEW and view.semantics.answers.find_made:
            called = self.called(view.semantics.find_made(view, index))
        else:
            called = self.callees(view, call)
        extended = view.semantics.find_called(view, index, called, is_flowing=False)
        return view.semantics.choose(view, index, called if extended is None else extended[0])

    def called(self, values: Values) -> Values:
        """Return what calling these values calls: parameters filled in, `super` the class above."""
        values = self._analysis.expand(values)
        for value in values:
            if type(value) is Super:
                break
        else:
            return values
        parents = self._analysis.classes.parents
        return join(
            parents(v.path, v.definition) if type(v) is Super else frozenset({v}) for v in values
        )

    def result(self, view: FileView, index: int) -> Values:
        """Return what a call site may give."""
        key = ("c", view.path, index)
        solver = self._analysis.solver
        found: tuple[Values, int] | None = view.answers.get(key)
        if found is not None:
            solver.read.add(found[1])
            return found[0]
        call = view.sites[index]
        known = view.find_called(call, index)
        if known is not None and call.callee != view.semantics.parent_call:
            made = self._made(known[0], call, view.semantics.known)
            if made is not None:
                mark = solver.marks.join((view.mark, known[1], *self._header_marks(known[0])))
                view.answers[key] = made, mark
                solver.read.add(mark)
                return made
        return solver.solve(key, lambda: self._result(view, index), view.answers, view.mark)

    def _header_marks(self, called: Values) -> Iterator[int]:
        """Yield the marks of what says whether classes are given types."""
        for value in called:
            if type(value) is Class:
                view = self._analysis.views[value.path]
                yield view.name_mark(view.definitions[value.definition].name)

    def _made(self, called: Values, call: CallSite, known: KnownLibrary) -> Values | None:
        """Return what a call gives, where no more than what is called decides it."""
        if len(called) != 1:
            return None
        (value,) = called
        if type(value) is Class:
            is_generic = self._analysis.generics.may_have_parameters(value)
            return None if is_generic else one(Instance(value.path, value.definition))
        if type(value) is External or type(value) is Result:
            is_method = type(value) is Result
            return self._outside.plain_result(value.name, call, known, is_method=is_method)
        return None

    def _result(self, view: FileView, index: int) -> Values:
        call = view.sites[index]
        if call.callee == view.semantics.parent_call:
            return self._analysis.receivers.parent(view, call.scope)
        called = self.called_by(view, index)
        if len(called) == 1:
            return self.apply(next(iter(called)), (view, index))
        return join(self.apply(value, (view, index)) for value in called)

    def apply(self, value: Value, caller: Caller | None) -> Values:  # noqa: C901 - one branch for each form
        """Return what calling a value gives."""
        if type(value) is Class:
            return self._analysis.generics.made(value, caller)
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
            inner = self._analysis.classes.foundation(value)
            if inner:
                return join(self.apply(v, caller) for v in inner)
            name = self._analysis.call_name(value)
            return self.method_result(value, name, caller) if name else frozenset({value})
        if type(value) is ContainerMethod:
            own = caller[0].semantics.call_container(value, caller) if caller is not None else None
            if own is not None:
                return own
            return self._container_method(value, caller)
        if type(value) is Container and value.kind == "call":
            return value.values
        if type(value) is TypedFunction:
            view, scope, form, given = self._analysis.form(value)
            return self._analysis.annotations.instances(
                form.result, view, scope, view.scopes[scope].end, given
            )
        if type(value) is Module:
            whole = self._analysis.modules.export_values(value.path, "=")
            return join(self.apply(v, caller) for v in whole)
        return UNKNOWN if value == ANYTHING else EMPTY

    def method_result(self, value: Value, name: str, caller: Caller | None = None) -> Values:
        """Return what calling a method of an instance gives."""
        found = self._analysis.attribute(value, name)
        return join(self.apply(method, caller) for method in found)

    def operator_result(self, value: Value, name: str) -> Values:
        """Return what an operator gives that stands for a method.

        Outside the project that is what it is applied to.
        """
        if type(value) is Instance:
            own = self._analysis.views[value.path].semantics.operate(name, value)
            return self.method_result(value, name) if own is None else own
        return frozenset({value}) if type(value) is Result else EMPTY

    def function_result(
        self, function: Function, receiver: Typed | None, caller: Caller | None = None
    ) -> Values:
        """Return what calling a function of the project gives, for this call site's arguments."""
        if caller is not None and caller[0].semantics.answers.find_signatures:
            chosen = caller[0].semantics.find_signatures(function, receiver, caller)
            found = join([self._result_of(inner, receiver, caller) for inner in chosen])
            if found:
                return found
        return self._result_of(function, receiver, caller)

    def _result_of(
        self, function: Function, receiver: Typed | None, caller: Caller | None
    ) -> Values:
        """Return what calling a function gives whose signature is the one that is meant."""
        semantics = self._analysis.views[function.path].semantics
        found = self._analysis.generics.result(function, receiver, caller)
        if found:
            return self._wrapped(function, found)
        summary = EMPTY
        if receiver is not None and receiver.arguments:
            summary = semantics.generic_summary(function, _as_instance(receiver))
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
        definition = self._analysis.view(function.path).definitions[function.definition]
        if definition.flags & INJECTED and caller is None:
            return self._analysis.flows.passed(value)
        if caller is None:
            return EMPTY
        view, index = caller
        call = view.calls[index]
        keyword = self._analysis.view(function.path).semantics.receiver
        offset = 0 if receiver is None or (keyword and receiver != ADDED_TO) else 1
        param = definition.params[value.index]
        if receiver == ADDED_TO and value.index == 0:
            own = receiver_of(call.callee)
            return self._analysis.evaluate(own, view, call.scope, call.position)
        found = [
            self._analysis.evaluate(argument, view, call.scope, call.position)
            for argument in arguments_for(call, param, value.index - offset)
        ]
        return join(found) if found else self._analysis.flows.default(value)

    def summary(self, path: str, index: int) -> Values:
        """Return what a function gives in general; each call fills in what is open."""
        view = self._analysis.view(path)
        self._analysis.ask(view, view.definitions[index].name)
        return self._analysis.solver.solve(
            ("r", path, index), lambda: self._summary(path, index), view.answers, view.mark
        )

    def _summary(self, path: str, index: int) -> Values:
        view = self._analysis.view(path)
        self._analysis.ask_definition(view, index)
        definition = view.definitions[index]
        variants = view.signatures_of(index) if definition.returns is None else []
        if variants and index not in variants:
            return join(self.summary(path, variant) for variant in variants)
        if definition.returns is not None:
            values = self.returns(view, definition)
            if self._gives_receiver(view, definition):
                values = frozenset({SELF})
            if values:
                values = self._named_functions(view, definition, values) or values
                return self._wrapped(Function(path, index), values)
        if definition.flags & GENERATOR:
            return self._yielded(view, definition)
        values = join(self._returned(view, definition, e) for e in definition.results)
        if not definition.flags & ASYNC:
            return values
        is_written = definition.returns is not None
        return view.semantics.async_result(values, is_written=is_written)

    def _named_functions(self, view: FileView, definition: Declaration, values: Values) -> Values:
        """Return the functions that a function gives whose type says no more than that it gives
        one."""
        if not all(_is_any_function(value) for value in values):
            return EMPTY
        given = join(self._returned(view, definition, e) for e in definition.results)
        return frozenset(value for value in given if type(value) is Function)

    def _wrapped(self, function: Function, values: Values) -> Values:
        """Return what a call of a function gives whose result is written as a type."""
        view = self._analysis.views[function.path]
        flags = view.definitions[function.definition].flags
        if flags & CONTEXT_MANAGER:
            return generic("context", self._analysis.containers.elements(values))
        is_awaited = flags & ASYNC and not flags & GENERATOR
        return view.semantics.async_result(values, is_written=True) if is_awaited else values

    def _gives_receiver(self, view: FileView, definition: Declaration) -> bool:
        """Whether the result has the type variable of the receiver: `def f(self: T) -> T`."""
        is_method = definition.params and view.scopes[definition.scope].kind == "class"
        if view.semantics.receiver or not is_method:
            return False
        written = definition.params[0].annotation
        if type(written) is GenericType and len(written.arguments) == 1:
            written = written.arguments[0]
        return (
            isinstance(written, str)
            and written == definition.returns
            and written in view.semantics.type_parameters(view, definition)
        )

    def returns(self, view: FileView, definition: Declaration, given: Substitution = ()) -> Values:
        """Return what the written result type says."""
        scope = view.semantics.signature_scope(definition)
        return self._analysis.annotations.instances(
            definition.returns, view, scope, view.scopes[scope].end, given
        )

    def _yielded(self, view: FileView, definition: Declaration) -> Values:
        values = join(self._returned(view, definition, e) for e in definition.yields)
        # What is injected is what is yielded, a context manager gives that inside `with`.
        if definition.flags & INJECTED:
            return values
        is_context = definition.flags & CONTEXT_MANAGER
        return generic("context" if is_context else "iter", values)

    def _returned(self, view: FileView, definition: Declaration, expression: Expr) -> Values:
        own = view.semantics.receiver or (definition.params[0].name if definition.params else "")
        is_method = view.scopes[definition.scope].kind == "class"
        if is_method and own and expression == own:
            return frozenset({SELF})
        scope = definition.body
        return self._analysis.evaluate(expression, view, scope, view.scopes[scope].end)

    def _mapped(self, caller: Caller) -> Values:
        """Return a list of what the function gives that a call passes."""
        view, call = caller[0], caller[0].calls[caller[1]]
        last = call.args[-1] if call.args else None
        given = self._analysis.evaluate(last, view, call.scope, call.position)
        made = [self.function_result(v, None) for v in given if type(v) is Function]
        return generic("iter", join(made))

    def _container_method(self, value: ContainerMethod, caller: Caller | None = None) -> Values:
        container, name = value.container, value.name
        kind, values, more = container.kind, container.values, container.more
        known = caller[0].semantics.known if caller is not None else KnownLibrary()
        what = known.find_container_method(name) if kind != "taken" else ""
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


def member_name(callee: Expr) -> str:
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


def _is_any_function(value: Value) -> bool:
    """Whether a value is a function of a type, whichever that is."""
    is_call = type(value) is Container and value.kind == "call"
    return is_call or type(value) is TypedFunction


def _is_open(value: Value) -> bool:
    """Whether a call site has to fill something in: the receiver, or what it passes."""
    if type(value) is Container:
        return any(type(v) is Parameter or v == SELF for v in value.values | value.more)
    return type(value) is Parameter or value == SELF
