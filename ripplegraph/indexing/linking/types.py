"""The written types of expressions, where a language says them: what chooses among overloads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ripplegraph.graph.facts import NEW, PROPERTY, Expr
from ripplegraph.indexing.linking.slots import BINDING, Slot
from ripplegraph.indexing.linking.type_names import TypeNames
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

PLAIN: Final = "plain"
"""A type that is no class, by name: `int`."""
OWN: Final = "own"
"""A class of the project, by path and place."""
OUTSIDE: Final = "outside"
"""A type from outside, by the last part of its name."""
ARRAY: Final = "array"
"""An array of a type."""
FUNCTION: Final = "function"
"""A function, by how many parameters it has, or -1."""
UNTYPED: Final = "untyped"
"""At the end of a FUNCTION that is written on the spot, and has no type of its own."""
VARIABLE: Final = "variable"
"""A type that is a parameter itself."""
NOTHING: Final = "nothing"
"""What `null` is."""
MAYBE: Final = "maybe"
"""A type that is no class, or nothing."""

Type = tuple[Any, ...] | None
"""One of the words above with what follows it; None where nothing is known."""

_DEEPEST = 8


class Types:
    """Finds the types of expressions."""

    def __init__(self, world: World, names: TypeNames) -> None:
        self._world = world
        self._names = names

    def of_written(self, written: Expr, view: FileView, scope: int) -> Type:
        """Return the type that is written as an expression."""
        if isinstance(written, str):
            return self._of_name(written, view, scope)
        if not isinstance(written, (tuple, list)):
            return None
        tag = written[0]
        if tag == "k":
            return self._of_literal(written[1])
        if tag == "|" and self._names.strict and written[-1] is None:
            return self._optional(self.of_written(written[1], view, scope))
        if tag == "<" and written[1] == "[]":
            return (ARRAY, self.of_written(written[2][0], view, scope))
        if tag == "<" and self._names.strict:
            return self._of_generic(written, view, scope)
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
            return self._of_literal(name)
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
        return self._of_literal(name.rpartition(".")[2]) if value[0] == EXTERNAL else None

    def _own(self, value: Value) -> Type:
        """Return the type that a class is; of one that is declared in parts, the first part."""
        if not self._names.strict:
            return (OWN, value[1], value[2])
        parts = self._world.packages.parts(self._world.view(value[1]), value[2])
        return (OWN, *min([(value[1], value[2]), *parts]))

    def _of_values(self, values: Values) -> Type:
        types = {self._own(value) for value in values if value[0] == INSTANCE}
        return types.pop() if len(types) == 1 and len(types) == len(values) else None

    def _is_of_class(self, name: str, view: FileView, scope: int) -> bool:
        """Whether a type parameter is that of a class, which a call of a method does not choose."""
        where = view.home(scope, name) if self._names.strict else -1
        around = view.scopes[where] if where >= 0 else None
        return around is not None and around.kind == "class" and around.definition >= 0

    def of_expression(  # noqa: C901 - one branch for each form
        self, expression: Expr, view: FileView, scope: int, position: int, depth: int = 0
    ) -> Type:
        """Return the type of what an expression gives."""
        if expression is None or depth > _DEEPEST:
            return None
        if isinstance(expression, str):
            return self._of_chain(expression, view, scope, position, depth)
        if isinstance(expression, int):
            return self._of_call(expression, view)
        tag = expression[0]
        if tag == "k":
            return self._of_literal(expression[1])
        if tag == "=>":
            given = expression[2]
            gives = None if given is None else given[1] != "void"
            return (FUNCTION, len(expression[1]), gives, UNTYPED)
        if tag == "ty":
            return self.of_written(expression[1], view, scope)
        if tag == "\\":
            definition = view.definitions[expression[1]]
            is_class = definition.kind != "function"
            own = (OWN, view.path, expression[1])
            return own if is_class else (FUNCTION, len(definition.params))
        if tag == "|":
            parts = (
                self.of_expression(e, view, scope, position, depth + 1) for e in expression[1:]
            )
            return next((part for part in parts if part is not None), None)
        if tag == "+":
            parts = (
                self.of_expression(e, view, scope, position, depth + 1) for e in expression[1:]
            )
            return self._add(*parts)
        if tag == "[":
            inner = self.of_expression(expression[1], view, scope, position, depth + 1)
            if inner == (OUTSIDE, self._names.text) and self._names.strict:
                return (PLAIN, "char")
            found: Type = inner[1] if inner is not None and inner[0] == ARRAY else None
            return found or self._of_value(expression, view, scope, position)
        if tag == ".":
            values = self._world.evaluate(expression[1], view, scope, position)
            found = self._of_slots(self._member_slots(values, expression[2]), depth)
            if found is None and self._names.strict:
                place = (view, scope, position)
                return self._of_outside_name(expression[1], expression[2], place, depth)
            return found
        return self._of_value(expression, view, scope, position)

    def _of_value(self, expression: Expr, view: FileView, scope: int, position: int) -> Type:
        """Return the type of the one object that an expression may give."""
        if not self._names.strict:
            return None
        return self._of_values(self._world.evaluate(expression, view, scope, position))

    def _member_slots(self, values: Values, name: str) -> list[Slot]:
        return [slot for value in values for slot in self._world.member_slots(value, name)]

    def _of_chain(self, chain: str, view: FileView, scope: int, position: int, depth: int) -> Type:
        if chain.endswith("::"):
            return (FUNCTION, -1)
        if chain == view.rules.receiver:
            return self._of_values(self._world.receivers.own(view, scope))
        found = self._of_slots(self._world.chain_slots(chain, view, scope, position), depth)
        if found is None and self._names.strict:
            return self._of_outside_member(chain, view, scope, position, depth)
        return (PLAIN, "int") if found is None and chain.endswith(".length") else found

    def _of_outside_member(
        self, chain: str, view: FileView, scope: int, position: int, depth: int
    ) -> Type:
        """Return the type of a chain by what it may be, or by its last name."""
        values = self._world.chain_values(chain, view, scope, position)
        found = self._of_values(values)
        front, _, last = chain.rpartition(".")
        if found is not None or not front:
            return found
        if any(value[0] not in (EXTERNAL, RESULT) for value in values):
            return None
        return self._of_outside_name(front, last, (view, scope, position), depth)

    def _of_outside_name(
        self, front: Expr, last: str, place: tuple[FileView, int, int], depth: int
    ) -> Type:
        """Return the type of a member from outside, by what it is taken of and its name."""
        names = self._names
        if last in names.inner:
            taken = self.of_expression(front, *place, depth + 1)
            if taken is not None and taken[0] == MAYBE:
                inner: Type = taken[1]
                return inner
        if last in names.own_results and isinstance(front, str):
            own = self._of_literal(front.rpartition(".")[2])
            is_known = own is not None and (own[0] == PLAIN or own[1] in names.sealed)
            return own if is_known else None
        return self._of_literal(names.results[last]) if last in names.results else None

    def _of_slots(self, slots: Any, depth: int) -> Type:
        if len(slots) != 1 or slots[0][0] != BINDING:
            return None
        _, path, scope, index = slots[0]
        view = self._world.view(path)
        binding = view.scopes[scope].bindings[index]
        view.asked.add(binding.name)
        if binding.kind == "p":
            return self._of_parameter(view, scope, binding.index)
        if binding.kind == ":":
            return self.of_written(binding.annotation, view, scope)
        if binding.kind == "d" and self._names.strict:
            return self._of_property(view, binding.index)
        if binding.kind != "=":
            return None
        return self.of_expression(binding.value, view, scope, binding.position - 1, depth + 1)

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

    def _of_call(self, index: int, view: FileView) -> Type:
        called = self._world.calls.called_by(view, index)
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
        site = view.sites[index]
        callee = site.callee
        is_name = isinstance(callee, str)
        last = (callee.rpartition(".")[2] if is_name else str(callee[-1])) if callee else ""
        is_made = site.flags & NEW if self._names.strict else "(" not in last
        if value[0] == EXTERNAL and is_name and is_made:
            return self._of_literal(last)
        if self._names.strict:
            front = callee.rpartition(".")[0] if is_name else callee[1]
            return self._of_outside_name(front, last, (view, site.scope, site.position), 1)
        name = last.partition("(")[0]
        return self._of_literal(self._names.results[name]) if name in self._names.results else None

    def _of_result(self, value: Value) -> Type:
        view = self._world.view(value[1])
        definition = view.definitions[value[2]]
        view.asked.add(definition.name)
        if definition.returns is None:
            return None
        scope = definition.body if definition.body >= 0 else definition.scope
        found = self.of_written(definition.returns, view, scope)
        # What a type parameter stands for is not known where the function is called.
        return None if found == (VARIABLE,) else found

    def _add(self, one: Type, other: Type) -> Type:
        """Return the type of a sum: text, or the wider one of two numbers."""
        names = self._names
        if (OUTSIDE, names.text) in (one, other):
            return (OUTSIDE, names.text)
        if one is None or other is None or not one[0] == other[0] == PLAIN:
            return None
        return max(one, other, (PLAIN, "int"), key=lambda type_: names.plain.index(type_[1]))

    def _of_literal(self, name: str) -> Type:
        if name == "null":
            return (NOTHING,)
        name = self._names.aliases.get(name, name)
        return (PLAIN, name) if name in self._names.plain else (OUTSIDE, name)
