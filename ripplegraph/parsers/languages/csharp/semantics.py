"""The semantics of C#."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import Slot
from ripplegraph.linking.values.value import Class, External, Module, Namespace, Values
from ripplegraph.parsers.families.namespaces import NamespaceSemantics
from ripplegraph.parsers.languages.csharp.enclosing_scopes import CSharpScopes

_NAMED = frozenset({Class, External, Module, Namespace})
"""Values that a name of a type, or the first part of one, may stand for."""


class CSharpSemantics(NamespaceSemantics):
    """How the names and types of C# behave."""

    receiver = "this"
    parent = "base"
    constructors = ("constructor",)
    object_members = frozenset(
        {"Equals", "GetHashCode", "GetType", "MemberwiseClone", "ReferenceEquals", "ToString"}
    )
    members_around = True
    declared_types = True
    foreign_names = True
    extensions = True
    adds_members = True
    members_below = False
    types_in_body = True
    fits_targets = True
    overloads = True
    chooses_overloads = True
    type_names = "csharp"
    extension_functions = True
    extends_calls = True
    scopes = CSharpScopes
    _scopes: CSharpScopes

    def unbound_values(
        self, view: FileView, scope: int, name: str, slots: Sequence[Slot], *, as_type: bool
    ) -> Values:
        """A type is meant where only one can stand, whatever members have its name."""
        found = super().unbound_values(view, scope, name, slots, as_type=as_type)
        if not as_type or any(type(value) in _NAMED for value in found):
            return found
        return self._scopes.types(view, scope, name)
