"""The semantics that languages share whose files see names of their package."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.linking.files.name_use import Use
from ripplegraph.linking.ordinary import OrdinarySemantics
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import Slot


class PackageSemantics(OrdinarySemantics):
    """What one file of a package declares, the others see."""

    def find_unbound(self, view: FileView, use: Use, scope: int, name: str) -> Sequence[Slot]:
        own = self._analysis.packages.own_slots(view, name)
        found = own or super().find_unbound(view, use, scope, name)
        return found or self.find_undeclared(view, name)

    def find_undeclared(self, view: FileView, name: str) -> Sequence[Slot]:  # noqa: ARG002
        """Return where a name leads that nothing in sight declares."""
        return ()


class FolderSemantics(PackageSemantics):
    """A package is a folder, and may call itself by another name than its path's."""

    shared_names = "folder"

    def find_undeclared(self, view: FileView, name: str) -> Sequence[Slot]:
        return self._analysis.packages.called_slots(view, name)
