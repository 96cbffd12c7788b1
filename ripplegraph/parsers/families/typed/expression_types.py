"""The written types of expressions, where a language says them: what chooses among overloads."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from ripplegraph.graph.expressions import (
    Attribute,
    Builtin,
    DeclaredGeneric,
    DefinitionAt,
    Either,
    Expr,
    FunctionType,
    GenericType,
    InstanceOf,
    Item,
    Sum,
)
from ripplegraph.graph.facts import Binding, Declaration
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.engine.query_kinds import TYPE
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, Slot
from ripplegraph.linking.values.value import (
    Bound,
    Called,
    Class,
    External,
    Function,
    Typed,
    Values,
)
from ripplegraph.parsers.families.typed.type_names import TypeNames
from ripplegraph.parsers.families.typed.types import (
    VARIABLE,
    ArrayType,
    CallableType,
    OutsideType,
    OwnType,
    Type,
)


class Types(ABC):
    """Finds the types of expressions; a language says what its own ones do."""

    def __init__(self, analysis: Analysis, names: TypeNames) -> None:
        self._analysis = analysis
        self._names = names

    def of_written(self, written: Expr, view: FileView, scope: int) -> Type:
        """Return the type that is written as an expression."""
        if isinstance(written, str):
            return self._of_name(written, view, scope)
        match written:
            case Builtin(name):
                return self._names.read(name)
            case DeclaredGeneric(base):
                return self._of_name(base, view, scope)
            case GenericType("[]", arguments):
                return ArrayType(self.of_written(arguments[0], view, scope))
            case FunctionType(parameters):
                return CallableType(len(parameters))
            case GenericType(generic):
                name = str(generic).removesuffix(".[]").removesuffix(".map[]")
                return OutsideType(name.rpartition(".")[2])
        return None

    @abstractmethod
    def _of_name(self, name: str, view: FileView, scope: int) -> Type:
        """Return the type that a name or chain is that of."""

    def _own(self, value: Typed) -> Type:
        """Return the type that a class is."""
        return OwnType(value.path, value.definition)

    @abstractmethod
    def of_values(self, values: Values) -> Type:
        """Return the type of what has one of some values, if they are of one."""

    def of_expression(self, expression: Expr, view: FileView, scope: int, position: int) -> Type:
        """Return the type of what an expression gives."""
        found = self._of_written_types(expression, view, scope, position)
        if found not in (None, VARIABLE) or expression is None:
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
        match expression:
            case Builtin(name):
                return self._names.read(name)
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
                found: Type = inner.element if type(inner) is ArrayType else None
                return found or self._of_form(expression, view, scope, position)
            case Attribute(base, name):
                values = self._analysis.evaluate(base, view, scope, position)
                found = self._of_slots(self._member_slots(values, name))
                return found or self._of_form(expression, view, scope, position)
        return self._of_form(expression, view, scope, position)

    @abstractmethod
    def _of_form(self, expression: Expr, view: FileView, scope: int, position: int) -> Type:
        """Return the type of an expression that what it is made of does not say."""

    def _member_slots(self, values: Values, name: str) -> list[Slot]:
        return [slot for value in values for slot in self._analysis.member_slots(value, name)]

    def _of_chain(self, chain: str, view: FileView, scope: int, position: int) -> Type:
        if chain == view.semantics.receiver:
            return self.of_values(self._analysis.receivers.own(view, scope))
        found = self._of_slots(self._analysis.chain_slots(chain, view, scope, position))
        return found or self._of_outside_chain(chain, view, scope, position)

    @abstractmethod
    def _of_outside_chain(self, chain: str, view: FileView, scope: int, position: int) -> Type:
        """Return the type of a chain that leads to no variable of which one is known."""

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
        if binding.kind == "d":
            return self._of_definition(view, binding.index)
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

    def _of_definition(self, view: FileView, index: int) -> Type:
        """Return the type of what a definition gives where it is named."""
        return None

    def _of_parameter(self, view: FileView, scope: int, index: int) -> Type:
        params = view.definitions[view.scopes[scope].definition].params
        if index >= len(params) or params[index].annotation is None:
            return None
        written = self.of_written(params[index].annotation, view, scope)
        return self._gather(written) if params[index].kind == "*" else written

    def _gather(self, written: Type) -> Type:
        """Return the type of a parameter that takes any number of arguments of a type."""
        return ArrayType(written)

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
        if len(called) != 1:
            return None
        (value,) = called
        if type(value) is Class:
            return self._own(value)
        if type(value) is Function or type(value) is Bound:
            return self._of_result(value)
        return self._of_outside_call(index, view, is_outside=type(value) is External)

    @abstractmethod
    def _of_outside_call(self, index: int, view: FileView, *, is_outside: bool) -> Type:
        """Return the type of what a function that is not of the project gives."""

    def _of_result(self, value: Called) -> Type:
        view = self._analysis.view(value.path)
        definition = view.definitions[value.definition]
        self._analysis.ask(view, definition.name)
        if definition.returns is None:
            return None
        scope = definition.body if definition.body >= 0 else definition.scope
        # What a type parameter stands for, the call says.
        if self._is_parameter(definition, view):
            return None
        return self.of_written(definition.returns, view, scope)

    def _is_parameter(self, definition: Declaration, view: FileView) -> bool:
        """Whether a function gives what a type parameter of it or of its class stands for."""
        if not isinstance(definition.returns, str):
            return False
        names = view.type_parameters(definition)
        around = view.scopes[definition.scope]
        if around.kind == "class" and around.definition >= 0:
            names += view.type_parameters(view.definitions[around.definition])
        return definition.returns in names

    def _count_taken(self, definition: Declaration) -> int:
        """Return how much a function takes; -1 if it may take anything."""
        return len(definition.params)
