"""The types of what a call passes, and of what functions take, by the types that are written.

C++ keeps functions of one name apart by the types of their parameters. Nothing is worked out that
no declaration writes: a literal, a variable, a field, the result of a function, a cast.
"""

from __future__ import annotations

from typing import Final

from ripplegraph.graph.expressions import (
    AddressOf,
    Attribute,
    Builtin,
    Either,
    Expr,
    InstanceOf,
    Pointee,
)
from ripplegraph.graph.facts import CONSTANT, Call, Declaration
from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.engine.query_kinds import TYPE
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot
from ripplegraph.linking.values.value import Bound, Class, Function, Instance
from ripplegraph.parsers.families.c.conversion_cost import (
    ANY,
    NOTHING,
    WrittenType,
    is_plain,
    split_type,
)

_DEEPEST: Final = 6
"""How many names of a type that are other names of each other are followed."""


class ArgumentTypes:
    """Finds the written types of expressions in C++."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def of_arguments(self, view: FileView, call: Call) -> list[WrittenType]:
        """Return the types of what a call passes, without a name where nothing says it."""
        found = [self._of(view, call, argument) for argument in call.args]
        return [NOTHING if written.base == ANY else written for written in found]

    def of_taken(self, view: FileView, definition: Declaration, at: int) -> WrittenType:
        """Return the type of a parameter."""
        written = definition.params[at].annotation
        if type(written) is not Builtin:
            return NOTHING
        scope = definition.body if definition.body >= 0 else definition.scope
        return self._read(written.name, view, scope)

    def _read(self, text: str, view: FileView, scope: int, depth: int = 0) -> WrittenType:
        """Return a type that is written in a scope, other names of types followed."""
        written, name = split_type(text)
        if not name or is_plain(written):
            return written
        end = view.scopes[scope].end
        values = self._analysis.chain_values(name, view, scope, end, as_type=True)
        value = next(iter(values)) if len(values) == 1 else None
        if type(value) is not Class:
            return written
        home = self._analysis.view(value.path)
        self._analysis.ask_definition(home, value.definition)
        definition = home.definitions[value.definition]
        if definition.kind != "interface":
            return written._replace(own=Class(value.path, value.definition))
        if type(definition.returns) is not Builtin or depth == _DEEPEST:
            return written
        inner = self._read(definition.returns.name, home, definition.scope, depth + 1)
        return inner._replace(
            stars=inner.stars + written.stars,
            is_const=inner.is_const or written.is_const,
            is_reference=inner.is_reference or written.is_reference,
        )

    def is_const(self, view: FileView, call: CallSite) -> bool:
        """Whether the object whose method is called must not be changed."""
        callee = call.callee
        if isinstance(callee, str):
            front = callee.rpartition(".")[0]
            if not front or front == view.semantics.receiver:
                return self._in_const_method(view, call.scope)
            found = self._of(view, call, front)
            return found.is_const or self._is_own_value(view, call, front, found)
        if type(callee) is Attribute:
            return self._of(view, call, callee.base).is_const
        return False

    def _is_own_value(
        self, view: FileView, call: CallSite, front: str, written: WrittenType
    ) -> bool:
        """Whether a receiver is a member that holds an object, in a method that leaves it alone."""
        name = front.removeprefix(f"{view.semantics.receiver}.").partition(".")[0]
        where = view.home(call.scope, name)
        if where > 0 and view.scopes[where].kind != "class":
            return False
        return not written.stars and self._in_const_method(view, call.scope)

    def _in_const_method(self, view: FileView, scope: int) -> bool:
        while scope > 0:
            current = view.scopes[scope]
            if current.kind == "function" and current.definition >= 0:
                definition = view.definitions[current.definition]
                if definition.name != "<lambda>":
                    return bool(definition.flags & CONSTANT)
            scope = current.parent
        return False

    def _of(self, view: FileView, call: Call | CallSite, given: Expr) -> WrittenType:
        if isinstance(given, str):
            return self._of_name(view, call, given)
        if isinstance(given, int):
            return self._of_result(view, given)
        match given:
            case Builtin(name):
                return self._read(name, view, call.scope)
            case AddressOf(value):
                found = self._of(view, call, value)
                return found._replace(stars=found.stars + 1, is_reference=False)
            case Pointee(pointer):
                found = self._of(view, call, pointer)
                stars = found.stars - 1
                return NOTHING if stars < 0 else found._replace(stars=stars, is_reference=False)
            case InstanceOf(written) if isinstance(written, str):
                return self._read(written, view, call.scope)
            case Either(options):
                types = (self._of(view, call, option) for option in options)
                return next((found for found in types if found.base), NOTHING)
            case Attribute():
                return self._of_member(view, call, given)
        return NOTHING

    def _of_name(self, view: FileView, call: Call | CallSite, name: str) -> WrittenType:
        if name == view.semantics.receiver:
            return self._of_receiver(view, call.scope)
        if "." not in name:
            where = view.home(call.scope, name)
            if where > 0 and view.scopes[where].kind != "class":
                seen_from = view.seen_from(call.scope, where, call.position)
                for i in view.reaching(where, name, seen_from):
                    return self._of_binding(view, call, where, i)
        for slot in self._analysis.chain_slots(name, view, call.scope, call.position):
            if type(slot) is BindingSlot:
                return self._of_slot(slot)
        return NOTHING

    def _of_slot(self, slot: BindingSlot) -> WrittenType:
        view = self._analysis.view(slot.path)
        binding = view.scopes[slot.scope].bindings[slot.index]
        self._analysis.ask(view, binding.name)
        return self._read(binding.member, view, slot.scope)

    def _of_binding(
        self, view: FileView, call: Call | CallSite, where: int, index: int
    ) -> WrittenType:
        binding = view.scopes[where].bindings[index]
        if binding.member or binding.value is None:
            return self._read(binding.member, view, where)
        # Variables may be given each other: `a = b; b = a`.
        found: WrittenType | None = self._analysis.solver.solve(
            ("wt", view.path, where, index, call.scope, call.position),
            lambda: self._of(view, call, binding.value),
            view.answers,
            view.mark,
            TYPE,
        )
        return found or NOTHING

    def _of_receiver(self, view: FileView, scope: int) -> WrittenType:
        for value in self._analysis.in_order(self._analysis.receivers.own(view, scope)):
            if type(value) is Instance:
                found = self._of_class(Class(value.path, value.definition))
                return found._replace(stars=1, is_const=self._in_const_method(view, scope))
        return NOTHING

    def _of_member(self, view: FileView, call: Call | CallSite, given: Attribute) -> WrittenType:
        for value in self._analysis.in_order(
            self._analysis.evaluate(given.base, view, call.scope, call.position)
        ):
            for slot in self._analysis.member_slots(value, given.name):
                if type(slot) is BindingSlot:
                    return self._of_slot(slot)
        return NOTHING

    def _of_result(self, view: FileView, index: int) -> WrittenType:
        """Return what a call gives."""
        found: set[WrittenType] = set()
        for value in self._analysis.in_order(self._analysis.calls.called_by(view, index)):
            if type(value) is Class:
                return self._of_class(Class(value.path, value.definition))
            if type(value) is Function or type(value) is Bound:
                other = self._analysis.view(value.path)
                definition = other.definitions[value.definition]
                self._analysis.ask(other, definition.name)
                if type(definition.annotation) is Builtin:
                    found.add(self._read(definition.annotation.name, other, definition.scope))
        return next(iter(found)) if len(found) == 1 else NOTHING

    def _of_class(self, value: Class) -> WrittenType:
        view = self._analysis.view(value.path)
        self._analysis.ask_definition(view, value.definition)
        return WrittenType(view.definitions[value.definition].name, own=value)
