"""Names: the scope each one is bound in, and where its bindings lead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ripplegraph.indexing.linking.includes import TAG
from ripplegraph.indexing.linking.scoping import INCLUDED
from ripplegraph.indexing.linking.slots import (
    BindingSlot,
    DefinitionSlot,
    NamespaceSlot,
    OutsideSlot,
    Slot,
)
from ripplegraph.indexing.linking.uses import Use
from ripplegraph.indexing.linking.value_sets import name_member
from ripplegraph.indexing.linking.values import (
    Class,
    Container,
    External,
    Instance,
    Result,
)
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World


class Names:
    """Looks names up the way the language does: from the inside out, then what is always there."""

    def __init__(self, world: World) -> None:
        self._world = world

    def slots(self, view: FileView, scope: int, name: str, position: int) -> Sequence[Slot]:
        """Return where a name leads, looked up from a position in a scope."""
        use = view.use(scope, name)
        if use.slots is not None:
            self._world.solver.read.add(use.mark)
            return use.slots
        return self.find_slots(view, use, scope, name, position)

    def find_slots(
        self, view: FileView, use: Use, scope: int, name: str, position: int
    ) -> Sequence[Slot]:
        """Return where a name leads of which that is not known for all over its scope."""
        solver = self._world.solver
        if not use.fixed:
            solver.read.add(view.mark)
            inherited = self._inherited(view, use.around, name)
            if inherited:
                return inherited
            if use.where < 0:
                found = self._fallback(view, use, scope, name)
                return found or self._outside(view, use.around, name)
            seen_from = view.seen_from(scope, use.where, position)
            live = view.reaching(use.where, name, seen_from)
            return self.live_slots(view, use.where, name, live)
        start, outer = solver.start_leaning(), solver.start_reading()
        try:
            solver.read.add(view.mark)
            slots = self._inherited(view, use.around, name)
            if slots:
                pass
            elif use.where < 0:
                slots = self._fallback(view, use, scope, name)
                slots = slots or self._outside(view, use.around, name)
            else:
                slots = self.follow(view, use.where, use.indexes[0])
        finally:
            mark = solver.stop_reading(outer)
        if solver.stop_leaning(start):
            use.slots, use.mark = slots, mark
        return slots

    def live_slots(
        self, view: FileView, where: int, name: str, live: Iterable[int]
    ) -> Sequence[Slot]:
        """Return where a name leads by those of its bindings that are in force."""
        bound = [(where, i) for i in live]
        if view.rebound:
            bound += view.rebound.get((where, name), ())
        return [slot for at in bound for slot in self.follow(view, *at)]

    def _fallback(self, view: FileView, use: Use, scope: int, name: str) -> Sequence[Slot]:
        mark, guess = view.rules.macro_mark, view.rules.package_guess
        if mark and name.endswith(mark):
            return self._macro_slots(view, name)
        if view.rules.shared_names == INCLUDED:
            return self._included(view, use, scope, name)
        if view.rules.surroundings:
            return self._world.surroundings.slots(view, scope, name)
        if view.rules.shared_names:
            own = self._world.packages.own_slots(view, name)
            if own:
                return own
        star = self._world.modules.star_slots(view, name)
        if star:
            return star
        if name in view.language.builtins:
            return (OutsideSlot(f"builtins.{name}"),)
        if guess:
            modules = self._world.modules
            return modules.module_slots(view, guess + name) or modules.guessed_slots(view, name)
        if view.rules.shared_names == "folder":
            return self._world.packages.called_slots(view, name)
        return self._world.modules.outside_slots(view, name) if view.rules.outside_stars else ()

    def _inherited(self, view: FileView, around: Sequence[int], name: str) -> Sequence[Slot]:
        """Return the member that the innermost of some classes has from those above it."""
        for index in around:
            if index < 0:
                slots = self._received(view, ~index, name)
            else:
                slots = self._world.classes.inherited_slots(view.path, index, name)
            if slots:
                return slots
        return ()

    def _received(self, view: FileView, scope: int, name: str) -> Sequence[Slot]:
        """Return the member that the object of a function has."""
        found: dict[Slot, None] = {}
        for value in self._world.in_order(self._world.receivers.of_scope(view, scope)):
            if type(value) is Class or type(value) is Instance:
                slots = self._world.classes.inherited_slots(value.path, value.definition, name)
                found.update(dict.fromkeys(slots))
        return list(found)

    def is_received(self, view: FileView, use: Use, name: str) -> bool:
        """Whether a name is seen because it is a member of the object of a function."""
        for index in use.around:
            if index < 0 and self._received(view, ~index, name):
                return True
            if index >= 0 and self._world.classes.inherited_slots(view.path, index, name):
                return False
        return False

    def _outside(self, view: FileView, around: Sequence[int], name: str) -> Sequence[Slot]:
        """Return what a name may be that nothing of the project explains."""
        if view.rules.qualified_names and name == view.facts.package.partition(".")[0]:
            return (NamespaceSlot(name, view.path),)
        for index in around:
            if index < 0:
                slots = self._received_outside(view, ~index, name)
            else:
                slots = self._world.classes.outside_slots(view.path, index, name)
            if slots:
                return slots
        if name in view.rules.object_members and view.rules.members_in_scope:
            return (OutsideSlot(f"builtins.object.{name}"),)
        if view.rules.qualified_names and name[:1].islower() and name.isidentifier():
            return (NamespaceSlot(name, view.path),)
        return ()

    def _received_outside(self, view: FileView, scope: int, name: str) -> Sequence[Slot]:
        """Return what a name may be where the object of a function comes from outside."""
        for value in self._world.in_order(self._world.receivers.of_scope(view, scope)):
            if type(value) is External or type(value) is Result:
                return (OutsideSlot(name_member(value.name, name)),)
            if type(value) is Container:
                return (OutsideSlot(f"builtins.{name}"),)
            if type(value) is Instance:
                slots = self._world.classes.outside_slots(value.path, value.definition, name)
                if slots:
                    return slots
        return ()

    def _macro_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        if name in view.language.builtins:
            return (OutsideSlot(f"builtins.{name}"),)
        modules = self._world.modules
        return modules.star_slots(view, name) or modules.member_slots(view, "crate", name)

    def _included(self, view: FileView, use: Use, scope: int, name: str) -> Sequence[Slot]:
        """Return where a name leads that a file declares, or one that it includes."""
        if view.facts.package:
            found = self._world.qualified.slots(view, scope, name)
        else:
            found = self._world.includes.slots(view, name)
            if not found and name.startswith(TAG):
                return self._world.includes.only_type(view, name)
        if found:
            use.direct = all(not self._is_value(slot) for slot in found)
            return found
        if name in view.language.builtins:
            return (OutsideSlot(f"builtins.{name}"),)
        if view.facts.package:
            return ()
        # It may be declared by a file that is not there: one that a build makes.
        use.direct = False
        return self._world.includes.only_function(view, name)

    def _is_value(self, slot: Slot) -> bool:
        """Whether a name is that of a variable, and not of what it stands for."""
        if type(slot) is not BindingSlot:
            return False
        return self._world.view(slot.path).scopes[slot.scope].bindings[slot.index].kind != "d"

    def follow(self, view: FileView, scope: int, index: int) -> Sequence[Slot]:
        """Return where a binding leads: itself, or what an import of it finds."""
        binding = view.scopes[scope].bindings[index]
        if binding.kind == "f":
            return self._world.modules.member_slots(view, binding.spec, binding.member)
        if binding.kind == "i":
            return self._world.modules.module_slots(view, binding.spec)
        if scope and binding.kind == "d" and view.rules.shared_names == INCLUDED:
            found = self._world.qualified.member_definitions(view, binding.index)
            if found:
                return found
        return (BindingSlot(view.path, scope, index),)

    def meant(self, slots: Sequence[Slot], *, as_type: bool) -> Sequence[Slot]:
        """Of a type and a value with one name, return the one that is meant."""
        if len(slots) < 2:
            return slots
        return [s for s in slots if self._stands_for(s, as_type)] or slots

    def _stands_for(self, slot: Slot, as_type: bool) -> bool:
        if type(slot) is BindingSlot:
            view = self._world.view(slot.path)
            binding = view.scopes[slot.scope].bindings[slot.index]
            index = binding.index if binding.kind != "p" else -1
        elif type(slot) is DefinitionSlot:
            view, index = self._world.view(slot.path), slot.definition
        else:
            return True
        if index < 0:
            return True
        kind = view.definitions[index].kind
        return kind not in ("function", "variable") if as_type else kind != "interface"
