"""Imports of names of packages whose files share their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, OutsideSlot, Slot
from ripplegraph.linking.values.value_sets import join


class PackageImports:
    """Follows what a resolver names by a `namespace`."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def slots(self, view: FileView, found: Resolved, member: str) -> Sequence[Slot]:
        """Return where a name of a package leads, or a member of one of its types."""
        first, _, rest = (found.within or member).partition(".")
        slots = self._first_slots(view, found, first)
        if not found.within:
            return slots
        values = join(self._analysis.slot_values(slot) for slot in slots)
        values = self._analysis.chain_of(values, rest) if rest else values
        return [slot for value in values for slot in self._analysis.member_slots(value, member)]

    def _first_slots(self, view: FileView, found: Resolved, name: str) -> Sequence[Slot]:
        if found.namespace is None:
            return ()
        inside = view.semantics.sees_tests(view, found.namespace)
        importer = view.semantics.importer_of(view)
        return self._analysis.packages.member_slots(found.namespace, inside, name, importer)

    def member_slots(self, view: FileView, found: Resolved, member: str) -> Sequence[Slot]:
        """Return where an import of a name leads; what no file declares may be outside."""
        slots = self.slots(view, found, member)
        if slots or found.external is None or not self._is_outside(view, found):
            return slots
        front = f"{found.external}.{found.within}" if found.within else found.external
        return (OutsideSlot(f"{front}.{member}"),)

    def _is_outside(self, view: FileView, found: Resolved) -> bool:
        """Whether what is imported from is outside: a package, or a type that no file declares."""
        first = found.within.partition(".")[0]
        return not first or not self._first_slots(view, found, first)

    def paths(self, view: FileView, found: Resolved, names: Iterable[str]) -> set[str]:
        """Return the files of a package that declare what an import takes of it."""
        if found.within:
            names = (found.within.partition(".")[0],)
            found = replace(found, within="")
        slots = [slot for name in names for slot in self.slots(view, found, name)]
        return {slot.path for slot in slots if type(slot) is BindingSlot}
