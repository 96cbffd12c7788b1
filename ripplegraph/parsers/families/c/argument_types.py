"""What types are written for what a call passes.

C++ keeps functions of one name apart by the types of their parameters. Nothing is worked out that
no declaration writes: a literal, a variable, a field, the result of a function, a cast.
"""

from __future__ import annotations

from ripplegraph.graph.expressions import (
    AddressOf,
    Attribute,
    Builtin,
    Either,
    Expr,
    InstanceOf,
    Pointee,
)
from ripplegraph.graph.facts import CONSTANT, Call
from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.engine.query_kinds import TYPE
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot
from ripplegraph.linking.values.value import Bound, Class, Function, Instance
from ripplegraph.parsers.families.c.conversion_cost import ANY, CONST, WrittenType, split_type

_NOTHING = WrittenType("")


class ArgumentTypes:
    """Finds the written types of expressions in C++."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def of_arguments(self, view: FileView, call: Call) -> list[WrittenType]:
        """Return the types of what a call passes, without a name where nothing says it."""
        found = [self._of(view, call, argument) for argument in call.args]
        types = [split_type(written) for written in found]
        return [_NOTHING if written.base == ANY else written for written in types]

    def is_const(self, view: FileView, call: CallSite) -> bool:
        """Whether the object whose method is called must not be changed."""
        callee = call.callee
        if isinstance(callee, str):
            front = callee.rpartition(".")[0]
            if not front or front == view.semantics.receiver:
                return self._in_const_method(view, call.scope)
            if self._of(view, call, front).startswith(CONST):
                return True
            return self._is_own_value(view, call, front)
        if type(callee) is Attribute:
            return self._of(view, call, callee.base).startswith(CONST)
        return False

    def _is_own_value(self, view: FileView, call: CallSite, front: str) -> bool:
        """Whether a receiver is a member that holds an object, in a method that leaves it alone."""
        name = front.removeprefix(f"{view.semantics.receiver}.").partition(".")[0]
        if (
            view.home(call.scope, name) > 0
            and view.scopes[view.home(call.scope, name)].kind != "class"
        ):
            return False
        return "*" not in self._of(view, call, front) and self._in_const_method(view, call.scope)

    def _in_const_method(self, view: FileView, scope: int) -> bool:
        while scope > 0:
            current = view.scopes[scope]
            if current.kind == "function" and current.definition >= 0:
                definition = view.definitions[current.definition]
                if definition.name != "<lambda>":
                    return bool(definition.flags & CONSTANT)
            scope = current.parent
        return False

    def _of(self, view: FileView, call: Call | CallSite, given: Expr) -> str:
        if given is None:
            return ""
        if isinstance(given, str):
            return self._of_name(view, call, given)
        if isinstance(given, int):
            return self._of_result(view, given)
        match given:
            case Builtin(name):
                return name
            case AddressOf(value):
                found = self._of(view, call, value).removesuffix("&")
                return f"{found}*" if found else ""
            case Pointee(pointer):
                found = self._of(view, call, pointer).removesuffix("&")
                return found.removesuffix("*") if found.endswith("*") else ""
            case InstanceOf(written):
                return written if isinstance(written, str) else ""
            case Either(options):
                types = (self._of(view, call, option) for option in options)
                return next((found for found in types if found), "")
            case Attribute():
                return self._of_member(view, call, given)
        return ""

    def _of_name(self, view: FileView, call: Call | CallSite, name: str) -> str:
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
                other = self._analysis.view(slot.path)
                return other.scopes[slot.scope].bindings[slot.index].member
        return ""

    def _of_binding(self, view: FileView, call: Call | CallSite, where: int, index: int) -> str:
        binding = view.scopes[where].bindings[index]
        if binding.member or binding.value is None:
            return binding.member
        # Variables may be given each other: `a = b; b = a`.
        found: str | None = self._analysis.solver.solve(
            ("wt", view.path, where, index, call.scope, call.position),
            lambda: self._of(view, call, binding.value) or None,
            view.answers,
            view.mark,
            TYPE,
        )
        return found or ""

    def _of_receiver(self, view: FileView, scope: int) -> str:
        for value in self._analysis.in_order(self._analysis.receivers.own(view, scope)):
            if type(value) is Instance:
                name = self._analysis.view(value.path).definitions[value.definition].name
                return f"{CONST if self._in_const_method(view, scope) else ''}{name}*"
        return ""

    def _of_member(self, view: FileView, call: Call | CallSite, given: Attribute) -> str:
        for value in self._analysis.in_order(
            self._analysis.evaluate(given.base, view, call.scope, call.position)
        ):
            for slot in self._analysis.member_slots(value, given.name):
                if type(slot) is BindingSlot:
                    other = self._analysis.view(slot.path)
                    return other.scopes[slot.scope].bindings[slot.index].member
        return ""

    def _of_result(self, view: FileView, index: int) -> str:
        """Return what a call gives."""
        found: set[str] = set()
        for value in self._analysis.in_order(self._analysis.calls.called_by(view, index)):
            if type(value) is Class:
                return self._name_of(value)
            if type(value) is Function or type(value) is Bound:
                other = self._analysis.view(value.path)
                definition = other.definitions[value.definition]
                self._analysis.ask(other, definition.name)
                if type(definition.annotation) is Builtin:
                    found.add(definition.annotation.name)
        return next(iter(found)) if len(found) == 1 else ""

    def _name_of(self, value: Class) -> str:
        view = self._analysis.view(value.path)
        self._analysis.ask_definition(view, value.definition)
        return view.definitions[value.definition].name
