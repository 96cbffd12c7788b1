"""Names of C# that a place sees, where all that is in sight is declared."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, Slot
from ripplegraph.linking.values.value import External, Values
from ripplegraph.linking.values.value_sets import one, unite
from ripplegraph.parsers.families.enclosing_scopes import NamespaceScopes

_TYPES: Final = frozenset({"class", "interface", "module"})
_INTERFACE: Final = re.compile(r"I[A-Z]")


class CSharpScopes(NamespaceScopes):
    """Knows a type where only one can stand, and that what is not in sight is from outside."""

    def types(self, view: FileView, scope: int, name: str) -> Values:
        """Return the types that a name is seen as, where members of that name are none."""
        for at in self._scopes(view, scope):
            definition = view.scopes[at].definition
            found: Sequence[Slot] = ()
            if view.scopes[at].kind == "class" and definition >= 0:
                found = [s for s in self._members(view, definition, name) if self._is_type(s)]
            found = found or self._brought(view, at, name)
            if found:
                break
        else:
            found = self._root_slots(view, name)
        values = unite(self._analysis.slot_values(slot) for slot in found)
        # A type that is not seen from here is none of the project's.
        return values or one(External(f"<{view.semantics.family}>.{name}"))

    def _is_type(self, slot: Slot) -> bool:
        if type(slot) is not BindingSlot:
            return False
        view = self._analysis.view(slot.path)
        binding = view.scopes[slot.scope].bindings[slot.index]
        return binding.kind == "d" and view.definitions[binding.index].kind in _TYPES

    def _is_outside(self, view: FileView, name: str) -> bool:
        """Variables, of which some are not known, have small letters."""
        return name[:1].isupper() or super()._is_outside(view, name)

    def _above(self, view: FileView, index: int, *, is_outside: bool) -> Sequence[str]:
        order = self._analysis.classes.order(view.path, index)
        above = [value.name for value in order if type(value) is External]
        if is_outside:
            return above
        # What is declared somewhere else can only come from a class here.
        return [name for name in above if not _INTERFACE.match(name.rpartition(".")[2])]
