"""The semantics of Elixir."""

from __future__ import annotations

from ripplegraph.linking.semantics import FileView
from ripplegraph.parsers.families.namespaces import NamespaceSemantics


class ElixirSemantics(NamespaceSemantics):
    """How the names and types of Elixir behave."""

    receiver = "__MODULE__"
    members_around = True
    outer_functions = False
    foreign_names = True
    adds_members = True
    members_below = False

    def offers(self, view: FileView, name: str) -> bool:
        return True
