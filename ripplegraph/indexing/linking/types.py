"""The written types of expressions, where a language says them: what chooses among overloads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ripplegraph.graph.facts import PROPERTY, Declaration, Expr
from ripplegraph.indexing.linking.outside_types import OutsideTypes
from ripplegraph.indexing.linking.slots import BINDING, Slot
from ripplegraph.indexing.linking.type_names import TypeNames
from ripplegraph.indexing.linking.type_parameters import class_parameters, function_parameters
from ripplegraph.indexing.linking.type_words import (
    ARRAY,
    CONSTANT,
    FUNCTION,
    MAYBE,
    OUTSIDE,
    OWN,
    PLAIN,
    SPREAD,
    UNTYPED,
    VARIABLE,
    Type,
)
from ripplegraph.indexing.linking.values import (
    BOUND,
    CLASS,
    EXTERNAL,
    FUNC,
    INSTANCE,
    RESULT,
    Value,
    Values,
)
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

_DEEPEST = 8


class Types:
    """Finds the types of expressions."""

    def __init__(self, world: World, names: TypeNames) -> None:
        self._world = world
        self._names = names
        self._outside = OutsideTypes(world, names, self)
        self._working: set[tuple[str, int]] = set()
        """The calls whose results are being typed: two may be written in terms of each other."""

    def of_written(self, written: Expr, view: FileView, scope: int) -> Type:
        """Return the type that is written as an expression."""
        if isinstance(written, str):
            return self._of_name(written, view, scope)
        if not isinstance(written, (tuple, list)):
            return None
        tag = written[0]
        if tag == "k":
            return self._names.read(written[1])
        if tag == "|" and self._names.strict and written[-1] is None:
            return self._optional(self.of_written(written[1], view, scope))
        if tag == "g":
            return self._of_name(written[1], view, scope)
        if tag == "<" and written[1] == "[]":
            return (ARRAY, self.of_written(written[2][0], view, scope))
        if tag == "<" and self._names.strict:
            return self._of_generic(written, view, scope)
        if tag == "=>":
            return (FUNCTION, len(written[1]))
        if tag == "<":
            name = str(written[1]).removesuffix(".[]").removesuffix(".map[]")
            return (OUTSIDE, name.rpartition(".")[2])
        return None

    def _of_generic(self, written: Any, view: FileView, scope: int) -> Type:
        """Return the type that a generic type is without what it is given, but for functions."""
        last = str(written[1]).rpartition(".")[2]
        if last == "Expression" and written[2]:
            return self.of_written(written[2][0], view, scope)
        if last in self._names.functions:
            gives = last not in self._names.voids
            return (FUNCTION, len(written[2]) - (last not in self._names.procedures), gives)
        if last == "Nullable" and written[2]:
            return self._optional(self.of_written(written[2][0], view, scope))
        return self._of_name(str(written[1]), view, scope)

    def _optional(self, found: Type) -> Type:
        """Return what a type is of which nothing may be there: another one, if it is no class."""
        is_plain = found is not None and (
            found[0] == PLAIN or (found[0] == OUTSIDE and found[1] in self._names.sealed)
        )
        return (MAYBE, found) if is_plain and found != (OUTSIDE, self._names.text) else found

    def _of_name(self, name: str, view: FileView, scope: int) -> Type:
        world, names = self._world, self._names
        if names.strict and (name in names.plain or name == names.text or name in names.roots):
            return self._names.read(name)
        if name in names.voids:
            return (FUNCTION, 0, False)
        values = world.chain_values(name, view, scope, view.scopes[scope].end, as_type=True)
        if len(values) > 1 and self._names.strict:
            owns = {self._own(value) for value in values if value[0] == CLASS}
            return owns.pop() if len(owns) == 1 else None
        if len(values) != 1:
            return None if values or self._is_of_class(name, view, scope) else (VARIABLE,)
        (value,) = values
        if value[0] == CLASS:
            return self._own(value)
        if value[0] != EXTERNAL:
            return None
        last = (name if names.strict else value[1]).rpartition(".")[2]
        return self._names.read(last) if names.strict else (OUTSIDE, last)

    def _own(self, value: Value) -> Type:
        """Return the type that a class is; of one that is declared in parts, the first part."""
        if not self._names.strict:
            return (OWN, value[1], value[2])
        parts = self._world.packages.parts(self._world.view(value[1]), value[2])
        return (OWN, *min([(value[1], value[2]), *parts]))

    def of_values(self, values: Values) -> Type:
        """Return the type of what has one of some values, if they are of one."""
        if self._names.strict:
            types = {self._own(value) for value in values if value[0] == INSTANCE}
            return types.pop() if len(types) == 1 and len(types) == len(values) else None
        if len(values) != 1:
            return None
        (value,) = values
        if value[0] == INSTANCE:
            return (OWN, value[1], value[2])
        name = value[1].rpartition(".")[2] if value[0] == RESULT else ""
        is_type = name[:1].isupper() or name in self._names.plain
        return self._names.read(name) if is_type else None

    def _is_of_class(self, name: str, view: FileView, scope: int) -> bool:
        """Whether a type parameter is that of a class, which a call of a method does not choose."""
        where = view.home(scope, name) if self._names.strict else -1
        around = view.scopes[where] if where >= 0 else None
        return around is not None and around.kind == "class" and around.definition >= 0

    def of_expression(
        self, expression: Expr, view: FileView, scope: int, position: int, depth: int = 0
    ) -> Type:
        """Return the type of what an expression gives."""
        found = self._of_written_types(expression, view, scope, position, depth)
        if found not in (None, (VARIABLE,)) or expression is None or not view.rules.library:
            return found
        # What types are given is not written where they are used.
        return self.of_values(self._world.evaluate(expression, view, scope, position)) or found

    def _of_written_types(  # noqa: C901 - one branch for each form
        self, expression: Expr, view: FileView, scope: int, position: int, depth: int
    ) -> Type:
        if expression is None or depth > _DEEPEST:
            return None
        if isinstance(expression, str):
            return self._of_chain(expression, view, scope, position, depth)
        if isinstance(expression, int):
            return self._of_call(expression, view, depth)
        tag = expression[0]
        if tag == "k":
            return self._names.read(expression[1])
        if tag == "cl":
            return (OUTSIDE, "Class")
        if tag == "=>" and self._names.strict:
            given = expression[2]
            gives = None if given is None else given[1] != "void"
            return (FUNCTION, len(expression[1]), gives, UNTYPED)
        if tag == "ty":
            return self.of_written(expression[1], view, scope)
        if tag == "\\":
            definition = view.definitions[expression[1]]
            is_class = definition.kind != "function"
            own = (OWN, view.path, expression[1])
            return own if is_class else (FUNCTION, self._count_taken(definition))
        if tag == "|":
            return self._names.choose(
                [self.of_expression(e, view, scope, position, depth + 1) for e in expression[1:]]
            )
        if tag == "+":
            parts = (
                self.of_expression(e, view, scope, position, depth + 1) for e in expression[1:]
            )
            return self._names.add(*parts)
        if tag == "[":
            inner = self.of_expression(expression[1], view, scope, position, depth + 1)
            if inner == (OUTSIDE, self._names.text) and self._names.strict:
                return (PLAIN, "char")
            found: Type = inner[1] if inner is not None and inner[0] == ARRAY else None
            return found or self._of_value(expression, view, scope, position)
        if tag == "*" and not self._names.strict:
            return (SPREAD,)
        if tag == ".":
            values = self._world.evaluate(expression[1], view, scope, position)
            found = self._of_slots(self._member_slots(values, expression[2]), depth)
            if found is None and self._names.strict:
                place = (view, scope, position)
                return self._outside.of_name(expression[1], expression[2], place, depth)
            return found
        return self._of_value(expression, view, scope, position)

    def _of_value(self, expression: Expr, view: FileView, scope: int, position: int) -> Type:
        """Return the type of the one object that an expression may give."""
        if not self._names.strict:
            return None
        return self.of_values(self._world.evaluate(expression, view, scope, position))

    def of_declared(self, expression: Expr, view: FileView, scope: int, position: int) -> Type:
        """Return the type of an expression, where it is written or that of a literal."""
        if isinstance(expression, str):
            if expression == view.rules.receiver:
                return None
            slots = self._world.chain_slots(expression, view, scope, position)
            return self._of_slots(slots, _DEEPEST - 1)
        is_written = isinstance(expression, (tuple, list)) and expression[0] in ("k", "ty")
        return self.of_expression(expression, view, scope, position) if is_written else None

    def _member_slots(self, values: Values, name: str) -> list[Slot]:
        return [slot for value in values for slot in self._world.member_slots(value, name)]

    def _of_chain(self, chain: str, view: FileView, scope: int, position: int, depth: int) -> Type:
        if chain.endswith("::"):
            return (FUNCTION, -1)
        if chain == view.rules.receiver:
            return self.of_values(self._world.receivers.own(view, scope))
        found = self._of_slots(self._world.chain_slots(chain, view, scope, position), depth)
        if found is None and self._names.strict:
            return self._outside.of_chain(chain, view, scope, position, depth)
        front, _, last = chain.rpartition(".")
        if found is not None or not front:
            return found
        if last == "length":
            return (PLAIN, "int")
        holder = self._outside.of_static(front, view, scope, position)
        if holder is None:
            return None
        return self._outside.of_member(holder, f".{last}", view) or (CONSTANT, holder[1])

    def _of_slots(self, slots: Any, depth: int) -> Type:
        if len(slots) != 1 or slots[0][0] != BINDING:
            return None
        _, path, scope, index = slots[0]
        view = self._world.view(path)
        binding = view.scopes[scope].bindings[index]
        self._world.ask(view, binding.name)
        if binding.kind == "p":
            return self._of_parameter(view, scope, binding.index)
        if binding.kind == ":":
            return self.of_written(binding.annotation, view, scope)
        if binding.kind == "d" and self._names.strict:
            return self._of_property(view, binding.index)
        if binding.kind != "=" or (depth >= _DEEPEST - 1 and isinstance(binding.value, (str, int))):
            return None
        given = view.given_scope(scope, binding.position)
        return self.of_expression(binding.value, view, given, binding.position - 1, depth + 1)

    def _of_property(self, view: FileView, index: int) -> Type:
        """Return the type of a property; of a function that is passed, that it is one."""
        definition = view.definitions[index]
        if definition.kind != "function":
            return None
        if not definition.flags & PROPERTY:
            return (FUNCTION, len(definition.params), definition.returns is not None)
        return self._of_result((FUNC, view.path, index))

    def _of_parameter(self, view: FileView, scope: int, index: int) -> Type:
        params = view.definitions[view.scopes[scope].definition].params
        if index >= len(params) or params[index].annotation is None:
            return None
        written = self.of_written(params[index].annotation, view, scope)
        gathers = params[index].kind == "*" and not self._names.strict
        return (ARRAY, written) if gathers else written

    def _of_call(self, index: int, view: FileView, depth: int) -> Type:
        place = (view.path, index)
        if place in self._working:
            return None
        self._working.add(place)
        try:
            called = self._world.calls.called_by(view, index)
        finally:
            self._working.discard(place)
        if len(called) > 1 and self._names.strict:
            results = {self._of_result(v) if v[0] in (FUNC, BOUND) else None for v in called}
            return next(iter(results)) if len(results) == 1 else None
        if len(called) != 1:
            return None
        (value,) = called
        if value[0] == CLASS:
            return self._own(value)
        if value[0] in (FUNC, BOUND):
            return self._of_result(value)
        return self._outside.of_call(index, view, depth, is_outside=value[0] == EXTERNAL)

    def _of_result(self, value: Value) -> Type:
        view = self._world.view(value[1])
        definition = view.definitions[value[2]]
        self._world.ask(view, definition.name)
        if definition.returns is None:
            return None
        scope = definition.body if definition.body >= 0 else definition.scope
        # What a type parameter stands for, the call says.
        if self._names.strict:
            found = self.of_written(definition.returns, view, scope)
            return None if found == (VARIABLE,) else found
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
