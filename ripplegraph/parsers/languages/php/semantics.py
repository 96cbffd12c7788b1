"""The semantics of PHP."""

from __future__ import annotations

from ripplegraph.parsers.families.namespaces import NamespaceSemantics


class PhpSemantics(NamespaceSemantics):
    """How the names and types of PHP behave."""

    receiver = "$this"
    parent = "parent"
    constructors = ("__construct",)
    call_method = "__invoke"
    foreign_names = True
    members_below = False
