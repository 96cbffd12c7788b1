"""Modules of Python: packages with their modules, and what an import of all names brings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from posixpath import dirname

from ripplegraph.graph.expressions import DisplayAt, TextLiteral
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.engine.marks import SUBMODULE
from ripplegraph.linking.engine.query_kinds import FLAG
from ripplegraph.linking.lookup.packages import QUALIFIED
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, ModuleSlot, NamespaceSlot, Slot

PACKAGES = ("__init__.py", "__init__.pyi")
"""Names of the files that make their folder a module."""
_FOLDER = f"python{QUALIFIED}"
"""Before the folder of a package without a file of its own."""


class PythonModules:
    """Finds what modules and packages offer."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._folders = find_folders(analysis.paths)

    def member_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where the name of a module leads: a package has its modules as members."""
        modules = self._analysis.modules
        found = modules.bound_slots(view, name) or self._bound_by_stars(view, name)
        if found:
            return found
        folder, _, file = view.path.rpartition("/")
        own = self.submodule_slots(folder, name) if file in PACKAGES else ()
        return own or modules.brought_slots(view, name)

    def star_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that a star import of this file may bring."""
        modules = self._analysis.modules
        if not modules.stars_of(view, 0, name):
            return ()
        return self._bound_by_stars(view, name) or modules.brought_slots(view, name)

    def _bound_by_stars(self, view: FileView, name: str) -> Sequence[Slot]:
        """Leave out modules of packages: they are brought only by chance."""
        return self._analysis.modules.brought_slots(view, name, accepts=_is_bound)

    def folder_slots(self, namespace: str, name: str) -> Sequence[Slot]:
        """Return where a member leads of a package without a file of its own."""
        return self.submodule_slots(namespace.removeprefix(_FOLDER), name)

    def submodule_slots(self, folder: str, name: str) -> Sequence[Slot]:
        """Return the submodule of a package folder."""
        base = f"{folder}/{name}" if folder else name
        solver = self._analysis.solver
        solver.read.add(solver.marks.of(SUBMODULE + base))
        for probe in (f"{base}/__init__.py", f"{base}.py", f"{base}/__init__.pyi", f"{base}.pyi"):
            if probe in self._analysis.paths:
                return (ModuleSlot(probe),)
        return (package_slot(base),) if base in self._folders else ()

    def offers(self, view: FileView, name: str) -> bool:
        """Whether `from module import *` brings a name."""
        self._analysis.ask_binding(view, name)
        names, parts = view.facts.all_names, view.facts.all_parts
        if names is None:
            return not name.startswith("_")
        if name in names:
            return True
        if not parts:
            return False
        return bool(
            self._analysis.solver.solve(
                ("mo", view.path, name),
                lambda: any(self._partoffers(view, chain, name) for chain in parts),
                view.answers,
                view.mark,
                FLAG,
            )
        )

    def _partoffers(self, view: FileView, chain: str, name: str) -> bool:
        """Whether a list that is part of an `__all__` holds a name; of one unknown, who knows."""
        slots = self._analysis.chain_slots(chain, view, 0, view.scopes[0].end)
        if not slots:
            return not name.startswith("_")
        for slot in slots:
            if type(slot) is not BindingSlot:
                continue
            target = self._analysis.view(slot.path)
            binding = target.scopes[slot.scope].bindings[slot.index]
            self._analysis.ask(target, binding.name)
            if binding.name == "__all__" and slot.scope == 0:
                if self.offers(target, name):
                    return True
            elif type(binding.value) is DisplayAt:
                items = target.facts.displays[binding.value.index].items
                if any(item == TextLiteral(name) for item in items):
                    return True
        return False


def package_slot(folder: str) -> Slot:
    """Return a package without a file of its own."""
    return NamespaceSlot(f"{_FOLDER}{folder}", False)


def find_folders(paths: Iterable[str]) -> frozenset[str]:
    """Return every folder that holds one of these files, at any depth."""
    found: set[str] = set()
    for path in paths:
        folder = dirname(path)
        while folder and folder not in found:
            found.add(folder)
            folder = dirname(folder)
    return frozenset(found)


def _is_bound(view: FileView, name: str, slot: Slot) -> bool:
    """Whether a name is more than that of a module beside others, which no statement here binds."""
    is_package = type(slot) is NamespaceSlot and slot.name.startswith(_FOLDER)
    if (type(slot) is not ModuleSlot and not is_package) or name in view.table(0):
        return True
    return view.facts.all_names is not None and name in view.facts.all_names
