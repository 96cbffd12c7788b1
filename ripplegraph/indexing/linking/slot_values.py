"""What may be found where names and attributes lead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ripplegraph.graph.facts import CLASS_METHOD, PROPERTY, STATIC, Binding, Expr
from ripplegraph.indexing.linking.plain import is_plain
from ripplegraph.indexing.linking.slots import (
    BINDING,
    EXPORTED,
    ITEM,
    OUTSIDE,
    SET,
    SYMBOL,
    TO_MODULE,
    TO_NAMESPACE,
    Slot,
)
from ripplegraph.indexing.linking.values import (
    CLASS,
    DISPLAY,
    EMPTY,
    EXTERNAL,
    FUNC,
    INSTANCE,
    MODULE,
    NAMESPACE,
    OBJECT,
    PACKAGE,
    RESULT,
    Value,
    Values,
    generic,
    join,
    one,
)
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

_LISTS = frozenset({"builtins", "collections"})
_SEEN_KINDS = frozenset({"module", "class"})
"""The kinds of scopes whose names other files see."""
_TYPE_KINDS = frozenset({"class", "interface", "module"})


class SlotValues:
    """Works out what bindings and attributes hold."""

    def __init__(self, world: World) -> None:
        self._world = world

    def find(self, slot: Slot) -> Values:  # noqa: C901 - one branch for each form
        """Return what may be found at a slot."""
        kind = slot[0]
        if kind == BINDING:
            view = self._world.view(slot[1])
            binding = view.scopes[slot[2]].bindings[slot[3]]
            if binding.kind == "d":
                if not view.definitions[binding.index].decorators:
                    return self.definition_value(view, binding.index)
                self._world.ask_definition(view, binding.index)
                return self._defined_value(view, binding)
            if view.scopes[slot[2]].kind in _SEEN_KINDS:
                self._world.ask(view, binding.name)
            if binding.kind == "p":
                return self._world.flows.param_values(view, slot[2], binding.index)
            if (
                binding.annotation is None
                and is_plain(binding.value)
                and not (_may_grow(binding.value) and view.appended(slot[2], binding.name))
            ):
                return self._world.evaluate(binding.value, view, slot[2], 0)
            return self._world.solver.solve(
                slot,
                lambda: self._binding_values(view, slot[2], binding),
                view.answers,
                view.mark,
            )
        if kind == TO_MODULE:
            return one(MODULE, slot[1])
        if kind == OUTSIDE:
            return one(EXTERNAL, slot[1])
        if kind == SET:
            view = self._world.views[slot[1]]
            return self._world.solver.solve(
                slot, lambda: self._set_values(slot), view.answers, view.mark
            )
        if kind == EXPORTED:
            return self._world.modules.export_values(slot[1], slot[2])
        if kind == SYMBOL:
            return self.definition_value(self._world.view(slot[1]), slot[2])
        if kind == ITEM:
            return self._world.containers.item_at(slot)
        return one(NAMESPACE, *slot[1:]) if kind == TO_NAMESPACE else one(PACKAGE, slot[1])

    def definition_value(self, view: FileView, index: int) -> Values:
        """Return the function or class a definition makes."""
        definition = view.definitions[index]
        if definition.kind == "function":
            return one(FUNC, view.path, index)
        if definition.kind in _TYPE_KINDS:
            return one(CLASS, view.path, index)
        return EMPTY

    def _binding_values(self, view: FileView, scope: int, binding: Binding) -> Values:
        written, scope = view.type_scope(scope), view.code_scope(scope)
        position = binding.position
        if binding.kind == "t":
            return self._narrowed(view, scope, binding)
        if binding.annotation is not None:
            written = view.given_scope(written, position)
            declared = self._world.annotations.instances(
                binding.annotation, view, written, position
            )
            if declared:
                return declared
        given = view.given_scope(scope, position)
        values = self._world.evaluate(binding.value, view, given, position - 1)
        return self._grown(values, view, view.appended(scope, binding.name))

    def _grown(self, values: Values, view: FileView, calls: Sequence[int]) -> Values:
        """Return a list with what these calls add to it."""
        if not calls or not any(_is_list(value) for value in values):
            return values
        sites = [view.calls[i] for i in calls]
        added = [self._world.evaluate(s.args[-1], view, s.scope, s.position) for s in sites]
        return join((values, generic("iter", join(added))))

    def _defined_value(self, view: FileView, binding: Binding) -> Values:
        """Return what a definition makes, and what its decorators make of it."""
        own = self.definition_value(view, binding.index)
        definition = view.definitions[binding.index]
        if view.rules.receiver or definition.flags & (PROPERTY | STATIC | CLASS_METHOD):
            return own
        names = [d for d in definition.decorators if isinstance(d, str)]
        if not names or definition.kind != "function":
            return own
        return self._world.solver.solve(
            ("dd", view.path, binding.index),
            lambda: join([own, *(self._decorated(view, binding, name) for name in names)]),
            view.answers,
            view.mark,
        )

    def _decorated(self, view: FileView, binding: Binding, name: str) -> Values:
        """A class as decorator makes an instance, unless that only stands for the function."""
        scope = view.definitions[binding.index].scope
        classes = self._world.chain_values(name, view, scope, binding.position)
        return frozenset(
            (INSTANCE, v[1], v[2])
            for v in classes
            if v[0] == CLASS and not self._world.classes.member_slots(v, "__get__")
        )

    def _narrowed(self, view: FileView, scope: int, binding: Binding) -> Values:
        """Return what a name may be once it is known to be an instance of some classes."""
        known = self._world.head_values(binding.name, view, scope, binding.position - 1)
        wanted = self._world.annotations.instances(
            binding.annotation, view, scope, binding.position
        )
        if not wanted:
            return known
        kept = frozenset(v for v in known if v[0] == INSTANCE and self._may_be(v, wanted))
        return kept or wanted

    def _may_be(self, value: Value, wanted: Values) -> bool:
        """Whether an instance is one of others: of a class below theirs, or from outside."""
        order = self._world.classes.order(value[1], value[2])
        if any(v[0] == INSTANCE and (CLASS, v[1], v[2]) in order for v in wanted):
            return True
        outside = any(v[0] not in (INSTANCE, OBJECT) for v in wanted)
        return outside and self._world.classes.is_open(value[1], value[2])

    def _set_values(self, slot: Slot) -> Values:
        view = self._world.view(slot[1])
        item = view.facts.attributes[slot[2]]
        self._world.ask(view, item.name)
        if item.annotation is not None:
            found = self._world.annotations.instances(
                item.annotation, view, item.scope, item.position
            )
            if found:
                return found
        values = self._world.evaluate(item.value, view, item.scope, item.position)
        return self._grown(values, view, view.appended_to_set(slot[2]))


def _is_list(value: Value) -> bool:
    return value[0] == DISPLAY or (value[0] == RESULT and value[1].partition(".")[0] in _LISTS)


def _may_grow(expression: Expr) -> bool:
    """Whether an expression may make a list to add to."""
    if isinstance(expression, (tuple, list)):
        return expression[0] in ("k", "D")
    return isinstance(expression, int)
