"""Names: the scope each one is bound in, and where its bindings lead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.files.name_use import NameUse
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import (
    BindingSlot,
    Slot,
)
from ripplegraph.linking.values.value import (
    Class,
    Instance,
)


class Names:
    """Looks names up the way the language does: from the inside out, then what is always there."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def slots(self, view: FileView, scope: int, name: str, position: int) -> Sequence[Slot]:
        """Return where a name leads, looked up from a position in a scope."""
        use = view.use(scope, name)
        if use.slots is not None:
            self._analysis.solver.read.add(use.mark)
            return use.slots
        return self.find_slots(view, use, scope, name, position)

    def find_slots(
        self, view: FileView, use: NameUse, scope: int, name: str, position: int
    ) -> Sequence[Slot]:
        """Return where a name leads of which that is not known for all over its scope."""
        solver = self._analysis.solver
        if not use.fixed:
            solver.read.add(view.mark)
            inherited = self._inherited(view, use.around, name)
            if inherited:
                return inherited
            if use.where < 0:
                return view.semantics.find_unbound(view, use, scope, name)
            seen_from = view.seen_from(scope, use.where, position)
            if view.is_outer(use.where, use.indexes, seen_from):
                return self.slots(view, view.scopes[use.where].parent, name, position)
            live = view.reaching(use.where, name, seen_from)
            return self.live_slots(view, use.where, name, live)
        start, outer = solver.start_leaning(), solver.start_reading()
        try:
            solver.read.add(view.mark)
            slots = self._inherited(view, use.around, name)
            if slots:
                pass
            elif use.where < 0:
                slots = view.semantics.find_unbound(view, use, scope, name)
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

    def _inherited(self, view: FileView, around: Sequence[int], name: str) -> Sequence[Slot]:
        """Return the member that the innermost of some classes has from those above it."""
        for index in around:
            if index < 0:
                slots = self._received(view, ~index, name)
            else:
                slots = self._analysis.classes.inherited_slots(view.path, index, name)
            if slots:
                return slots
        return ()

    def _received(self, view: FileView, scope: int, name: str) -> Sequence[Slot]:
        """Return the member that the object of a function has."""
        found: dict[Slot, None] = {}
        for value in self._analysis.in_order(self._analysis.receivers.of_scope(view, scope)):
            if type(value) is Class or type(value) is Instance:
                slots = self._analysis.classes.inherited_slots(value.path, value.definition, name)
                found.update(dict.fromkeys(slots))
        return list(found)

    def is_received(self, view: FileView, use: NameUse, name: str) -> bool:
        """Whether a name is seen because it is a member of the object of a function."""
        for index in use.around:
            if index < 0 and self._received(view, ~index, name):
                return True
            if index >= 0 and self._analysis.classes.inherited_slots(view.path, index, name):
                return False
        return False

    def follow(self, view: FileView, scope: int, index: int) -> Sequence[Slot]:
        """Return where a binding leads: itself, or what an import of it finds."""
        binding = view.scopes[scope].bindings[index]
        if binding.kind == "f":
            return self._analysis.modules.member_slots(view, binding.spec, binding.member)
        if binding.kind == "i":
            return self._analysis.modules.module_slots(view, binding.spec)
        if view.semantics.answers.find_definitions and scope and binding.kind == "d":
            found = view.semantics.find_definitions(view, binding.index)
            if found:
                return found
        return (BindingSlot(view.path, scope, index),)
