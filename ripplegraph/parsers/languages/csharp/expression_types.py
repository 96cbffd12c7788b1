"""The written types of expressions of C#."""

from __future__ import annotations

from ripplegraph.graph.expressions import (
    VOID,
    Attribute,
    Either,
    Expr,
    FunctionType,
    GenericType,
    Item,
)
from ripplegraph.graph.facts import PROPERTY, Declaration
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import (
    Bound,
    Called,
    Class,
    External,
    Function,
    Instance,
    Typed,
    Values,
)
from ripplegraph.parsers.families.typed.expression_types import Types
from ripplegraph.parsers.families.typed.types import (
    VARIABLE,
    CallableType,
    MaybeType,
    OutsideType,
    OwnType,
    PlainType,
    Type,
)
from ripplegraph.parsers.languages.csharp.outside_types import OutsideTypes
from ripplegraph.parsers.languages.csharp.type_names import CSHARP, FUNCTIONS, PROCEDURES, VOIDS


class CSharpTypes(Types):
    """Finds types, which are all declared."""

    def __init__(self, analysis: Analysis) -> None:
        super().__init__(analysis, CSHARP)
        self._outside = OutsideTypes(analysis, self)

    def of_written(self, written: Expr, view: FileView, scope: int) -> Type:
        if type(written) is Either and written.options[-1] is None:
            return self._optional(self.of_written(written.options[0], view, scope))
        if type(written) is GenericType and written.base != "[]":
            return self._of_generic(written, view, scope)
        return super().of_written(written, view, scope)

    def _of_generic(self, written: GenericType, view: FileView, scope: int) -> Type:
        """Return the type that a generic type is without what it is given, but for functions."""
        last = str(written.base).rpartition(".")[2]
        if last == "Expression" and written.arguments:
            return self.of_written(written.arguments[0], view, scope)
        if last in FUNCTIONS:
            gives = last not in VOIDS
            return CallableType(len(written.arguments) - (last not in PROCEDURES), gives)
        if last == "Nullable" and written.arguments:
            return self._optional(self.of_written(written.arguments[0], view, scope))
        return self._of_name(str(written.base), view, scope)

    def _optional(self, found: Type) -> Type:
        """Return what a type is of which nothing may be there: another one, if it is no class."""
        is_plain = found is not None and (
            type(found) is PlainType or (type(found) is OutsideType and found.name in CSHARP.sealed)
        )
        return MaybeType(found) if is_plain and found != OutsideType(CSHARP.text) else found

    def _of_name(self, name: str, view: FileView, scope: int) -> Type:
        if name in CSHARP.plain or name == CSHARP.text or name in CSHARP.roots:
            return CSHARP.read(name)
        if name in VOIDS:
            return CallableType(0, False)
        end = view.scopes[scope].end
        values = self._analysis.chain_values(name, view, scope, end, as_type=True)
        if len(values) > 1:
            owns = {self._own(value) for value in values if type(value) is Class}
            return owns.pop() if len(owns) == 1 else None
        if not values:
            return None if self._is_of_class(name, view, scope) else VARIABLE
        (value,) = values
        if type(value) is Class:
            return self._own(value)
        return CSHARP.read(name.rpartition(".")[2]) if type(value) is External else None

    @staticmethod
    def _is_of_class(name: str, view: FileView, scope: int) -> bool:
        """Whether a type parameter is that of a class, which a call of a method does not choose."""
        where = view.home(scope, name)
        around = view.scopes[where] if where >= 0 else None
        return around is not None and around.kind == "class" and around.definition >= 0

    def _own(self, value: Typed) -> Type:
        """Return the type that a class is; of one that is declared in parts, the first part."""
        view = self._analysis.view(value.path)
        parts = view.semantics.find_parts(view, value.definition)
        return OwnType(*min([(value.path, value.definition), *parts]))

    def of_values(self, values: Values) -> Type:
        types = {self._own(value) for value in values if type(value) is Instance}
        return types.pop() if len(types) == 1 and len(types) == len(values) else None

    def _of_form(self, expression: Expr, view: FileView, scope: int, position: int) -> Type:
        if type(expression) is FunctionType:
            gives = None if expression.result is None else expression.result != VOID
            return CallableType(len(expression.parameters), gives, is_literal=True)
        if type(expression) is Attribute:
            place = (view, scope, position)
            return self._outside.of_name(expression.base, expression.name, place)
        if type(expression) is Item:
            inner = self.of_expression(expression.base, view, scope, position)
            if inner == OutsideType(CSHARP.text):
                return PlainType("char")
        return self.of_values(self._analysis.evaluate(expression, view, scope, position))

    def _of_outside_chain(self, chain: str, view: FileView, scope: int, position: int) -> Type:
        return self._outside.of_chain(chain, view, scope, position)

    def _of_outside_call(self, index: int, view: FileView, *, is_outside: bool) -> Type:
        return self._outside.of_call(index, view, is_outside=is_outside)

    def _of_definition(self, view: FileView, index: int) -> Type:
        """Return the type of a property; of a function that is passed, that it is one."""
        definition = view.definitions[index]
        if definition.kind != "function":
            return None
        if not definition.flags & PROPERTY:
            return CallableType(len(definition.params), definition.returns is not None)
        return self._of_result(Function(view.path, index))

    def _gather(self, written: Type) -> Type:
        """An array is what is written."""
        return written

    def _find_of_call(self, index: int, view: FileView) -> Type:
        called = self._analysis.calls.called_by(view, index)
        if len(called) < 2:
            return super()._find_of_call(index, view)
        results = {
            self._of_result(v) if (type(v) is Function or type(v) is Bound) else None
            for v in called
        }
        return next(iter(results)) if len(results) == 1 else None

    def _of_result(self, value: Called) -> Type:
        found = super()._of_result(value)
        return None if found == VARIABLE else found

    def _is_parameter(self, definition: Declaration, view: FileView) -> bool:  # noqa: ARG002
        return False
