"""Which of several functions with one name a call means, by how much it passes and of what types.

Types count as far as they are written: a literal, a variable with a declared type, an object that
is made on the spot. A type that is the same as the parameter's fits best, as in any language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ripplegraph.graph.facts import NEW, Call, Declaration, Expr
from ripplegraph.indexing.linking.values import BOUND, FUNC, Value, Values
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

_LITERALS: Final = {"str": "string", "int": "int"}
_NUMBERS: Final = frozenset({"decimal", "double", "float", "int", "long", "short", "uint", "ulong"})
_PLAIN: Final = _NUMBERS | {"bool", "byte", "char", "string"}
_NEVER: Final = -100


class OverloadCounts:
    """Chooses among functions that stand side by side under one name."""

    def __init__(self, world: World) -> None:
        self._world = world

    def choose(self, view: FileView, index: int, values: Values) -> Values:
        """Return the values that a call site may call, without functions that fit less well."""
        if len(values) < 2 or not view.rules.overloads_by_count:
            return values
        call = view.calls[index]
        types = [_written_type(view, call, argument) for argument in call.args]
        scores = {value: self._score(value, types) for value in values}
        best = max(scores.values())
        if best <= _NEVER:
            return values
        return frozenset(value for value, score in scores.items() if score == best)

    def is_open(self, values: Values) -> bool:
        """Whether it cannot be told which of several functions of one name is meant."""
        names = [
            self._world.view(value[1]).definitions[value[2]].name
            for value in values
            if value[0] in (FUNC, BOUND)
        ]
        return len(names) > len(set(names))

    def _score(self, value: Value, types: list[Expr]) -> int:
        if value[0] not in (FUNC, BOUND):
            return 0
        view = self._world.view(value[1])
        definition = view.definitions[value[2]]
        view.asked.add(definition.name)
        if not _fits_count(definition, len(types)):
            return _NEVER
        params = definition.params[: len(types)]
        return max(_NEVER, sum(map(_fit, types, [param.annotation for param in params])))


def _fits_count(definition: Declaration, count: int) -> bool:
    """Whether a function can be called with so many arguments."""
    needed = [p for p in definition.params if not p.kind and p.default is None]
    has_rest = any(p.kind for p in definition.params)
    return len(needed) <= count and (has_rest or count <= len(definition.params))


def _fit(passed: Expr, taken: Expr) -> int:
    """Return how well one argument fits a parameter, as far as both are written."""
    if passed is None or taken is None:
        return 0
    if passed == taken:
        return 2
    if not isinstance(passed, str) or not isinstance(taken, str):
        return 0
    if passed == "string" and taken in _PLAIN:
        return _NEVER
    if passed in _NUMBERS and taken in _PLAIN and taken not in _NUMBERS:
        return _NEVER
    return 1 if passed in _NUMBERS and taken in _NUMBERS else 0


def _written_type(view: FileView, call: Call, argument: Expr) -> Expr:
    """Return the type of what is passed, where it is written down in the file."""
    if isinstance(argument, int):
        made = view.sites[argument]
        return made.callee if made.flags & NEW else None
    if isinstance(argument, (tuple, list)):
        return _LITERALS.get(argument[1]) if argument[0] == "k" else None
    if not isinstance(argument, str) or "." in argument:
        return None
    where = view.home(call.scope, argument)
    indexes = view.table(where).get(argument, ()) if where >= 0 else ()
    if len(indexes) != 1:
        return None
    binding = view.scopes[where].bindings[indexes[0]]
    if binding.kind == "p":
        return view.definitions[view.scopes[where].definition].params[binding.index].annotation
    if isinstance(binding.value, int) and binding.annotation is None:
        return _written_type(view, call, binding.value)
    return binding.annotation
