"""The semantics of C."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.linking.files.name_use import Use
from ripplegraph.linking.lookup.includes import TAG
from ripplegraph.linking.ordinary import OrdinarySemantics
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, Slot


class CSemantics(OrdinarySemantics):
    """How the names and types of C behave."""

    receiver = "this"
    constructors = ("<constructor>",)
    shared_names = "included"
    alternatives = True
    counted_overloads = True
    functions_in_fields = True
    members_below = False
    passes_values = False

    def find_unbound(self, view: FileView, use: Use, scope: int, name: str) -> Sequence[Slot]:
        """Return where a name leads that a file declares, or one that it includes."""
        if view.facts.package:
            found = self._analysis.qualified.slots(view, scope, name)
        else:
            found = self._analysis.includes.slots(view, name)
            if not found and name.startswith(TAG):
                return self._analysis.includes.only_type(view, name)
        if found:
            use.direct = all(not self._is_value(slot) for slot in found)
            return found
        found = self.find_builtin(name)
        if found or view.facts.package:
            return found
        # It may be declared by a file that is not there: one that a build makes.
        use.direct = False
        return self._analysis.includes.only_function(view, name)

    def _is_value(self, slot: Slot) -> bool:
        """Whether a name is that of a variable, and not of what it stands for."""
        if type(slot) is not BindingSlot:
            return False
        return self._analysis.view(slot.path).scopes[slot.scope].bindings[slot.index].kind != "d"
