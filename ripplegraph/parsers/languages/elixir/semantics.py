"""The semantics of Elixir."""

from __future__ import annotations

from ripplegraph.linking.semantics import FileView
from ripplegraph.parsers.families.namespaces import PartSemantics


class ElixirSemantics(PartSemantics):
    """How the names and types of Elixir behave."""

    receiver = "__MODULE__"
    members_around = True
    outer_functions = False
    foreign_names = True
    members_below = False

    def offers(self, view: FileView, name: str) -> bool:
        return True
