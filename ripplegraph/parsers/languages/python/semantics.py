"""The semantics of Python."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.facts import Declaration
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.files.type_parameters import Given
from ripplegraph.linking.ordinary import OrdinarySemantics
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import Slot
from ripplegraph.linking.values.value import Values
from ripplegraph.parsers.languages.python.fixtures import Fixtures, find_renamed
from ripplegraph.parsers.languages.python.known_library import PYTHON
from ripplegraph.parsers.languages.python.type_variables import TypeVariables


class PythonSemantics(OrdinarySemantics):
    """Packages have their modules as members, and tests get fixtures by the names of parameters."""

    known = PYTHON
    item_method = "__getitem__"
    iterate_methods = ("__iter__", "__next__")
    later_iterate_methods = ("__aiter__", "__anext__")
    await_method = "__await__"
    enter_methods = ("__enter__", "__aenter__")
    descriptor_method = "__get__"
    constructors = ("__init__", "__new__")
    call_method = "__call__"
    class_methods = frozenset({"__class_getitem__", "__init_subclass__", "__new__"})
    packages = ("__init__.py", "__init__.pyi")

    def attach(self, analysis: Analysis) -> None:
        super().attach(analysis)
        self._fixtures = analysis.part(Fixtures)
        self._variables = TypeVariables(analysis)

    def type_parameters(self, view: FileView, definition: Declaration) -> Sequence[str]:
        return view.type_parameters(definition) or self._variables.find(view, definition)

    def made_type(
        self, view: FileView, call: int, scope: int, position: int, given: Given
    ) -> Values:
        return self._variables.made_type(view, call, scope, position, given)

    def find_imported(self, view: FileView, spec: str, member: str) -> Sequence[Slot]:
        slots = super().find_imported(view, spec, member)
        modules = self._analysis.modules
        found = modules.resolve(view, spec)
        if slots or (found.directory is not None and not found.paths):
            return slots
        joined = f"{spec}{member}" if spec.endswith(".") else f"{spec}.{member}"
        is_outside = modules.resolve(view, joined).external is not None
        return () if is_outside else modules.module_slots(view, joined)

    def other_names(self, view: FileView) -> Sequence[tuple[str, int]]:
        return list(find_renamed(view).items())

    def find_fixture(self, view: FileView, index: int, name: str) -> tuple[str, int] | None:
        return self._fixtures.find(view, index, name)
