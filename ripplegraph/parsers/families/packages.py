"""The semantics that languages share whose files see names of their package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from posixpath import dirname

from ripplegraph.linking.files.name_use import NameUse
from ripplegraph.linking.lookup.packages import ALL, CLAUSE, FILE, nearest, outer_keys
from ripplegraph.linking.ordinary import OrdinarySemantics
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import NamespaceSlot, OutsideSlot, Slot


class PackageSemantics(OrdinarySemantics):
    """What one file of a package declares, the others see."""

    def find_unbound(self, view: FileView, use: NameUse, scope: int, name: str) -> Sequence[Slot]:
        found = self._find_beside(view, name) or super().find_unbound(view, use, scope, name)
        return found or self.find_undeclared(view, name)

    def find_undeclared(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that nothing in sight declares."""
        return ()

    def declared_names(self, view: FileView) -> set[tuple[str, str]]:
        return self.offer_names(view) if view.scopes else set()

    def find_in_namespace(
        self, namespace: str, name: str, view: FileView | None = None
    ) -> Sequence[Slot]:
        """Return where a name leads that code writes behind what may be a package."""
        importer = view.path if view is not None else ""
        found = self._analysis.packages.member_slots(namespace, False, name, importer)
        if found or not name.isidentifier():
            return found
        if name[:1].islower():
            return (NamespaceSlot(f"{namespace}.{name}", importer),)
        return (OutsideSlot(f"<{namespace}>.{name}"),)

    def package_key(self, view: FileView) -> str:
        """Return what the files that see a file's names have in common."""
        return view.facts.package

    def package_of(self, view: FileView) -> str:
        """Return the package that a file is part of, as others import it."""
        return view.facts.package

    def _find_beside(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that another file of the same package declares."""
        packages = self._analysis.packages
        paths = nearest(packages.find(self.package_key(view), name), self.importer_of(view))
        return packages.slots(packages.built_with(view, paths, name), name)

    def offer_names(
        self, view: FileView, *, is_test: bool = False, is_offered: bool = True
    ) -> set[tuple[str, str]]:
        """Return what a file declares for its package, and if offered, for those who import it."""
        bindings = view.scopes[0].bindings
        names = {
            name
            for name, indexes in view.table(0).items()
            if any(bindings[i].kind not in "if" for i in indexes)
        }
        names.discard("*")
        extended = set(extension_members(view))
        members = {f"{own}.{name}" for own, name in extended} | {
            f"{own}.{ALL}" for own, _ in extended
        }
        inner = self.package_key(view)
        found = {(inner, name) for name in names | members}
        if is_offered:
            home = self.package_of(view)
            outer = outer_keys(home, True)[is_test]
            found |= {(outer, name) for name in (*names, FILE, CLAUSE + view.facts.package)}
        return found


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


def extension_members(view: FileView) -> Iterator[tuple[str, str]]:
    """Return each type that a file extends with each member that it gives it."""
    for extension in view.facts.extensions:
        for name in view.table(extension.scope):
            yield extension.name, name
