"""The semantics that languages with namespaces share."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.linking.files.name_use import Use
from ripplegraph.linking.ordinary import OrdinarySemantics
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import Slot


class EnclosingSemantics(OrdinarySemantics):
    """Names that are seen through the classes and namespaces around a place."""

    enclosing_names = True

    def find_unbound(self, view: FileView, use: Use, scope: int, name: str) -> Sequence[Slot]:  # noqa: ARG002
        return self._analysis.enclosing_scopes.slots(view, scope, name)


class NamespaceSemantics(EnclosingSemantics):
    """Full names that all files share."""

    shared_names = "qualified"

    def added_members(self, view: FileView, index: int, name: str) -> Sequence[Slot]:
        return self._analysis.packages.part_slots(view, index, name)
