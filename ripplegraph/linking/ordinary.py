"""The ordinary semantics of a language, which others differ from."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.expressions import ProjectGeneric
from ripplegraph.graph.facts import Declaration
from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.files.name_use import Use
from ripplegraph.linking.files.type_parameters import Given
from ripplegraph.linking.lookup.packages import foreign_declarations
from ripplegraph.linking.semantics import FileView, LinkedLanguage, Semantics
from ripplegraph.linking.values.links import FileLinks
from ripplegraph.linking.values.slots import OutsideSlot, Slot
from ripplegraph.linking.values.targets import CallTarget, Targets
from ripplegraph.linking.values.value import (
    EMPTY,
    Class,
    ContainerMethod,
    Function,
    Instance,
    Result,
    Values,
)
from ripplegraph.linking.values.value_sets import join, one


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

    def find_unbound(self, view: FileView, use: Use, scope: int, name: str) -> Sequence[Slot]:  # noqa: ARG002
        return self._analysis.modules.star_slots(view, name) or self.find_builtin(name)

    def unbound_values(
        self,
        view: FileView,  # noqa: ARG002
        scope: int,  # noqa: ARG002
        name: str,  # noqa: ARG002
        slots: Sequence[Slot],
        *,
        as_type: bool,  # noqa: ARG002
    ) -> Values:
        return join(self._analysis.slot_values(slot) for slot in slots)

    def find_builtin(self, name: str) -> Sequence[Slot]:
        """Return a name that is always there."""
        return (OutsideSlot(f"builtins.{name}"),) if name in self.builtins else ()

    def find_prefix(self, view: FileView, scope: int, name: str) -> Values | None:  # noqa: ARG002
        return None

    def find_in_namespace(self, view: FileView, namespace: str, name: str) -> Sequence[Slot]:
        return self._analysis.packages.qualified_slots(namespace, name, view.path)

    def find_definitions(self, view: FileView, index: int) -> Sequence[Slot]:  # noqa: ARG002
        return ()

    def find_included(self, view: FileView) -> Sequence[str] | None:  # noqa: ARG002
        return None

    def find_imported(self, view: FileView, spec: str, member: str) -> Sequence[Slot]:
        return self._analysis.modules.imported_slots(view, spec, member)

    def find_module_member(self, view: FileView, name: str) -> Sequence[Slot]:
        return self._analysis.modules.offered_member(view, name)

    def find_first_member(self, view: FileView, name: str) -> Sequence[Slot]:  # noqa: ARG002
        return ()

    def export_values(self, view: FileView, name: str) -> Values:  # noqa: ARG002
        return EMPTY

    def sees_tests(self, view: FileView, namespace: str) -> bool:  # noqa: ARG002
        return False

    def are_built_together(self, one: str, condition: str, other: str, its: str) -> bool:  # noqa: ARG002
        return True

    def other_names(self, view: FileView) -> Sequence[tuple[str, int]]:  # noqa: ARG002
        return ()

    def package_of(self, view: FileView) -> str:
        return view.facts.package

    def package_key(self, view: FileView) -> str:
        return view.facts.package

    def importer_of(self, view: FileView) -> str:  # noqa: ARG002
        return ""

    def declared_names(self, view: FileView) -> set[tuple[str, str]]:
        return foreign_declarations(view) if self.foreign_names and view.scopes else set()

    def part_name(self, view: FileView, index: int) -> str:  # noqa: ARG002
        return ""

    def find_parts(self, view: FileView, index: int) -> Sequence[tuple[str, int]]:  # noqa: ARG002
        return ()

    def added_bases(self, view: FileView, index: int) -> Sequence[Values]:  # noqa: ARG002
        return ()

    def added_members(self, view: FileView, index: int, name: str) -> Sequence[Slot]:  # noqa: ARG002
        return ()

    def member_values(self, value: Instance, name: str, slots: Sequence[Slot]) -> Values:  # noqa: ARG002
        return EMPTY

    def with_parameters(self, values: Values, count: int) -> Values:  # noqa: ARG002
        return values

    def generic_instances(
        self, form: ProjectGeneric, view: FileView, scope: int, position: int, given: Given
    ) -> Values:
        return self._analysis.annotations.instances(form.base, view, scope, position, given)

    def outside_instances(self, written: str, value: Result, inner: Sequence[Values]) -> Values:  # noqa: ARG002
        return frozenset({value})

    def gives_argument(self, name: str) -> bool:  # noqa: ARG002
        return False

    def generic_summary(self, function: Function, receiver: Instance) -> Values:  # noqa: ARG002
        return EMPTY

    def find_made(self, view: FileView, index: int) -> Values:
        call = view.sites[index]
        return self._analysis.evaluate(call.callee, view, call.scope, call.position)

    def find_taking(self, view: FileView, index: int) -> Values:
        call = view.sites[index]
        values = self._analysis.evaluate(call.callee, view, call.scope, call.position)
        return self.choose(view, index, values)

    def find_called(
        self,
        view: FileView,  # noqa: ARG002
        index: int,  # noqa: ARG002
        called: Values,
        *,
        is_flowing: bool,  # noqa: ARG002
    ) -> Values:
        return called

    def choose(self, view: FileView, index: int, values: Values) -> Values:  # noqa: ARG002
        return values

    def is_open(self, values: Values) -> bool:  # noqa: ARG002
        return False

    def place_of(self, at: int, passed: int, taken: int, *, is_function: bool) -> int:  # noqa: ARG002
        return min(at, taken - 1)

    def read_function(self, value: Function) -> Values:
        return frozenset({value})

    def find_constructors(self, value: Class) -> Sequence[Function]:  # noqa: ARG002
        return ()

    def fit_targets(self, view: FileView, index: int, targets: Targets, limit: int) -> Targets:  # noqa: ARG002
        return targets

    def find_fixture(self, view: FileView, index: int, name: str) -> tuple[str, int] | None:  # noqa: ARG002
        return None

    def keyword_owners(self, target: CallTarget) -> Values:
        if target.definition is None or target.function is not None:
            return EMPTY
        return one(Instance(*target.definition))

    def call_container(self, value: ContainerMethod, caller: Caller) -> Values | None:  # noqa: ARG002
        return None

    def callback_types(self, values: Values, at: int) -> Values | None:  # noqa: ARG002
        return None

    def iterate(self, value: Instance) -> Values | None:  # noqa: ARG002
        return None

    def operator_result(self, value: Instance, method: str, found: Values) -> Values:  # noqa: ARG002
        return found

    def call_kind(self, definition: Declaration) -> str:
        return "calls" if definition.kind == "function" else "references"

    def follow_import(
        self,
        view: FileView,  # noqa: ARG002
        spec: str,  # noqa: ARG002
        names: Sequence[str],  # noqa: ARG002
        files: Sequence[str],  # noqa: ARG002
    ) -> Sequence[tuple[set[str], Sequence[Slot]]] | None:
        return None

    def find_implementing(self, view: FileView) -> Sequence[tuple[int, Values]]:  # noqa: ARG002
        return ()

    def add_edges(self, view: FileView, links: FileLinks) -> None:
        pass
