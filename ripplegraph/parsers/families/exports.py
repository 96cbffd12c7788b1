"""The semantics that languages share whose modules offer only what they export."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.expressions import DefinitionAt
from ripplegraph.graph.facts import Export
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.ordinary import OrdinarySemantics
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import DefinitionSlot, ExportSlot, ModuleSlot, Slot
from ripplegraph.linking.values.value import Values
from ripplegraph.linking.values.value_sets import join


class Exports:
    """Follows what modules export, through any number of re-exports."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def values(self, view: FileView, name: str) -> Values:
        """Return what an export may be, expressions (`export default f()`) included."""
        return join(
            self._values_of(view, export)
            for export in view.exports.get(name, ())
            if export.value is not None
        )

    def slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that a module exports."""
        for export in view.exports.get(name, ()):
            slots = self._export_slots(view, export)
            if slots:
                return slots
        if name != "default":
            for export in view.exports.get("*", ()):
                slots = self._through_star(view, export, name)
                if slots:
                    return slots
        for export in view.exports.get("=", ()):
            values = self._values_of(view, export)
            slots = [s for v in values for s in self._analysis.member_slots(v, name)]
            if slots:
                return slots
        if name == "default" and _is_commonjs(view):
            return (ModuleSlot(view.path),)
        return ()

    def _through_star(self, view: FileView, export: Export, name: str) -> Sequence[Slot]:
        found = self._analysis.modules.resolve(view, export.spec)
        for path in found.paths:
            slots = self._analysis.modules.attribute_slots(path, name)
            if slots:
                return slots
        return ()

    def _export_slots(self, view: FileView, export: Export) -> Sequence[Slot]:
        if export.spec:
            if export.member == "*":
                return self._analysis.modules.module_slots(view, export.spec)
            return self._analysis.modules.member_slots(
                view, export.spec, export.member or export.name
            )
        if export.local:
            scope, local = export.scope, export.local
            return self._analysis.names.slots(view, scope, local, view.scopes[scope].end)
        return self._value_slots(view, export)

    def _value_slots(self, view: FileView, export: Export) -> Sequence[Slot]:
        value = export.value
        if value is None:
            # A component: what it exports is the file itself.
            return (ModuleSlot(view.path),)
        if isinstance(value, str):
            slots = self._analysis.chain_slots(value, view, export.scope, view.scopes[0].end)
            return slots or (ExportSlot(view.path, export.name),)
        if type(value) is DefinitionAt:
            return (DefinitionSlot(view.path, value.index),)
        return (ExportSlot(view.path, export.name),)

    def _values_of(self, view: FileView, export: Export) -> Values:
        key = ("=", view.path, export.name, export.position)
        self._analysis.ask(view, export.name)
        return self._analysis.solver.solve(
            key,
            lambda: self._analysis.evaluate(export.value, view, export.scope, export.position),
            view.answers,
            view.mark,
        )


def _is_commonjs(view: FileView) -> bool:
    """Whether a module exports by assignment: its default import is all it exports."""
    return any(not (e.local or e.spec) and e.value is not None for e in view.facts.exports)


class ExportSemantics(OrdinarySemantics):
    """A module offers what it exports, and not every name that it binds."""

    exports = True

    def attach(self, analysis: Analysis) -> None:
        super().attach(analysis)
        self._exports = analysis.part(Exports)

    def find_imported(self, view: FileView, spec: str, member: str) -> Sequence[Slot]:
        if member in ("", "*"):
            return self._analysis.modules.module_slots(view, spec)
        return super().find_imported(view, spec, member)

    def find_module_member(self, view: FileView, name: str) -> Sequence[Slot]:
        return self._exports.slots(view, name)

    def export_values(self, view: FileView, name: str) -> Values:
        return self._exports.values(view, name)
