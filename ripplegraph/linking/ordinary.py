"""The ordinary answers of a language for which the linker has to be asked."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.expressions import ProjectGeneric
from ripplegraph.graph.facts import Declaration
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.files.name_use import Use
from ripplegraph.linking.files.type_parameters import Given
from ripplegraph.linking.lookup.packages import foreign_declarations
from ripplegraph.linking.semantics import FileView, LinkedLanguage, Semantics
from ripplegraph.linking.values.slots import OutsideSlot, Slot
from ripplegraph.linking.values.value import Values
from ripplegraph.linking.values.value_sets import join


class OrdinarySemantics(Semantics):
    """Answers what is left to languages as most of them do."""

    _analysis: Analysis

    def __init__(self, language: LinkedLanguage, analysis: Analysis | None = None) -> None:
        """Take the analysis to ask; without one, only single files can be looked at."""
        super().__init__(language)
        if analysis is not None:
            self.attach(analysis)

    def attach(self, analysis: Analysis) -> None:
        """Take the analysis to ask."""
        self._analysis = analysis

    def find_unbound(self, view: FileView, use: Use, scope: int, name: str) -> Sequence[Slot]:
        return self._analysis.modules.brought_slots(view, name) or self.find_builtin(name)

    def unbound_values(
        self, view: FileView, scope: int, name: str, slots: Sequence[Slot], *, as_type: bool
    ) -> Values:
        return join(self._analysis.slot_values(slot) for slot in slots)

    def find_builtin(self, name: str) -> Sequence[Slot]:
        """Return a name that is always there."""
        return (OutsideSlot(f"builtins.{name}"),) if name in self.builtins else ()

    def find_imported(self, view: FileView, spec: str, member: str) -> Sequence[Slot]:
        return self._analysis.modules.imported_slots(view, spec, member)

    def find_module_member(self, view: FileView, name: str) -> Sequence[Slot]:
        modules = self._analysis.modules
        return modules.bound_slots(view, name) or modules.brought_slots(view, name)

    def declared_names(self, view: FileView) -> set[tuple[str, str]]:
        return foreign_declarations(view) if self.foreign_names and view.scopes else set()

    def parameters_in(
        self, view: FileView, method: Declaration | None, owner: tuple[str, int]
    ) -> Sequence[str]:
        own = self._analysis.view(owner[0])
        return self.type_parameters(own, own.definitions[owner[1]])

    def generic_instances(
        self, form: ProjectGeneric, view: FileView, scope: int, position: int, given: Given
    ) -> Values:
        return self._analysis.annotations.instances(form.base, view, scope, position, given)

    def find_made(self, view: FileView, index: int) -> Values:
        call = view.sites[index]
        return self._analysis.evaluate(call.callee, view, call.scope, call.position)

    def find_taking(self, view: FileView, index: int) -> Values:
        call = view.sites[index]
        values = self._analysis.evaluate(call.callee, view, call.scope, call.position)
        return self.choose(view, index, values)
