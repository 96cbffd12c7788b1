"""The semantics of TypeScript and JavaScript."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.files.name_use import NameUse
from ripplegraph.linking.files.rules import BoundNames
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import FileLinks
from ripplegraph.linking.values.slots import BindingSlot, DefinitionSlot, Slot
from ripplegraph.linking.values.value import Function, Typed, Values
from ripplegraph.parsers.families.exports import ExportSemantics
from ripplegraph.parsers.families.signatures import Signatures
from ripplegraph.parsers.languages.typescript.auto_imports import AutoImported, find_offered
from ripplegraph.parsers.languages.typescript.known_library import ECMASCRIPT
from ripplegraph.parsers.languages.typescript.store_models import StoreModels


class EcmaScriptSemantics(ExportSemantics):
    """How the names and types of TypeScript and JavaScript behave."""

    known = ECMASCRIPT
    receiver = "this"
    parent = "super"
    constructors = ("constructor",)
    contextual = True
    shared_member = "prototype"

    def attach(self, analysis: Analysis) -> None:
        super().attach(analysis)
        self._auto_imported = analysis.part(AutoImported)
        self._signatures = Signatures(analysis, text="String", number="Number")
        self._stores = analysis.part(StoreModels)

    def find_unbound(self, view: FileView, use: NameUse, scope: int, name: str) -> Sequence[Slot]:
        return super().find_unbound(view, use, scope, name) or self._auto_imported.find(view, name)

    def declared_names(self, view: FileView) -> set[tuple[str, str]]:
        """What other files see of a file without importing it."""
        return super().declared_names(view) | find_offered(view)

    def add_edges(self, view: FileView, links: FileLinks) -> None:
        self._auto_imported.add_edges(view, links)
        self._stores.add_edges(view, links)

    def apply_model(self, model: str, args: Sequence[Values], caller: Caller) -> Values:
        return self._stores.apply(model, args)

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
