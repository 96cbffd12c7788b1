"""The semantics of C#."""

from __future__ import annotations

from ripplegraph.parsers.families.namespaces import NamespaceSemantics


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
