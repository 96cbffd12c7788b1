"""The written types of expressions on the JVM."""

from __future__ import annotations

from ripplegraph.graph.expressions import Builtin, ClassObject, Expr, InstanceOf, Spread
from ripplegraph.graph.facts import Declaration
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import Class, External, Instance, Result, Values
from ripplegraph.parsers.families.jvm.outside_types import OutsideTypes
from ripplegraph.parsers.families.jvm.type_names import JVM
from ripplegraph.parsers.families.typed.expression_types import Types
from ripplegraph.parsers.families.typed.types import (
    SPREAD,
    VARIABLE,
    CallableType,
    ConstantType,
    OutsideType,
    OwnType,
    PlainType,
    Type,
)


class JvmTypes(Types):
    """Finds types, those of the library by what is known about that."""

    def __init__(self, analysis: Analysis) -> None:
        super().__init__(analysis, JVM)
        self._outside = OutsideTypes(analysis, JVM, self)

    def _of_name(self, name: str, view: FileView, scope: int) -> Type:
        end = view.scopes[scope].end
        values = self._analysis.chain_values(name, view, scope, end, as_type=True)
        if len(values) != 1:
            return None if values else VARIABLE
        (value,) = values
        if type(value) is Class:
            return self._own(value)
        return OutsideType(value.name.rpartition(".")[2]) if type(value) is External else None

    def of_values(self, values: Values) -> Type:
        if len(values) != 1:
            return None
        (value,) = values
        if type(value) is Instance:
            return OwnType(value.path, value.definition)
        name = value.name.rpartition(".")[2] if type(value) is Result else ""
        is_type = name[:1].isupper() or name in JVM.plain
        return JVM.read(name) if is_type else None

    def _of_form(self, expression: Expr, view: FileView, scope: int, position: int) -> Type:
        if type(expression) is ClassObject:
            return OutsideType("Class")
        return SPREAD if type(expression) is Spread else None

    def _of_chain(self, chain: str, view: FileView, scope: int, position: int) -> Type:
        if chain.endswith("::"):
            return CallableType(-1)
        return super()._of_chain(chain, view, scope, position)

    def _of_outside_chain(self, chain: str, view: FileView, scope: int, position: int) -> Type:
        front, _, last = chain.rpartition(".")
        if not front:
            return None
        if last == "length":
            return PlainType("int")
        holder = self._outside.of_static(front, view, scope, position)
        if holder is None:
            return None
        return self._outside.of_member(holder, f".{last}", view) or ConstantType(holder.name)

    def _of_outside_call(self, index: int, view: FileView, *, is_outside: bool) -> Type:
        return self._outside.of_call(index, view, is_outside=is_outside)

    def _count_taken(self, definition: Declaration) -> int:
        """A function that names nothing may take anything, or nothing."""
        params = definition.params
        is_open = len(params) == 1 and params[0].name == "it"
        return -1 if is_open else len(params)

    def of_declared(self, expression: Expr, view: FileView, scope: int, position: int) -> Type:
        """Return the type of an expression, where it is written or that of a literal."""
        if isinstance(expression, str):
            if expression == view.semantics.receiver:
                return None
            slots = self._analysis.chain_slots(expression, view, scope, position)
            return self._of_slots(slots, follows=False)
        is_written = isinstance(expression, (Builtin, InstanceOf))
        return self.of_expression(expression, view, scope, position) if is_written else None
