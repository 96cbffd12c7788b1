"""Values at the places that names and attributes lead to."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ripplegraph.graph.expressions import Builtin, DisplayAt, Expr, is_plain
from ripplegraph.graph.facts import Binding
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import (
    BindingSlot,
    DefinitionSlot,
    ExportSlot,
    ItemSlot,
    ModuleSlot,
    OutsideSlot,
    SetSlot,
    Slot,
)
from ripplegraph.linking.values.value import (
    EMPTY,
    Class,
    DisplayValue,
    External,
    Function,
    Instance,
    Module,
    Namespace,
    Result,
    TypedObject,
    Value,
    Values,
)
from ripplegraph.linking.values.value_sets import generic, join, one

_SEEN_KINDS = frozenset({"module", "class"})
"""The kinds of scopes whose names other files see."""
_TYPE_KINDS = frozenset({"class", "interface", "module"})


class SlotValues:
    """Works out what bindings and attributes hold."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def find(self, slot: Slot) -> Values:  # noqa: C901 - one branch for each form
        """Return what may be found at a slot."""
        if type(slot) is BindingSlot:
            view = self._analysis.view(slot.path)
            binding = view.scopes[slot.scope].bindings[slot.index]
            if binding.kind == "d":
                if not view.definitions[binding.index].decorators:
                    return self.definition_value(view, binding.index)
                self._analysis.ask_definition(view, binding.index)
                return view.semantics.bound_values(view, binding)
            if view.scopes[slot.scope].kind in _SEEN_KINDS:
                self._analysis.ask(view, binding.name)
            if binding.kind == "p":
                return self._analysis.flows.param_values(view, slot.scope, binding.index)
            if (
                binding.annotation is None
                and is_plain(binding.value)
                and not (_may_grow(binding.value) and view.appended(slot.scope, binding.name))
            ):
                return self._analysis.evaluate(binding.value, view, slot.scope, 0)
            return self._analysis.solver.solve(
                slot,
                lambda: self._binding_values(view, slot.scope, binding),
                view.answers,
                view.mark,
            )
        if type(slot) is ModuleSlot:
            return one(Module(slot.path))
        if type(slot) is OutsideSlot:
            return one(External(slot.name))
        if type(slot) is SetSlot:
            view = self._analysis.views[slot.path]
            return self._analysis.solver.solve(
                slot, lambda: self._set_values(slot), view.answers, view.mark
            )
        if type(slot) is ExportSlot:
            return self._analysis.modules.export_values(slot.path, slot.name)
        if type(slot) is DefinitionSlot:
            return self.definition_value(self._analysis.view(slot.path), slot.definition)
        if type(slot) is ItemSlot:
            return self._analysis.containers.item_at(slot)
        return one(Namespace(slot.name, slot.inside))

    def definition_value(self, view: FileView, index: int) -> Values:
        """Return the function or class a definition makes."""
        definition = view.definitions[index]
        if definition.kind == "function":
            return one(Function(view.path, index))
        if definition.kind in _TYPE_KINDS:
            return one(Class(view.path, index))
        return EMPTY

    def _binding_values(self, view: FileView, scope: int, binding: Binding) -> Values:
        written, scope = view.type_scope(scope), view.code_scope(scope)
        position = binding.position
        if binding.kind == "t":
            return self._narrowed(view, scope, binding)
        if binding.annotation is not None:
            written = view.given_scope(written, position)
            declared = self._analysis.annotations.instances(
                binding.annotation, view, written, position
            )
            if declared:
                return declared
        given = view.given_scope(scope, position)
        values = self._analysis.evaluate(binding.value, view, given, position - 1)
        return self._grown(values, view, view.appended(scope, binding.name))

    def _grown(self, values: Values, view: FileView, calls: Sequence[int]) -> Values:
        """Return a list with what these calls add to it."""
        lists = view.semantics.known.lists
        if not calls or not any(_is_list(value, lists) for value in values):
            return values
        sites = [view.calls[i] for i in calls]
        added = [self._analysis.evaluate(s.args[-1], view, s.scope, s.position) for s in sites]
        return join((values, generic("iter", join(added))))

    def _narrowed(self, view: FileView, scope: int, binding: Binding) -> Values:
        """Return what a name may be once it is known to be an instance of some classes."""
        known = self._analysis.head_values(binding.name, view, scope, binding.position - 1)
        wanted = self._analysis.annotations.instances(
            binding.annotation, view, scope, binding.position
        )
        if not wanted:
            return known
        kept = frozenset(v for v in known if type(v) is Instance and self._may_be(v, wanted))
        return kept or wanted

    def _may_be(self, value: Instance, wanted: Values) -> bool:
        """Whether an instance is one of others: of a class below theirs, or from outside."""
        order = self._analysis.classes.order(value.path, value.definition)
        if any(type(v) is Instance and Class(v.path, v.definition) in order for v in wanted):
            return True
        outside = any(type(v) is not Instance and type(v) is not TypedObject for v in wanted)
        return outside and self._analysis.classes.is_open(value.path, value.definition)

    def _set_values(self, slot: SetSlot) -> Values:
        view = self._analysis.view(slot.path)
        item = view.facts.attributes[slot.index]
        self._analysis.ask(view, item.name)
        if item.annotation is not None:
            found = self._analysis.annotations.instances(
                item.annotation, view, item.scope, item.position
            )
            if found:
                return found
        values = self._analysis.evaluate(item.value, view, item.scope, item.position)
        return self._grown(values, view, view.appended_to_set(slot.index))


def _is_list(value: Value, lists: Collection[str]) -> bool:
    return type(value) is DisplayValue or (
        type(value) is Result and value.name.partition(".")[0] in lists
    )


_GROWING = frozenset({int, Builtin, DisplayAt})


def _may_grow(expression: Expr) -> bool:
    """Whether an expression may make a list to add to."""
    return type(expression) in _GROWING
