"""The semantics of Zig."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.facts import Declaration
from ripplegraph.linking.ordinary import OrdinarySemantics
from ripplegraph.linking.values.value import External, Module, Result, Values


class ZigSemantics(OrdinarySemantics):
    """How the names and types of Zig behave."""

    receiver = "<receiver>"
    call_method = ""
    foreign_names = True
    members_below = False

    def outside_instances(
        self, value: External | Module | Result, written: str = "", inner: Sequence[Values] = ()
    ) -> Values:
        """A file is a type, of which there are objects."""
        if type(value) is Module:
            return frozenset({value})
        return super().outside_instances(value, written, inner)

    def call_kind(self, definition: Declaration) -> str:
        return "calls" if definition.kind == "function" else "references"
