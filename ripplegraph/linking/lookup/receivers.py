"""A method's own object: the first parameter, `this`, `super`."""

from __future__ import annotations

from ripplegraph.graph.expressions import CallbackReceiver
from ripplegraph.graph.facts import CLASS_METHOD, STATIC, Declaration
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot
from ripplegraph.linking.values.value import EMPTY, Class, DisplayValue, Instance, Super, Values
from ripplegraph.linking.values.value_sets import join, one


class Receivers:
    """Finds the object that a place in a file belongs to."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def first_parameter(self, view: FileView, definition: Declaration) -> Values:
        """Return what the first parameter of a method is; nothing where it is a plain one."""
        around = view.scopes[definition.scope]
        if view.semantics.receiver or around.kind != "class" or definition.flags & STATIC:
            return EMPTY
        is_class = (
            definition.flags & CLASS_METHOD or definition.name in view.semantics.class_methods
        )
        return one((Class if is_class else Instance)(view.path, around.definition))

    def own(self, view: FileView, scope: int) -> Values:
        """Return what the receiver's keyword (`this`) means at a scope."""
        for inner in view.receiver_scopes(scope):
            found = self.of_scope(view, inner)
            if found or self._is_known_to_have(view, inner):
                return found
        holder = view.method_scope(scope)
        if holder < 0:
            return EMPTY
        written = view.table(holder).get(view.semantics.receiver)
        if written:
            return join(
                self._analysis.slot_values(BindingSlot(view.path, holder, i)) for i in written
            )
        current = view.scopes[holder]
        if current.definition < 0:
            return EMPTY
        if current.kind == "class":
            return one(Instance(view.path, current.definition))
        return self._of_function(view, current.definition)

    def of_scope(self, view: FileView, scope: int) -> Values:
        """Return what the receiver's keyword is bound to in a scope."""
        indexes = view.table(scope)[view.semantics.receiver]
        values = (self._analysis.slot_values(BindingSlot(view.path, scope, i)) for i in indexes)
        return self._analysis.expand(join(values))

    @staticmethod
    def _is_known_to_have(view: FileView, scope: int) -> bool:
        """Whether a function has an object of its own wherever it is passed to."""
        bindings = view.scopes[scope].bindings
        values = [bindings[i].value for i in view.table(scope)[view.semantics.receiver]]
        return not any(type(v) is CallbackReceiver for v in values)

    def _of_function(self, view: FileView, index: int) -> Values:
        definition = view.definitions[index]
        around = view.scopes[definition.scope]
        if around.kind == "class":
            made = Class if definition.flags & STATIC else Instance
            return one(made(view.path, around.definition))
        owner, is_static = view.owner_of_function(index)
        if owner >= 0 and is_static:
            return self._analysis.definition_value(view, owner)
        if owner >= 0:
            return one(Instance(view.path, owner))
        display = view.display_of_function(index)
        if display >= 0:
            return one(DisplayValue(view.path, display))
        return one(Instance(view.path, index))

    def parent(self, view: FileView, scope: int) -> Values:
        """Return what `super` gives at a scope: the members of the classes above."""
        holder = view.method_scope(scope)
        if holder < 0:
            return EMPTY
        index = view.scopes[holder].definition
        if view.scopes[holder].kind == "class":
            return one(Super(view.path, index, Instance(view.path, index)))
        definition = view.definitions[index]
        around = view.scopes[definition.scope]
        if around.kind != "class":
            return EMPTY
        receivers = (
            self._of_function(view, index)
            if view.semantics.receiver
            else self.first_parameter(view, definition)
        )
        return frozenset(
            Super(view.path, around.definition, receiver)
            for receiver in receivers
            if type(receiver) is Class or type(receiver) is Instance
        )
