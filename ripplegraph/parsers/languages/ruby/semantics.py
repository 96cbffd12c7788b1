"""The semantics of Ruby."""

from __future__ import annotations

from ripplegraph.parsers.families.namespaces import NamespaceSemantics


class RubySemantics(NamespaceSemantics):
    """How the names and types of Ruby behave."""

    receiver = "self"
    parent = "super"
    constructors = ("initialize",)
    call_method = "call"
    class_members = True
    members_around = True
    outer_functions = False
    foreign_names = True
    extensions = True
    adds_members = True
