"""The semantics of Ruby."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ripplegraph.graph.facts import OF_CLASS
from ripplegraph.linking.files.rules import BoundNames
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import Slot
from ripplegraph.linking.values.value import Namespace
from ripplegraph.parsers.families.enclosing_scopes import NamespaceScopes
from ripplegraph.parsers.families.namespaces import PartSemantics


class RubyScopes(NamespaceScopes):
    """Sees what a module has that a class includes, though it lies in many files."""

    def _members(
        self, view: FileView, index: int, name: str, of_class: bool = False
    ) -> Sequence[Slot]:
        own = super()._members(view, index, name, of_class)
        return own or self._of_namespaces(view, index, name)

    def _of_namespaces(self, view: FileView, index: int, name: str) -> Sequence[Slot]:
        definition = view.definitions[index]
        for expression in definition.bases:
            for value in self._analysis.in_order(
                self._analysis.classes.base_values(expression, view, definition)
            ):
                if type(value) is Namespace:
                    found = self._analysis.packages.member_slots(value.name, False, name)
                    if found:
                        return found
        return ()


class RubySemantics(PartSemantics):
    """How the names and types of Ruby behave."""

    receiver = "self"
    parent = "super"
    constructors = ("initialize",)
    call_method = "call"
    scopes = RubyScopes
    members_around = True
    outer_functions = False
    foreign_names = True

    def unbound_key(self, file: BoundNames, scope: int) -> Hashable:
        """What a class has itself may have the name of what its objects have."""
        return super().unbound_key(file, scope), file.is_static(scope)

    def names_of_own(self, name: str) -> Sequence[str]:
        return f"{name}{OF_CLASS}", name
