"""The semantics that Java, Kotlin and Scala share."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.stored_facts import CallSite
from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.files.name_use import NameUse
from ripplegraph.linking.inference.calls import OWN_KINDS
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import NamespaceSlot, OutsideSlot, Slot
from ripplegraph.linking.values.value import Values
from ripplegraph.parsers.families.jvm.expression_types import JvmTypes
from ripplegraph.parsers.families.jvm.extension_functions import ExtensionFunctions
from ripplegraph.parsers.families.jvm.known_library import JVM_LIBRARY
from ripplegraph.parsers.families.jvm.library_calls import LibraryCalls
from ripplegraph.parsers.families.jvm.overloads import JvmOverloads
from ripplegraph.parsers.families.jvm.type_names import JVM
from ripplegraph.parsers.families.packages import PackageSemantics
from ripplegraph.parsers.families.typed.conversion_cost import ConversionCost


class JvmSemantics(PackageSemantics):
    """Packages whose files share their names, and overloads chosen by types."""

    known = JVM_LIBRARY
    receiver = "this"
    parent = "super"
    constructors = ("<init>",)
    contextual = True
    members_below = False
    members_in_scope = True
    package_functions = False
    """Whether packages offer functions and variables, and not only types."""
    overloads = True

    def attach(self, analysis: Analysis) -> None:
        super().attach(analysis)
        self._overloads = analysis.part(_build_overloads)
        self._library = analysis.part(LibraryCalls)

    def importer_of(self, view: FileView) -> str:
        return view.path

    def find_unbound(self, view: FileView, use: NameUse, scope: int, name: str) -> Sequence[Slot]:
        found = super().find_unbound(view, use, scope, name)
        return found or self._find_unexplained(view, use.around, name)

    def find_undeclared(self, view: FileView, name: str) -> Sequence[Slot]:
        is_offered = name[:1].isupper() or self.package_functions
        modules, packages = self._analysis.modules, self._analysis.packages
        for _, spec, _ in modules.stars_of(view, 0, name):
            found = modules.resolve(view, spec)
            if found.external is None or not (found.within or is_offered):
                continue
            if found.within:
                is_own = self._declares(view, found.namespace, found.within.partition(".")[0])
            else:
                is_own = bool(packages.files(found.namespace or ""))
            if not is_own:
                return (OutsideSlot(f"{found.external}.{name}"),)
        return ()

    def _declares(self, view: FileView, package: str | None, name: str) -> bool:
        """Whether a file of a package declares a type."""
        packages = self._analysis.packages
        return package is not None and bool(
            packages.member_slots(package, False, name, self.importer_of(view))
        )

    def _find_unexplained(self, view: FileView, around: Sequence[int], name: str) -> Sequence[Slot]:
        """Return what a name may be that nothing of the project explains."""
        if name == view.facts.package.partition(".")[0]:
            return (NamespaceSlot(name, view.path),)
        for index in around:
            slots = self.find_above(view, index, name)
            if slots:
                return slots
        if name in self.known.object_members:
            return (OutsideSlot(f"builtins.object.{name}"),)
        if name[:1].islower() and name.isidentifier():
            # Code may write the package in front of a name that it has not imported.
            return (NamespaceSlot(name, view.path),)
        return ()

    def find_above(self, view: FileView, index: int, name: str) -> Sequence[Slot]:
        """Return what a name may be that a class around a place has from outside."""
        return self._analysis.classes.outside_slots(view.path, index, name)

    def choose(self, view: FileView, index: int, values: Values) -> Values:
        return self._overloads.choose(view, index, values)

    def is_open(self, values: Values) -> bool:
        return self._overloads.is_open(values)

    def apply_model(self, model: str, args: Sequence[Values], caller: Caller) -> Values:
        return self._library.apply(model, args, caller)


class ExtensionSemantics(JvmSemantics):
    """Functions that are called like members of what they extend."""

    package_functions = True

    def attach(self, analysis: Analysis) -> None:
        super().attach(analysis)
        self._extensions = analysis.part(ExtensionFunctions)

    def find_taking(self, view: FileView, index: int) -> Values:
        return self._analysis.calls.called_by(view, index)

    def find_called(
        self, view: FileView, index: int, called: Values, *, is_flowing: bool
    ) -> tuple[Values, bool] | None:
        """Where names lead to nothing of the project, return a function in scope that is called
        like a member."""
        call = view.sites[index]
        found = self.find_plain(call, called)
        if not self.is_settled(call, found):
            found = self._extensions.find(view, call) or found
            found = found or self._extensions.find_common(view, call)
        return None if found is called else (found, True)

    def find_plain(self, call: CallSite, called: Values) -> Values:
        """Return what a call site calls by its names alone."""
        return called

    def is_settled(self, call: CallSite, called: Values) -> bool:
        """Whether what a call site calls by its names alone is what it means."""
        return any(type(value) in OWN_KINDS for value in called)


def _build_overloads(analysis: Analysis) -> JvmOverloads:
    return JvmOverloads(analysis, JvmTypes(analysis), ConversionCost(analysis, JVM))
