"""The semantics of TypeScript and JavaScript."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.files.rules import BoundNames
from ripplegraph.linking.values.slots import BindingSlot, DefinitionSlot, Slot
from ripplegraph.linking.values.value import Function, Typed, Values
from ripplegraph.parsers.families.exports import ExportSemantics
from ripplegraph.parsers.families.signatures import Signatures
from ripplegraph.parsers.languages.typescript.known_library import ECMASCRIPT


class EcmaScriptSemantics(ExportSemantics):
    """How the names and types of TypeScript and JavaScript behave."""

    known = ECMASCRIPT
    receiver = "this"
    parent = "super"
    constructors = ("constructor",)
    contextual = True
    shared_member = "prototype"

    def group_bindings(
        self, file: BoundNames, scope: int, indexes: Sequence[int]
    ) -> Sequence[Sequence[int]]:
        """A type and a value may have one name side by side."""
        bindings = file.scopes[scope].bindings
        types = [
            i
            for i in indexes
            if bindings[i].kind == "d" and file.definitions[bindings[i].index].kind == "interface"
        ]
        if not types or len(types) == len(indexes):
            return (indexes,)
        return (types, [i for i in indexes if i not in types])

    def attach(self, analysis: Analysis) -> None:
        super().attach(analysis)
        self._signatures = Signatures(analysis, text="String", number="Number")

    def find_signatures(
        self, function: Function, receiver: Typed | None, caller: Caller
    ) -> Sequence[Function]:
        return self._signatures.find(function, receiver, caller)

    def async_result(self, values: Values, *, is_written: bool) -> Values:
        """The written result of a function is what it gives: `Promise<T>`."""
        return values if is_written else super().async_result(values, is_written=False)

    def find_meant(self, slots: Sequence[Slot], *, as_type: bool) -> Sequence[Slot]:
        if len(slots) < 2:
            return slots
        return [s for s in slots if self._stands_for(s, as_type)] or slots

    def _stands_for(self, slot: Slot, as_type: bool) -> bool:
        if type(slot) is BindingSlot:
            view = self._analysis.view(slot.path)
            binding = view.scopes[slot.scope].bindings[slot.index]
            index = binding.index if binding.kind != "p" else -1
        elif type(slot) is DefinitionSlot:
            view, index = self._analysis.view(slot.path), slot.definition
        else:
            return True
        if index < 0:
            return True
        kind = view.definitions[index].kind
        return kind not in ("function", "variable") if as_type else kind != "interface"
