"""Names: the scope each one is bound in, and where its bindings lead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ripplegraph.indexing.linking.slots import BINDING, OUTSIDE, SYMBOL, Slot
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World


class Names:
    """Looks names up the way the language does: from the inside out, then what is always there."""

    def __init__(self, world: World) -> None:
        self._world = world

    def slots(self, view: FileView, scope: int, name: str, position: int) -> Sequence[Slot]:
        """Return where a name leads, looked up from a position in a scope."""
        key = (scope, name)
        solver = self._world.solver
        known = view.slots.get(key)
        if known is not None:
            solver.read |= known[1]
            return known[0]
        outer, solver.read = solver.read, view.bit
        try:
            return self._find_slots(view, scope, name, position)
        finally:
            solver.read |= outer

    def _find_slots(self, view: FileView, scope: int, name: str, position: int) -> Sequence[Slot]:
        solver = self._world.solver
        where = view.home(scope, name)
        if where < 0:
            slots = self._fallback(view, name)
        elif view.rebound and (rebound := view.rebound.get((where, name))):
            position = view.seen_from(scope, where, position)
            bound = [(where, i) for i in view.reaching(where, name, position)]
            return [slot for at in (*bound, *rebound) for slot in self.follow(view, *at)]
        elif len(indexes := view.table(where)[name]) == 1:
            found = view.slots.get((where, name)) if where != scope else None
            if found is not None:
                slots, read = found
                solver.read |= read
            else:
                slots = self.follow(view, where, indexes[0])
        else:
            # Which binding is meant depends on where the name stands.
            position = view.seen_from(scope, where, position)
            live = view.reaching(where, name, position)
            return [slot for i in live for slot in self.follow(view, where, i)]
        if slots or not self._world.modules.is_looking:
            view.slots[scope, name] = slots, solver.marks.share(solver.read)
        return slots

    def _fallback(self, view: FileView, name: str) -> Sequence[Slot]:
        star = self._world.modules.star_slots(view, name)
        if star:
            return star
        if name in view.language.builtins:
            return ((OUTSIDE, f"builtins.{name}"),)
        return ()

    def follow(self, view: FileView, scope: int, index: int) -> Sequence[Slot]:
        """Return where a binding leads: itself, or what an import of it finds."""
        binding = view.scopes[scope].bindings[index]
        if binding.kind == "f":
            return self._world.modules.member_slots(view, binding.spec, binding.member)
        if binding.kind == "i":
            return self._world.modules.module_slots(view, binding.spec)
        return ((BINDING, view.path, scope, index),)

    def meant(self, slots: Sequence[Slot], *, as_type: bool) -> Sequence[Slot]:
        """Of a type and a value with one name, return the one that is meant."""
        if len(slots) < 2:
            return slots
        return [s for s in slots if self._stands_for(s, as_type)] or slots

    def _stands_for(self, slot: Slot, as_type: bool) -> bool:
        if slot[0] == BINDING:
            binding = self._world.view(slot[1]).scopes[slot[2]].bindings[slot[3]]
            index = binding.index if binding.kind != "p" else -1
        else:
            index = slot[2] if slot[0] == SYMBOL else -1
        if index < 0:
            return True
        kind = self._world.view(slot[1]).definitions[index].kind
        return kind not in ("function", "variable") if as_type else kind != "interface"
