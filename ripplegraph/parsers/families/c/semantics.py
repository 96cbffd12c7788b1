"""The semantics that C and C++ share: a file may be either, and its facts say which."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence

from ripplegraph.graph.facts import Declaration
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.files.name_use import NameUse
from ripplegraph.linking.files.rules import BoundNames
from ripplegraph.linking.ordinary import OrdinarySemantics
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import FileLinks
from ripplegraph.linking.values.slots import BindingSlot, NamespaceSlot, Slot
from ripplegraph.linking.values.targets import Targets
from ripplegraph.linking.values.value import Class, Function, Value, Values
from ripplegraph.parsers.families.c.declarations import Declarations
from ripplegraph.parsers.families.c.includes import GLOBAL, TAG, Includes, included_names
from ripplegraph.parsers.families.c.macro_expansions import MacroExpansions
from ripplegraph.parsers.families.c.overloads import CppOverloads
from ripplegraph.parsers.families.c.qualified_names import QualifiedNames


class CSemantics(OrdinarySemantics):
    """How the names and types of C behave."""

    receiver = "this"
    constructors = ("<constructor>",)
    members_below = False
    passes_values = False
    first_scope = 1

    def attach(self, analysis: Analysis) -> None:
        super().attach(analysis)
        self._includes = analysis.part(Includes)
        self._qualified = analysis.part(QualifiedNames)
        self._overloads = analysis.part(CppOverloads)
        self._declarations = analysis.part(Declarations)
        self._expansions = MacroExpansions(analysis)

    def find_unbound(self, view: FileView, use: NameUse, scope: int, name: str) -> Sequence[Slot]:
        """Return where a name leads that a file declares, or one that it includes."""
        if name == GLOBAL:
            return (NamespaceSlot("", view.path),)
        if view.facts.package:
            found = self._qualified.slots(view, scope, name)
        else:
            found = self._includes.slots(view, name)
            if not found and name.startswith(TAG):
                return self._includes.only_type(view, name)
        if found:
            use.direct = all(not self._is_value(slot) for slot in found)
            return found
        found = self.find_builtin(name)
        if found or view.facts.package:
            return found
        # It may be declared by a file that is not there: one that a build makes.
        use.direct = False
        return self._includes.only_function(view, name)

    def unbound_key(self, file: BoundNames, scope: int) -> Hashable:
        return file.holder(scope) if file.facts.package else 0

    def signature_scope(self, definition: Declaration) -> int:
        return definition.scope

    def _is_value(self, slot: Slot) -> bool:
        """Whether a name is that of a variable, and not of what it stands for."""
        if type(slot) is not BindingSlot:
            return False
        return self._analysis.view(slot.path).scopes[slot.scope].bindings[slot.index].kind != "d"

    def find_prefix(self, view: FileView, scope: int, name: str) -> Values | None:
        return self._qualified.values(view, scope, name) if view.facts.package else None

    def find_in_namespace(
        self, namespace: str, name: str, view: FileView | None = None
    ) -> Sequence[Slot]:
        if view is None:
            return ()
        front = f"{namespace}::" if namespace else ""
        found = self._includes.slots(view, front + name)
        # A type that is only declared may be defined where this file does not look.
        return found or self._includes.only_type(view, f"{front}{TAG}{name}")

    def find_definitions(self, view: FileView, index: int) -> Sequence[Slot]:
        return self._qualified.member_definitions(view, index)

    def find_included(self, view: FileView) -> Sequence[str] | None:
        return self._includes.direct(view.path)

    def declared_names(self, view: FileView) -> set[tuple[str, str]]:
        return included_names(view) if view.scopes else set()

    def are_alternatives(self, paths: Collection[str]) -> bool:
        """A program is linked from one of them."""
        return len(paths) > 1

    def find_run(self, value: Class | Function) -> Sequence[Value]:
        """Of the constructors of a class one runs, and a macro calls what it is written with."""
        if type(value) is Function:
            return self._expansions.find(value)
        return [
            method
            for name in self._analysis.view(value.path).semantics.constructors
            for slot in self._analysis.classes.inherited_slots(value.path, value.definition, name)
            for method in self._analysis.slot_values(slot)
            if type(method) is Function and method.definition >= 0
        ]

    def fit_targets(self, view: FileView, index: int, targets: Targets, limit: int) -> Targets:
        if len(targets) < 2 or not view.facts.package:
            return targets
        return self._overloads.fit(targets, view, index, limit)

    def choose(self, view: FileView, index: int, values: Values) -> Values:
        return self._overloads.choose(view, index, values) if view.facts.package else values

    def add_edges(self, view: FileView, links: FileLinks) -> None:
        self._declarations.add(view, links)
