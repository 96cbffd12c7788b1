"""The written types of expressions, where a language says them: what chooses among overloads."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.expressions import (
    VOID,
    Attribute,
    Builtin,
    ClassObject,
    DeclaredGeneric,
    DefinitionAt,
    Either,
    Expr,
    FunctionType,
    GenericType,
    InstanceOf,
    Item,
    Spread,
    Sum,
)
from ripplegraph.graph.facts import PROPERTY, Binding, Declaration
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.engine.query_kinds import TYPE
from ripplegraph.linking.files.type_parameters import class_parameters, function_parameters
from ripplegraph.linking.inference.outside_types import OutsideTypes
from ripplegraph.linking.inference.type_names import TypeNames
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.overload_types import (
    SPREAD,
    VARIABLE,
    ArrayType,
    CallableType,
    ConstantType,
    MaybeType,
    OutsideType,
    OwnType,
    PlainType,
    Type,
)
from ripplegraph.linking.values.slots import BindingSlot, Slot
from ripplegraph.linking.values.value import (
    Bound,
    Called,
    Class,
    External,
    Function,
    Instance,
    Result,
    Typed,
    Values,
)


class Types:
    """Finds the types of expressions."""

    def __init__(self, analysis: Analysis, names: TypeNames) -> None:
        self._analysis = analysis
        self._names = names
        self._outside = OutsideTypes(analysis, names, self)

    def of_written(self, written: Expr, view: FileView, scope: int) -> Type:
        """Return the type that is written as an expression."""
        if isinstance(written, str):
            return self._of_name(written, view, scope)
        match written:
            case Builtin(name):
                return self._names.read(name)
            case Either(options) if self._names.strict and options[-1] is None:
                return self._optional(self.of_written(options[0], view, scope))
            case DeclaredGeneric(base):
                return self._of_name(base, view, scope)
            case GenericType("[]", arguments):
                return ArrayType(self.of_written(arguments[0], view, scope))
            case GenericType() if self._names.strict:
                return self._of_generic(written, view, scope)
            case FunctionType(parameters):
                return CallableType(len(parameters))
            case GenericType(generic):
                name = str(generic).removesuffix(".[]").removesuffix(".map[]")
                return OutsideType(name.rpartition(".")[2])
        return None

    def _of_generic(self, written: GenericType, view: FileView, scope: int) -> Type:
        """Return the type that a generic type is without what it is given, but for functions."""
        last = str(written.base).rpartition(".")[2]
        if last == "Expression" and written.arguments:
            return self.of_written(written.arguments[0], view, scope)
        if last in self._names.functions:
            gives = last not in self._names.voids
            return CallableType(
                len(written.arguments) - (last not in self._names.procedures), gives
            )
        if last == "Nullable" and written.arguments:
            return self._optional(self.of_written(written.arguments[0], view, scope))
        return self._of_name(str(written.base), view, scope)

    def _optional(self, found: Type) -> Type:
        """Return what a type is of which nothing may be there: another one, if it is no class."""
        is_plain = found is not None and (
            type(found) is PlainType
            or (type(found) is OutsideType and found.name in self._names.sealed)
        )
        return MaybeType(found) if is_plain and found != OutsideType(self._names.text) else found

    def _of_name(self, name: str, view: FileView, scope: int) -> Type:
        analysis, names = self._analysis, self._names
        if names.strict and (name in names.plain or name == names.text or name in names.roots):
            return self._names.read(name)
        if name in names.voids:
            return CallableType(0, False)
        values = analysis.chain_values(name, view, scope, view.scopes[scope].end, as_type=True)
        if len(values) > 1 and self._names.strict:
            owns = {self._own(value) for value in values if type(value) is Class}
            return owns.pop() if len(owns) == 1 else None
        if len(values) != 1:
            return None if values or self._is_of_class(name, view, scope) else VARIABLE
        (value,) = values
        if type(value) is Class:
            return self._own(value)
        if type(value) is not External:
            return None
        last = (name if names.strict else value.name).rpartition(".")[2]
        return self._names.read(last) if names.strict else OutsideType(last)

    def _own(self, value: Typed) -> Type:
        """Return the type that a class is; of one that is declared in parts, the first part."""
        if not self._names.strict:
            return OwnType(value.path, value.definition)
        parts = self._analysis.packages.parts(self._analysis.view(value.path), value.definition)
        return OwnType(*min([(value.path, value.definition), *parts]))

    def of_values(self, values: Values) -> Type:
        """Return the type of what has one of some values, if they are of one."""
        if self._names.strict:
            types = {self._own(value) for value in values if type(value) is Instance}
            return types.pop() if len(types) == 1 and len(types) == len(values) else None
        if len(values) != 1:
            return None
        (value,) = values
        if type(value) is Instance:
            return OwnType(value.path, value.definition)
        name = value.name.rpartition(".")[2] if type(value) is Result else ""
        is_type = name[:1].isupper() or name in self._names.plain
        return self._names.read(name) if is_type else None

    def _is_of_class(self, name: str, view: FileView, scope: int) -> bool:
        """Whether a type parameter is that of a class, which a call of a method does not choose."""
        where = view.home(scope, name) if self._names.strict else -1
        around = view.scopes[where] if where >= 0 else None
        return around is not None and around.kind == "class" and around.definition >= 0

    def of_expression(self, expression: Expr, view: FileView, scope: int, position: int) -> Type:
        """Return the type of what an expression gives."""
        found = self._of_written_types(expression, view, scope, position)
        if found not in (None, VARIABLE) or expression is None or not view.semantics.generic_types:
            return found
        # What types are given is not written where they are used.
        return self.of_values(self._analysis.evaluate(expression, view, scope, position)) or found

    def _of_written_types(  # noqa: C901 - one branch for each form
        self, expression: Expr, view: FileView, scope: int, position: int
    ) -> Type:
        if expression is None:
            return None
        if isinstance(expression, str):
            return self._of_chain(expression, view, scope, position)
        if isinstance(expression, int):
            return self._of_call(expression, view)
        strict = self._names.strict
        match expression:
            case Builtin(name):
                return self._names.read(name)
            case ClassObject():
                return OutsideType("Class")
            case FunctionType(parameters, result) if strict:
                gives = None if result is None else result != VOID
                return CallableType(len(parameters), gives, is_literal=True)
            case InstanceOf(written):
                return self.of_written(written, view, scope)
            case DefinitionAt(index):
                definition = view.definitions[index]
                is_class = definition.kind != "function"
                own = OwnType(view.path, index)
                return own if is_class else CallableType(self._count_taken(definition))
            case Either(options):
                return self._names.choose(
                    [self.of_expression(option, view, scope, position) for option in options]
                )
            case Sum(left, right):
                return self._names.add(
                    self.of_expression(left, view, scope, position),
                    self.of_expression(right, view, scope, position),
                )
            case Item(base):
                inner = self.of_expression(base, view, scope, position)
                if inner == OutsideType(self._names.text) and strict:
                    return PlainType("char")
                found: Type = inner.element if type(inner) is ArrayType else None
                return found or self._of_value(expression, view, scope, position)
            case Spread() if not strict:
                return SPREAD
            case Attribute(base, name):
                values = self._analysis.evaluate(base, view, scope, position)
                found = self._of_slots(self._member_slots(values, name))
                if found is None and strict:
                    return self._outside.of_name(base, name, (view, scope, position))
                return found
        return self._of_value(expression, view, scope, position)

    def _of_value(self, expression: Expr, view: FileView, scope: int, position: int) -> Type:
        """Return the type of the one object that an expression may give."""
        if not self._names.strict:
            return None
        return self.of_values(self._analysis.evaluate(expression, view, scope, position))

    def of_declared(self, expression: Expr, view: FileView, scope: int, position: int) -> Type:
        """Return the type of an expression, where it is written or that of a literal."""
        if isinstance(expression, str):
            if expression == view.semantics.receiver:
                return None
            slots = self._analysis.chain_slots(expression, view, scope, position)
            return self._of_slots(slots, follows=False)
        is_written = isinstance(expression, (Builtin, InstanceOf))
        return self.of_expression(expression, view, scope, position) if is_written else None

    def _member_slots(self, values: Values, name: str) -> list[Slot]:
        return [slot for value in values for slot in self._analysis.member_slots(value, name)]

    def _of_chain(self, chain: str, view: FileView, scope: int, position: int) -> Type:
        if chain.endswith("::"):
            return CallableType(-1)
        if chain == view.semantics.receiver:
            return self.of_values(self._analysis.receivers.own(view, scope))
        found = self._of_slots(self._analysis.chain_slots(chain, view, scope, position))
        if found is None and self._names.strict:
            return self._outside.of_chain(chain, view, scope, position)
        front, _, last = chain.rpartition(".")
        if found is not None or not front:
            return found
        if last == "length":
            return PlainType("int")
        holder = self._outside.of_static(front, view, scope, position)
        if holder is None:
            return None
        return self._outside.of_member(holder, f".{last}", view) or ConstantType(holder.name)

    def _of_slots(self, slots: Sequence[Slot], *, follows: bool = True) -> Type:
        """Return the type of the variable that slots lead to.

        What it is given by a name or a call decides that only where those are followed.
        """
        slot = slots[0] if len(slots) == 1 else None
        if type(slot) is not BindingSlot:
            return None
        view, scope = self._analysis.view(slot.path), slot.scope
        binding = view.scopes[scope].bindings[slot.index]
        self._analysis.ask(view, binding.name)
        if binding.kind == "p":
            return self._of_parameter(view, scope, binding.index)
        if binding.kind == ":":
            return self.of_written(binding.annotation, view, scope)
        if binding.kind == "d" and self._names.strict:
            return self._of_property(view, binding.index)
        if binding.kind != "=" or (not follows and isinstance(binding.value, (str, int))):
            return None
        found: Type = self._analysis.solver.solve(
            ("tv", slot.path, scope, slot.index),
            lambda: self._of_variable(view, scope, binding),
            view.answers,
            view.mark,
            TYPE,
        )
        return found

    def _of_variable(self, view: FileView, scope: int, binding: Binding) -> Type:
        """Return the type of what a variable is given."""
        given = view.given_scope(scope, binding.position)
        return self.of_expression(binding.value, view, given, binding.position - 1)

    def _of_property(self, view: FileView, index: int) -> Type:
        """Return the type of a property; of a function that is passed, that it is one."""
        definition = view.definitions[index]
        if definition.kind != "function":
            return None
        if not definition.flags & PROPERTY:
            return CallableType(len(definition.params), definition.returns is not None)
        return self._of_result(Function(view.path, index))

    def _of_parameter(self, view: FileView, scope: int, index: int) -> Type:
        params = view.definitions[view.scopes[scope].definition].params
        if index >= len(params) or params[index].annotation is None:
            return None
        written = self.of_written(params[index].annotation, view, scope)
        gathers = params[index].kind == "*" and not self._names.strict
        return ArrayType(written) if gathers else written

    def _of_call(self, index: int, view: FileView) -> Type:
        """Return the type of what a call gives; calls may be written in terms of each other."""
        found: Type = self._analysis.solver.solve(
            ("tc", view.path, index),
            lambda: self._find_of_call(index, view),
            view.answers,
            view.mark,
            TYPE,
        )
        return found

    def _find_of_call(self, index: int, view: FileView) -> Type:
        called = self._analysis.calls.called_by(view, index)
        if len(called) > 1 and self._names.strict:
            results = {
                self._of_result(v) if (type(v) is Function or type(v) is Bound) else None
                for v in called
            }
            return next(iter(results)) if len(results) == 1 else None
        if len(called) != 1:
            return None
        (value,) = called
        if type(value) is Class:
            return self._own(value)
        if type(value) is Function or type(value) is Bound:
            return self._of_result(value)
        return self._outside.of_call(index, view, is_outside=type(value) is External)

    def _of_result(self, value: Called) -> Type:
        view = self._analysis.view(value.path)
        definition = view.definitions[value.definition]
        self._analysis.ask(view, definition.name)
        if definition.returns is None:
            return None
        scope = definition.body if definition.body >= 0 else definition.scope
        # What a type parameter stands for, the call says.
        if self._names.strict:
            found = self.of_written(definition.returns, view, scope)
            return None if found == VARIABLE else found
        if isinstance(definition.returns, str) and self._is_parameter(definition, view):
            return None
        return self.of_written(definition.returns, view, scope)

    @staticmethod
    def _is_parameter(definition: Declaration, view: FileView) -> bool:
        """Whether a function gives what a type parameter of it or of its class stands for."""
        names = function_parameters(view, definition)
        around = view.scopes[definition.scope]
        if around.kind == "class" and around.definition >= 0:
            names += class_parameters(view, view.definitions[around.definition])
        return definition.returns in names

    def _count_taken(self, definition: Declaration) -> int:
        """Return how much a function takes; -1 if it names nothing, and may take anything."""
        params = definition.params
        is_open = len(params) == 1 and params[0].name == "it" and not self._names.strict
        return -1 if is_open else len(params)
