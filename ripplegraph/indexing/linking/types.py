"""The written types of expressions, where a language says them: what chooses among overloads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ripplegraph.graph.facts import Declaration, Expr
from ripplegraph.indexing.linking.library import read_library
from ripplegraph.indexing.linking.slots import BINDING, Slot
from ripplegraph.indexing.linking.type_parameters import class_parameters, function_parameters
from ripplegraph.indexing.linking.type_words import (
    ARRAY,
    CONSTANT,
    FUNCTION,
    OUTSIDE,
    OWN,
    PLAIN,
    PLAIN_NAMES,
    VARIABLE,
    Type,
    add_types,
    choose_type,
    name_of,
    read_library_type,
    read_literal_type,
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
_SAME: Final = frozenset({"requireNonNull", "requireNonNullElse", "max", "min", "abs"})
"""Functions from outside that give what they are given."""
_ROOT: Final = "Object"
_DEEPEST = 8


class Types:
    """Finds the types of expressions."""

    def __init__(self, world: World) -> None:
        self._world = world

    def of_written(self, written: Expr, view: FileView, scope: int) -> Type:
        """Return the type that is written as an expression."""
        if isinstance(written, str):
            return self._of_name(written, view, scope)
        if not isinstance(written, (tuple, list)):
            return None
        tag = written[0]
        if tag == "k":
            return read_literal_type(written[1])
        if tag == "g":
            return self._of_name(written[1], view, scope)
        if tag == "<" and written[1] == "[]":
            return (ARRAY, self.of_written(written[2][0], view, scope))
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

    def of_expression(
        self, expression: Expr, view: FileView, scope: int, position: int, depth: int = 0
    ) -> Type:
        """Return the type of what an expression gives."""
        found = self._of_written_types(expression, view, scope, position, depth)
        if found not in (None, (VARIABLE,)) or expression is None or not view.rules.library:
            return found
        # What types are given is not written where they are used.
        return _of_values(self._world.evaluate(expression, view, scope, position)) or found

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
            return read_literal_type(expression[1])
        if tag == "cl":
            return (OUTSIDE, "Class")
        if tag == "ty":
            return self.of_written(expression[1], view, scope)
        if tag == "\\":
            definition = view.definitions[expression[1]]
            is_class = definition.kind != "function"
            own = (OWN, view.path, expression[1])
            return own if is_class else (FUNCTION, len(definition.params))
        if tag == "|":
            return choose_type(
                [self.of_expression(e, view, scope, position, depth + 1) for e in expression[1:]]
            )
        if tag == "+":
            parts = (
                self.of_expression(e, view, scope, position, depth + 1) for e in expression[1:]
            )
            return add_types(*parts)
        if tag == "[":
            inner = self.of_expression(expression[1], view, scope, position, depth + 1)
            return inner[1] if inner is not None and inner[0] == ARRAY else None
        if tag == ".":
            values = self._world.evaluate(expression[1], view, scope, position)
            return self._of_slots(self._member_slots(values, expression[2]), depth)
        return None

    def _of_member(self, inner: Type, name: str, view: FileView) -> Type:
        """Return the type of a member that comes from outside, by the type it is a member of."""
        library = read_library(view.rules.library)
        if inner is None or inner[0] not in (OUTSIDE, OWN):
            return None
        if inner[0] == OUTSIDE:
            found = library.find_result(inner[1], name)
            return read_library_type(found or library.find_result(_ROOT, name))
        for value in self._world.classes.order(inner[1], inner[2]):
            if value[0] == EXTERNAL:
                found = library.find_result(value[1].rpartition(".")[2], name)
                if found:
                    return read_library_type(found)
        return read_library_type(library.find_result(_ROOT, name))

    def _of_holder(
        self, callee: Expr, view: FileView, scope: int, position: int, depth: int
    ) -> Type:
        """Return the type that a method from outside is called on, which may be a type itself."""
        if not isinstance(callee, str):
            return self.of_expression(callee[1], view, scope, position, depth) if callee else None
        front = callee.rpartition(".")[0]
        if not front:
            return _of_values(self._world.receivers.own(view, scope))
        found = self.of_expression(front, view, scope, position, depth)
        return self._of_static(front, view, scope, position) if found is None else found

    def _of_static(self, chain: str, view: FileView, scope: int, position: int) -> Type:
        """Return the type from outside that a name is that of."""
        values = self._world.chain_values(chain, view, scope, position)
        is_type = len(values) == 1 and next(iter(values))[0] == EXTERNAL
        name = chain.rpartition(".")[2]
        return (OUTSIDE, name) if is_type and name[:1].isupper() else None

    def _member_slots(self, values: Values, name: str) -> list[Slot]:
        return [slot for value in values for slot in self._world.member_slots(value, name)]

    def _of_chain(self, chain: str, view: FileView, scope: int, position: int, depth: int) -> Type:
        if chain.endswith("::"):
            return (FUNCTION, -1)
        if chain == view.rules.receiver:
            return _of_values(self._world.receivers.own(view, scope))
        found = self._of_slots(self._world.chain_slots(chain, view, scope, position), depth)
        front, _, last = chain.rpartition(".")
        if found is not None or not front:
            return found
        if last == "length":
            return (PLAIN, "int")
        holder = self._of_static(front, view, scope, position)
        if holder is None:
            return None
        return self._of_member(holder, f".{last}", view) or (CONSTANT, holder[1])

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
        if binding.kind != "=":
            return None
        return self.of_expression(binding.value, view, scope, binding.position - 1, depth + 1)

    def _of_parameter(self, view: FileView, scope: int, index: int) -> Type:
        params = view.definitions[view.scopes[scope].definition].params
        if index >= len(params) or params[index].annotation is None:
            return None
        written = self.of_written(params[index].annotation, view, scope)
        return (ARRAY, written) if params[index].kind == "*" else written

    def _of_call(self, index: int, view: FileView, depth: int) -> Type:
        called = self._world.calls.called_by(view, index)
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
        if name_of(last) in _SAME and view.rules.library:
            made = view.calls[index]
            types = [
                self.of_expression(a, view, made.scope, made.position, depth + 1) for a in made.args
            ]
            return (
                add_types(*types)
                if len(types) == 2 and types[0] != types[1]
                else next(iter(types), None)
            )
        call = view.sites[index]
        holder = self._of_holder(callee, view, call.scope, call.position, depth + 1)
        found = self._of_member(holder, last, view)
        name = name_of(last)
        if found is not None:
            return found
        return read_literal_type(_OUTSIDE_RESULTS[name]) if name in _OUTSIDE_RESULTS else None

    def _of_result(self, value: Value) -> Type:
        view = self._world.view(value[1])
        definition = view.definitions[value[2]]
        view.asked.add(definition.name)
        if definition.returns is None:
            return None
        scope = definition.body if definition.body >= 0 else definition.scope
        # What a type parameter stands for, the call says.
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


def _of_values(values: Values) -> Type:
    if len(values) != 1:
        return None
    (value,) = values
    if value[0] == INSTANCE:
        return (OWN, value[1], value[2])
    name = value[1].rpartition(".")[2] if value[0] == RESULT else ""
    is_type = name[:1].isupper() or name in PLAIN_NAMES
    return read_literal_type(name) if is_type else None
