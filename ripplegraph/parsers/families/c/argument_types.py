"""What types are written for what a call passes, and how well a function's parameters take them.

C++ keeps functions of one name apart by the types of their parameters. Nothing is worked out that
no declaration writes: a literal, a variable, a field, the result of a function, a cast.
"""

from __future__ import annotations

from collections.abc import Sequence
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

NEVER: Final = -1000
"""How well a function fits that cannot be meant."""
_SAME, _ALIKE, _GENERIC, _CONVERTED = 6, 5, 4, 1
_ANY = "auto"
"""What stands for a type that a template is given."""
_CONST = "const "
_WORDS = (
    "int short long unsigned char bool size_t ssize_t ptrdiff_t wchar_t int8_t int16_t int32_t"
    " int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t 0"
)
_INTEGERS = frozenset(_WORDS.split())
_FLOATS = frozenset({"float", "double"})
_TEXTS = frozenset({"string", "String", "string_view", "StringRef", "Slice", "StringPiece"})


class ArgumentTypes:
    """Finds the written types of expressions in C++."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def of_arguments(self, view: FileView, call: Call) -> list[str]:
        """Return the types of what a call passes; "" where nothing says it."""
        found = [self._of(view, call, argument) for argument in call.args]
        return ["" if _split(written).base == _ANY else written for written in found]

    def is_const(self, view: FileView, call: CallSite) -> bool:
        """Whether the object whose method is called must not be changed."""
        callee = call.callee
        if isinstance(callee, str):
            front = callee.rpartition(".")[0]
            if not front or front == view.semantics.receiver:
                return self._in_const_method(view, call.scope)
            if self._of(view, call, front).startswith(_CONST):
                return True
            return self._is_own_value(view, call, front)
        if type(callee) is Attribute:
            return self._of(view, call, callee.base).startswith(_CONST)
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
                return f"{_CONST if self._in_const_method(view, scope) else ''}{name}*"
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
        """Return what a call gives; of overloads for constant objects and others, the right one."""
        site = view.sites[index]
        found: dict[str, bool] = {}
        for value in self._analysis.in_order(self._analysis.calls.callees(view, site)):
            if (
                type(value) is not Class
                and type(value) is not Function
                and type(value) is not Bound
            ):
                continue
            other = self._analysis.view(value.path)
            definition = other.definitions[value.definition]
            self._analysis.ask(other, definition.name)
            if type(value) is Class:
                return definition.name
            if type(definition.annotation) is Builtin:
                found[definition.annotation.name] = bool(definition.flags & CONSTANT)
        if len(found) > 1 and len(set(found.values())) > 1:
            wanted = self.is_const(view, site)
            found = {text: is_const for text, is_const in found.items() if is_const == wanted}
        return next(iter(found)) if len(found) == 1 else ""


def score(definition: Declaration, types: Sequence[str]) -> int:
    """Return how well a function takes what is passed; NEVER where it cannot."""
    total = 0
    for passed, param in zip(types, definition.params, strict=False):
        if param.kind or not passed or type(param.annotation) is not Builtin:
            continue
        fit = _fit(passed, param.annotation.name)
        if fit == NEVER:
            return NEVER
        total += fit
    return total


def _fit(passed: str, taken: str) -> int:  # noqa: C901 - one branch for each rule
    if passed.removesuffix("&") == taken.removesuffix("&"):
        return _SAME
    own, wanted = _split(passed), _split(taken)
    if own.base == wanted.base and own.stars == wanted.stars:
        if own.is_const and not wanted.is_const and (own.stars or wanted.is_changed):
            return NEVER
        return _ALIKE
    if wanted.base == _ANY:
        return _fit_any(own, wanted)
    if own.base == "nullptr":
        return _ALIKE if wanted.stars else (NEVER if wanted.is_number else 0)
    if own.base == "0" and wanted.stars:
        return 0
    if own.stars:
        if wanted.stars:
            both = own.is_number and wanted.is_number
            return NEVER if both else (_CONVERTED if wanted.base == "void" else 0)
        if wanted.is_number:
            return 0 if wanted.base == "bool" else NEVER
        return _CONVERTED if own.base == "char" and wanted.base in _TEXTS else 0
    if wanted.stars:
        return NEVER if own.is_number or own.base in _TEXTS else 0
    if own.is_number and wanted.is_number:
        if own.base == "0":
            return _ALIKE if wanted.base == "int" else _CONVERTED
        return _CONVERTED + (own.is_float == wanted.is_float)
    if own.base in _TEXTS and wanted.is_number:
        return NEVER
    return NEVER if own.is_number and wanted.base in _TEXTS else 0


def _fit_any(own: _Parts, wanted: _Parts) -> int:
    """Return how well a template takes a type: nothing that is passed is converted for it.

    Names of types may be other names of what a function takes: they say nothing.
    """
    if wanted.stars > own.stars and own.is_number:
        return NEVER
    if own.base == "char" and own.stars:
        return _GENERIC
    return _CONVERTED + 1 if own.is_number else 0


class _Parts:
    """A written type, taken apart."""

    __slots__ = ("base", "is_changed", "is_const", "is_float", "is_number", "stars")

    def __init__(self, text: str) -> None:
        self.is_const = text.startswith(_CONST)
        self.is_changed = text.endswith("&")
        name = text.removeprefix(_CONST).removesuffix("&")
        base = name.rstrip("*")
        self.stars = len(name) - len(base)
        self.base = base.rpartition(".")[2]
        words = self.base.split()
        self.is_float = any(word in _FLOATS for word in words)
        self.is_number = self.is_float or (bool(words) and all(w in _INTEGERS for w in words))


def _split(text: str) -> _Parts:
    return _Parts(text)
