"""The semantics that languages share whose files see names of their package."""

from __future__ import annotations

from collections.abc import Sequence
from posixpath import dirname

from ripplegraph.linking.files.name_use import Use
from ripplegraph.linking.lookup.packages import CLAUSE, outer_keys, package_names
from ripplegraph.linking.ordinary import OrdinarySemantics
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import NamespaceSlot, Slot


class PackageSemantics(OrdinarySemantics):
    """What one file of a package declares, the others see."""

    def find_unbound(self, view: FileView, use: Use, scope: int, name: str) -> Sequence[Slot]:
        own = self._analysis.packages.own_slots(view, name)
        found = own or super().find_unbound(view, use, scope, name)
        return found or self.find_undeclared(view, name)

    def find_undeclared(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that nothing in sight declares."""
        return ()

    def declared_names(self, view: FileView) -> set[tuple[str, str]]:
        return package_names(view) if view.scopes else set()


class FolderSemantics(PackageSemantics):
    """A package is a folder, and may call itself by another name than its path's."""

    def package_of(self, view: FileView) -> str:
        return dirname(view.path)

    def package_key(self, view: FileView) -> str:
        return f"{dirname(view.path)}:{view.facts.package}"

    def find_undeclared(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return the imported package that calls itself by a name other than its path's."""
        packages = self._analysis.packages
        for item in view.facts.imports:
            found = self._analysis.modules.resolve(view, item.spec).namespace
            if found is not None and packages.find(outer_keys(found, False)[0], CLAUSE + name):
                return (NamespaceSlot(found, self.sees_tests(view, found)),)
        return ()
