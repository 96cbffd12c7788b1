"""The ordinary answers of a language for which the linker has to be asked."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.expressions import ProjectGeneric
from ripplegraph.graph.facts import Binding, Declaration
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.files.name_use import NameUse
from ripplegraph.linking.files.type_parameters import Substitution
from ripplegraph.linking.lookup.packages import foreign_declarations
from ripplegraph.linking.semantics import FileView, LinkedLanguage, Semantics
from ripplegraph.linking.values.slots import OutsideSlot, Slot
from ripplegraph.linking.values.value import EMPTY, External, Module, Result, Values
from ripplegraph.linking.values.value_sets import generic, outside_result


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

    # Names ------------------------------------------------------------------------------------

    def find_unbound(self, view: FileView, use: NameUse, scope: int, name: str) -> Sequence[Slot]:
        return self._analysis.modules.brought_slots(view, name) or self.find_builtin(name)

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

    # Types ------------------------------------------------------------------------------------

    def type_parameters(self, view: FileView, definition: Declaration) -> Sequence[str]:
        return view.type_parameters(definition)

    def owner_of(
        self, view: FileView, scope: int, method: Declaration | None = None
    ) -> tuple[tuple[str, int], Sequence[str]] | None:
        around = view.scopes[scope]
        if around.kind == "block" and around.parent >= 0:
            around = view.scopes[around.parent]
        if around.kind != "class" or around.definition < 0:
            return None
        definition = view.definitions[around.definition]
        return (view.path, around.definition), self.type_parameters(view, definition)

    def written_instances(
        self,
        form: ProjectGeneric | int,
        view: FileView,
        scope: int,
        position: int,
        given: Substitution,
    ) -> Values:
        if type(form) is not ProjectGeneric:
            return EMPTY
        return self._analysis.annotations.instances(form.base, view, scope, position, given)

    def outside_instances(
        self, value: External | Module | Result, written: str = "", inner: Sequence[Values] = ()
    ) -> Values:
        if type(value) is External:
            return outside_result(value.name)
        return super().outside_instances(value, written, inner)

    # Calls and values -------------------------------------------------------------------------

    def find_taking(self, view: FileView, index: int) -> Values:
        call = view.sites[index]
        values = self._analysis.evaluate(call.callee, view, call.scope, call.position)
        return self.choose(view, index, values)

    def bound_values(self, view: FileView, binding: Binding) -> Values:
        return self._analysis.definition_value(view, binding.index)

    def async_result(self, values: Values, *, is_written: bool) -> Values:
        return generic("await", values)
