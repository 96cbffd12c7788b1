"""The semantics of Python."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.expressions import ProjectGeneric
from ripplegraph.graph.facts import Binding, Declaration, Import
from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.files.name_use import NameUse
from ripplegraph.linking.files.type_parameters import Substitution
from ripplegraph.linking.ordinary import OrdinarySemantics
from ripplegraph.linking.semantics import FileView, Operation
from ripplegraph.linking.values.links import FileLinks
from ripplegraph.linking.values.slots import Slot
from ripplegraph.linking.values.value import Class, Function, Instance, Typed, Values
from ripplegraph.parsers.families.signatures import Signatures
from ripplegraph.parsers.languages.python.descriptors import Descriptors
from ripplegraph.parsers.languages.python.fixtures import Fixtures, declare_plugged, find_renamed
from ripplegraph.parsers.languages.python.known_library import PYTHON
from ripplegraph.parsers.languages.python.library_calls import LibraryCalls
from ripplegraph.parsers.languages.python.model_objects import ModelObjects, declare_relations
from ripplegraph.parsers.languages.python.modules import PACKAGES, PythonModules, package_slot
from ripplegraph.parsers.languages.python.operations import Operations
from ripplegraph.parsers.languages.python.type_variables import TypeVariables


class PythonSemantics(OrdinarySemantics):
    """Packages have their modules as members, and tests get fixtures by the names of parameters."""

    known = PYTHON
    constructors = ("__init__", "__new__")
    call_method = "__call__"
    parent_call = "super"
    class_methods = frozenset({"__class_getitem__", "__init_subclass__", "__new__"})
    usual_receivers = ("self", "cls")

    def attach(self, analysis: Analysis) -> None:
        super().attach(analysis)
        self._fixtures = analysis.part(Fixtures)
        self._modules = analysis.part(PythonModules)
        self._descriptors = analysis.part(Descriptors)
        self._library = LibraryCalls(analysis)
        self._models = ModelObjects(analysis)
        self._operations = Operations(analysis)
        self._signatures = Signatures(analysis, text="str", number="int")
        self._variables = TypeVariables(analysis)

    def find_unbound(self, view: FileView, use: NameUse, scope: int, name: str) -> Sequence[Slot]:
        return self._modules.star_slots(view, name) or self.find_builtin(name)

    def find_module_member(self, view: FileView, name: str) -> Sequence[Slot]:
        return self._modules.member_slots(view, name)

    def find_in_namespace(
        self, namespace: str, name: str, view: FileView | None = None
    ) -> Sequence[Slot]:
        return self._modules.folder_slots(namespace, name)

    def passes_on(self, view: FileView, item: Import) -> bool:
        """What the file of a package imports is part of the package."""
        return item.scope == 0 and view.path.rpartition("/")[2] in PACKAGES

    def offers(self, view: FileView, name: str) -> bool:
        return self._modules.offers(view, name)

    def member_values(self, value: Typed, name: str, slots: Sequence[Slot]) -> Values:
        if type(value) is Class:
            return self._models.of_class(value, name, slots)
        return self._descriptors.read(value, slots) or self._models.of_object(value, name, slots)

    def type_parameters(self, view: FileView, definition: Declaration) -> Sequence[str]:
        return view.type_parameters(definition) or self._variables.find(view, definition)

    def written_instances(
        self,
        form: ProjectGeneric | int,
        view: FileView,
        scope: int,
        position: int,
        given: Substitution,
    ) -> Values:
        if type(form) is int:
            return self._variables.made_type(view, form, scope, position, given)
        return super().written_instances(form, view, scope, position, given)

    def signature_scope(self, definition: Declaration) -> int:
        return definition.scope

    def find_signatures(
        self, function: Function, receiver: Typed | None, caller: Caller
    ) -> Sequence[Function]:
        return self._signatures.find(function, receiver, caller)

    def bound_values(self, view: FileView, binding: Binding) -> Values:
        return self._descriptors.decorated(view, binding)

    def operate(self, operation: Operation, value: Instance | Function) -> Values | None:
        return self._operations.find(operation, value) if type(value) is Instance else None

    def apply_model(self, model: str, args: Sequence[Values], caller: Caller) -> Values:
        return self._library.apply(model, args, caller)

    def find_imported(self, view: FileView, spec: str, member: str) -> Sequence[Slot]:
        modules = self._analysis.modules
        found = modules.resolve(view, spec)
        if found.directory is not None and not found.paths:
            if not member:
                return (package_slot(found.directory),)
            return self._modules.submodule_slots(found.directory, member)
        slots = super().find_imported(view, spec, member)
        if slots:
            return slots
        joined = f"{spec}{member}" if spec.endswith(".") else f"{spec}.{member}"
        is_outside = modules.resolve(view, joined).external is not None
        return () if is_outside else modules.module_slots(view, joined)

    def other_names(self, view: FileView) -> Sequence[tuple[str, int]]:
        return list(find_renamed(view).items())

    def declared_names(self, view: FileView) -> set[tuple[str, str]]:
        return declare_plugged(view) | declare_relations(view)

    def add_edges(self, view: FileView, links: FileLinks) -> None:
        self._fixtures.add(view, links)

    def find_injected(self, view: FileView, index: int, name: str) -> tuple[str, int] | None:
        return self._fixtures.find(view, index, name)
