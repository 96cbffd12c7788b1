"""Paths of names that begin in a module, and imports of all names of modules."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.facts import EXPORTED
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.lookup.modules import EVERYWHERE
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, Slot

_FILE = "mod "
"""Before the name of a module: asks for the file that it would be in."""


class ModulePaths:
    """Follows paths and imports of everything."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def path_slots(self, view: FileView, spec: str, path: str) -> Sequence[Slot]:
        """Return where a chain of names leads that begins in a module; nothing if in itself."""
        front, _, last = path.rpartition(".")
        modules = self._analysis.modules
        return modules.find(
            ("mp", view.path, spec, path),
            lambda: modules.inner_slots(modules.member_slots(view, spec, front), last),
        )

    def direct_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return the module or definition of a name that is also imported: `use a::a; mod a;`."""
        self._analysis.ask_binding(view, name)
        bindings = view.scopes[0].bindings
        indexes = [i for i in view.table(0).get(name, ()) if bindings[i].kind in "di"]
        return [slot for i in indexes for slot in self._analysis.names.follow(view, 0, i)]

    def guessed_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return the file that a module has for a name, declared by something that nobody reads."""
        if not name[:1].islower():
            return ()
        return self._analysis.modules.module_slots(view, _FILE + name)

    def scope_stars(self, view: FileView, name: str, scope: int = EVERYWHERE) -> Sequence[Slot]:
        """Return where a name leads that star imports of one scope may bring, or of any scope."""
        return self._analysis.modules.find(
            ("ms", view.path, scope, name), lambda: self.all_stars(view, name, scope)
        )

    def all_stars(self, view: FileView, name: str, scope: int = 0) -> Sequence[Slot]:
        """Return where a name leads that star imports bring.

        Several of one scope bring it only where each is for another build: then it is all of them.
        """
        modules = self._analysis.modules
        found: dict[Slot, None] = {}
        home = EVERYWHERE
        for star in reversed(modules.stars_of(view, scope, name)):
            if found and star[0] != home:
                break
            slots = modules.brought_slots(view, name, stars=(star,))
            if not found or (slots and all(self._is_public(slot) for slot in (*slots, *found))):
                found.update(dict.fromkeys(slots))
                home = star[0]
        return list(found)

    def _is_public(self, slot: Slot) -> bool:
        """Whether a slot is that of a definition that other modules see."""
        if type(slot) is not BindingSlot:
            return False
        view = self._analysis.view(slot.path)
        binding = view.scopes[slot.scope].bindings[slot.index]
        if binding.kind != "d":
            return False
        return bool(view.definitions[binding.index].flags & EXPORTED)
