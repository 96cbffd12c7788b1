"""The written types of expressions, where a language says them: what chooses among overloads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ripplegraph.graph.facts import Declaration, Expr
from ripplegraph.indexing.linking.slots import BINDING, Slot
from ripplegraph.indexing.linking.values import (
    BOUND,
    CLASS,
    EXTERNAL,
    FUNC,
    INSTANCE,
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
VARIABLE: Final = "variable"
"""A type that is a parameter itself."""
SPREAD: Final = "spread"
"""What is passed as any number of arguments."""
NOTHING: Final = "nothing"
"""What `null` is."""

Type = tuple[Any, ...] | None
"""One of the words above with what follows it; None where nothing is known."""

PLAIN_NAMES: Final = ("byte", "short", "char", "int", "long", "float", "double", "boolean")
_RESULTS: Final = {
    "int": "length size indexOf lastIndexOf hashCode compareTo intValue ordinal compare",
    "boolean": "equals isEmpty contains startsWith endsWith hasNext containsKey matches",
    "String": "toString substring trim getName getSimpleName name toLowerCase toUpperCase concat "
    "getMessage getCanonicalName format replaceAll join",
    "char": "charAt",
    "long": "longValue currentTimeMillis nanoTime",
    "double": "doubleValue",
    "Class": "getClass getSuperclass getComponentType",
}
_OUTSIDE_RESULTS: Final = {name: type_ for type_, ns in _RESULTS.items() for name in ns.split()}
"""What methods from outside give, by names that mean the same all over."""
_DEEPEST = 8


class Types:
    """Finds the types of expressions."""

    def __init__(self, world: World) -> None:
        self._world = world
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
            return _of_literal(written[1])
        if tag == "<" and written[1] == "[]":
            return (ARRAY, self.of_written(written[2][0], view, scope))
        if tag == "=>":
            return (FUNCTION, len(written[1]))
        if tag == "<":
            name = str(written[1]).removesuffix(".[]").removesuffix(".map[]")
            return (OUTSIDE, name.rpartition(".")[2])
        return None

    def _of_name(self, name: str, view: FileView, scope: int) -> Type:
        world = self._world
        values = world.chain_values(name, view, scope, view.scopes[scope].end, as_type=True)
        if len(values) != 1:
            return None if values else (VARIABLE,)
        (value,) = values
        if value[0] == CLASS:
            return (OWN, value[1], value[2])
        return (OUTSIDE, value[1].rpartition(".")[2]) if value[0] == EXTERNAL else None

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
            return _of_literal(expression[1])
        if tag == "ty":
            return self.of_written(expression[1], view, scope)
        if tag == "\\":
            definition = view.definitions[expression[1]]
            is_class = definition.kind != "function"
            own = (OWN, view.path, expression[1])
            return own if is_class else (FUNCTION, _count_taken(definition))
        if tag == "|":
            parts = (
                self.of_expression(e, view, scope, position, depth + 1) for e in expression[1:]
            )
            return next((part for part in parts if part is not None), None)
        if tag == "+":
            parts = (
                self.of_expression(e, view, scope, position, depth + 1) for e in expression[1:]
            )
            return _add(*parts)
        if tag == "[":
            inner = self.of_expression(expression[1], view, scope, position, depth + 1)
            return inner[1] if inner is not None and inner[0] == ARRAY else None
        if tag == "*":
            return (SPREAD,)
        if tag == ".":
            values = self._world.evaluate(expression[1], view, scope, position)
            return self._of_slots(self._member_slots(values, expression[2]), depth)
        return None

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
            return _of_values(self._world.receivers.own(view, scope))
        found = self._of_slots(self._world.chain_slots(chain, view, scope, position), depth)
        return (PLAIN, "int") if found is None and chain.endswith(".length") else found

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
        if binding.kind != "=" or (depth >= _DEEPEST - 1 and isinstance(binding.value, (str, int))):
            return None
        return self.of_expression(binding.value, view, scope, binding.position - 1, depth + 1)

    def _of_parameter(self, view: FileView, scope: int, index: int) -> Type:
        params = view.definitions[view.scopes[scope].definition].params
        if index >= len(params) or params[index].annotation is None:
            return None
        written = self.of_written(params[index].annotation, view, scope)
        return (ARRAY, written) if params[index].kind == "*" else written

    def _of_call(self, index: int, view: FileView) -> Type:
        place = (view.path, index)
        if place in self._working:
            return None
        self._working.add(place)
        try:
            called = self._world.calls.called_by(view, index)
        finally:
            self._working.discard(place)
        if len(called) != 1:
            return None
        (value,) = called
        if value[0] == CLASS:
            return (OWN, value[1], value[2])
        if value[0] in (FUNC, BOUND):
            return self._of_result(value)
        callee = view.sites[index].callee
        is_name = isinstance(callee, str)
        last = (callee.rpartition(".")[2] if is_name else str(callee[-1])) if callee else ""
        if value[0] == EXTERNAL and is_name and "(" not in last:
            return (OUTSIDE, last)
        name = last.partition("(")[0]
        return _of_literal(_OUTSIDE_RESULTS[name]) if name in _OUTSIDE_RESULTS else None

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


def _count_taken(definition: Declaration) -> int:
    """Return how much a function takes; -1 for one that names nothing, which may take anything."""
    params = definition.params
    return -1 if len(params) == 1 and params[0].name == "it" else len(params)


def _add(one: Type, other: Type) -> Type:
    """Return the type of a sum: text, or the wider one of two numbers."""
    if (OUTSIDE, "String") in (one, other):
        return (OUTSIDE, "String")
    if one is None or other is None or not one[0] == other[0] == PLAIN:
        return None
    return max(one, other, (PLAIN, "int"), key=lambda type_: PLAIN_NAMES.index(type_[1]))


def _of_values(values: Values) -> Type:
    if len(values) != 1:
        return None
    (value,) = values
    return (OWN, value[1], value[2]) if value[0] == INSTANCE else None


def _of_literal(name: str) -> Type:
    if name == "null":
        return (NOTHING,)
    return (PLAIN, name) if name in PLAIN_NAMES else (OUTSIDE, name)
