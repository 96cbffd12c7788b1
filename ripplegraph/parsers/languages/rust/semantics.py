"""The semantics of Rust."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.graph.expressions import ProjectGeneric
from ripplegraph.graph.facts import Declaration
from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.emit.overrides import Overrides
from ripplegraph.linking.files.name_use import NameUse
from ripplegraph.linking.files.type_parameters import Substitution
from ripplegraph.linking.inference.calls import OUTSIDE_KINDS, OWN_KINDS, member_name, receiver_of
from ripplegraph.linking.ordinary import OrdinarySemantics
from ripplegraph.linking.semantics import ITEM, ITERATE, ITERATE_LATER, FileView, Operation
from ripplegraph.linking.values.links import FileLinks
from ripplegraph.linking.values.slots import BindingSlot, ModuleSlot, Slot
from ripplegraph.linking.values.value import (
    EMPTY,
    ContainerMethod,
    External,
    Function,
    Instance,
    Module,
    Result,
    Typed,
    Values,
)
from ripplegraph.linking.values.value_sets import join
from ripplegraph.parsers.languages.rust.impl_blocks import ImplBlocks, declared_blocks
from ripplegraph.parsers.languages.rust.known_library import RUST
from ripplegraph.parsers.languages.rust.method_choice import MethodChoice
from ripplegraph.parsers.languages.rust.module_paths import ModulePaths
from ripplegraph.parsers.languages.rust.outside_traits import OutsideTraits
from ripplegraph.parsers.languages.rust.resolver import GUESS
from ripplegraph.parsers.languages.rust.std_types import DEREF, StdTypes
from ripplegraph.parsers.languages.rust.type_arguments import TypeArguments

_INDEX = "index"
"""The method that gives an item of an object."""
_MACRO = "!"
"""How the names of macros end, which are seen all over the crate they are defined in."""


class RustSemantics(OrdinarySemantics):
    """How the names and types of Rust behave."""

    receiver = "self"
    call_method = ""
    contextual = True
    members_below = False
    known = RUST
    star_names = ("*", f"*{_MACRO}")

    def attach(self, analysis: Analysis) -> None:
        super().attach(analysis)
        self._blocks = ImplBlocks(analysis)
        self._traits = OutsideTraits(analysis, self._blocks)
        self._choice = MethodChoice(analysis)
        self._paths = ModulePaths(analysis)
        self._std = StdTypes(analysis)
        self._arguments = TypeArguments(analysis)
        self._overrides = Overrides(analysis)

    # Names ------------------------------------------------------------------------------------

    def find_unbound(self, view: FileView, use: NameUse, scope: int, name: str) -> Sequence[Slot]:
        if name.endswith(_MACRO):
            return self._find_macro(view, name)
        found = self._paths.scope_stars(view, name) or self.find_builtin(name)
        if found:
            return found
        crate = self._analysis.modules.module_slots(view, GUESS + name)
        return crate or self._paths.guessed_slots(view, name)

    def _find_macro(self, view: FileView, name: str) -> Sequence[Slot]:
        found = self.find_builtin(name) or self._paths.scope_stars(view, name)
        return found or self._analysis.modules.member_slots(view, "crate", name)

    def find_imported(self, view: FileView, spec: str, member: str) -> Sequence[Slot]:
        if "." in member:
            return self._paths.path_slots(view, spec, member)
        return super().find_imported(view, spec, member)

    def find_module_member(self, view: FileView, name: str) -> Sequence[Slot]:
        modules = self._analysis.modules
        return (
            modules.bound_slots(view, name)
            or self._paths.all_stars(view, name)
            or modules.brought_slots(view, name)
            or self._paths.guessed_slots(view, name)
        )

    def find_first_member(self, view: FileView, name: str) -> Sequence[Slot]:
        return self._paths.direct_slots(view, name)

    def declared_names(self, view: FileView) -> set[tuple[str, str]]:
        return set(declared_blocks(view)) if view.scopes else set()

    # Types and their members ------------------------------------------------------------------

    def added_bases(self, view: FileView, index: int) -> Sequence[Values]:
        return self._blocks.extension_bases(view, index)

    def added_members(self, view: FileView, index: int, name: str) -> Sequence[Slot]:
        definition = view.definitions[index]
        if definition.kind != "module":
            return self._blocks.named_extension_slots(view, index, name)
        if definition.body < 0 or name in view.table(definition.body):
            return ()
        return self._paths.scope_stars(view, name, definition.body)

    def member_values(self, value: Typed, name: str, slots: Sequence[Slot]) -> Values:
        if type(value) is not Instance:
            return EMPTY
        taken = self._std.adapted(value, name, slots) or self._std.dereferenced(value, name, slots)
        if taken or not value.arguments:
            return taken
        analysis = self._analysis
        return join(
            self._arguments.member(value, slot)
            or analysis.bind(analysis.slot_values(slot), value, slot)
            for slot in slots
        )

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
        return self._arguments.instances(form, view, scope, position, given)

    def outside_instances(
        self, value: External | Module | Result, written: str = "", inner: Sequence[Values] = ()
    ) -> Values:
        """Types from outside are told apart by their names."""
        if type(value) is External:
            return frozenset({Result(value.name)})
        return super().outside_instances(value, written, inner)

    def generic_summary(self, function: Function, receiver: Instance) -> Values:
        return self._arguments.result(function, receiver)

    # Calls ------------------------------------------------------------------------------------

    def find_called(
        self, view: FileView, index: int, called: Values, *, is_flowing: bool
    ) -> tuple[Values, bool] | None:
        """Add the method that an object from outside has from the project."""
        call = view.sites[index]
        name = member_name(call.callee)
        if is_flowing or not name or not _is_outside(called):
            return None
        own = receiver_of(call.callee)
        receiver = self._analysis.evaluate(own, view, call.scope, call.position)
        found = (
            self._traits.by_path(view, index, receiver, name)
            or self._traits.of_types(view, receiver, name)
            or self._traits.find(view, name)
        )
        return (found, False) if found else None

    def choose(self, view: FileView, index: int, values: Values) -> Values:
        return self._choice.choose(view, index, values)

    def is_open(self, values: Values) -> bool:
        return self._choice.is_open(values)

    # Containers and operators -----------------------------------------------------------------

    def call_container(self, value: ContainerMethod, caller: Caller) -> Values | None:
        return self._std.method(value, caller)

    def callback_types(self, values: Values, at: int) -> Values | None:
        boxed = [value for value in values if type(value) is ContainerMethod]
        return join(self._std.callback(value, at) for value in boxed) if boxed else None

    def operate(self, operation: Operation, value: Instance | Function) -> Values | None:
        """The item of a function is that function, given types."""
        if type(value) is Function:
            return frozenset({value}) if operation == ITEM else None
        if operation == ITEM:
            return self._analysis.calls.method_result(value, _INDEX)
        if operation == DEREF:
            return self._analysis.calls.method_result(value, DEREF) or frozenset({value})
        is_iterated = operation in (ITERATE, ITERATE_LATER)
        return self._std.stepped(value) if is_iterated else None

    def call_kind(self, definition: Declaration) -> str:
        return "calls" if definition.kind == "function" else "references"

    # Edges ------------------------------------------------------------------------------------

    def follow_import(
        self, view: FileView, spec: str, names: Sequence[str], files: Sequence[str]
    ) -> Sequence[tuple[set[str], Sequence[Slot]]] | None:
        return [self._follow(view, spec, name, files) for name in names or ("",)]

    def _follow(
        self, view: FileView, spec: str, name: str, files: Sequence[str]
    ) -> tuple[set[str], Sequence[Slot]]:
        """Return the files of the modules in which what is imported is looked for."""
        modules = self._analysis.modules
        slots = modules.member_slots(view, spec, name) if name else ()
        front = name.rpartition(".")[0]
        homes = modules.member_slots(view, spec, front) if front else ()
        paths = {slot.path for slot in slots if type(slot) is ModuleSlot}
        paths = paths or {s.path for s in homes if type(s) is ModuleSlot or type(s) is BindingSlot}
        return (paths if front else paths or set(files)), slots

    def add_edges(self, view: FileView, links: FileLinks) -> None:
        """Blocks that implement a trait have methods in the place of its own."""
        for extension in view.facts.extensions:
            if extension.base is not None:
                traits = self._blocks.base_of(view, extension)
                self._overrides.add_implementing(view, extension.scope, traits, links)


def _is_outside(called: Values) -> bool:
    """Whether what is called lies outside the project, all of it."""
    known = OWN_KINDS | OUTSIDE_KINDS
    outside = {type(value) in OUTSIDE_KINDS for value in called if type(value) in known}
    return outside == {True}
