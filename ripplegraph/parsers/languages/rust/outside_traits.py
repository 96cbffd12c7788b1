"""Methods that types from outside the project have from what a file defines or imports."""

from __future__ import annotations

from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.engine.query_kinds import INDEX
from ripplegraph.linking.files.file_tables import METHODS
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot
from ripplegraph.linking.values.value import EMPTY, External, Function, Instance, Result, Values
from ripplegraph.linking.values.value_sets import join, one
from ripplegraph.parsers.languages.rust.impl_blocks import ImplBlocks

_IMPORTING = "fd"
_LEADING_TO = {
    "builtins.String": "builtins.str",
    "std.path.PathBuf": "std.path.Path",
    "std.ffi.OsString": "std.ffi.OsStr",
}
"""Types from outside that have the methods of others."""


Place = tuple[str, int]
"""A definition, by path and place."""
Methods = dict[str, list[tuple[Place, Place]]]
"""Methods by their names, each behind the interface that has it."""


class OutsideTraits:
    """Finds interfaces by their methods, among those that a file has names for."""

    def __init__(self, analysis: Analysis, blocks: ImplBlocks) -> None:
        self._analysis = analysis
        self._blocks = blocks

    def find(self, view: FileView, name: str) -> Values:
        """Return the method of a name that objects without a named type may have in a file.

        What all objects from outside may have comes first, and nothing is told where several could
        be meant.
        """
        if f".{name}" in view.semantics.builtins:
            return EMPTY
        found: Methods = self._analysis.solver.solve(
            ("tm", view.path), lambda: self._find_all(view), view.answers, view.mark, INDEX
        )
        given = [
            own
            for base, own in found.get(name, ())
            if self._blocks.is_given_to_unnamed(view, base, name)
        ]
        return one(Function(*given[0])) if len(given) == 1 else EMPTY

    def by_path(self, view: FileView, index: int, receiver: Values, name: str) -> Values:
        """Return the methods by which the first argument implements an interface from outside,
        where the call names it: `Display::fmt(&x, f)`."""
        analysis = self._analysis
        named = {value.name for value in receiver if type(value) is External}
        call = view.calls[index] if named else None
        if call is None or not call.args or call.args[0] is None:
            return EMPTY
        found: list[Values] = []
        for value in analysis.evaluate(call.args[0], view, call.scope, call.position):
            for slot in analysis.member_slots(value, name) if type(value) is Instance else ():
                if type(slot) is BindingSlot and named & self._blocks.outside_bases(
                    slot.path, slot.scope
                ):
                    found.append(analysis.slot_values(slot))
        return join(found)

    def of_types(self, view: FileView, receiver: Values, name: str) -> Values:
        """Return the methods that files of the project give to just these types from outside.

        What types that are always there have themselves comes first.
        """
        analysis = self._analysis
        is_common = f".{name}" in view.semantics.builtins
        slots = [
            slot
            for value in receiver
            if (type(value) is External or type(value) is Result) and "." in value.name
            for type_name in (value.name, _LEADING_TO.get(value.name, ""))
            if type_name and not (is_common and type_name.startswith("builtins."))
            for slot in self._blocks.outside_slots(view, type_name, name)
            if self._analysis.modules.can_see(view, slot.path)
        ]
        return join(analysis.slot_values(slot) for slot in slots)

    def _find_all(self, view: FileView) -> Methods:
        """Return the methods of interfaces that a file has names for."""
        found: Methods = {}
        for at, scope in enumerate(view.scopes):
            for i, binding in enumerate(scope.bindings):
                if binding.kind in _IMPORTING and scope.kind != "class":
                    for slot in self._analysis.names.follow(view, at, i):
                        if type(slot) is BindingSlot:
                            self._add_methods(slot.path, slot.scope, slot.index, found)
        return found

    def _add_methods(self, path: str, scope: int, index: int, found: Methods) -> None:
        view = self._analysis.view(path)
        binding = view.scopes[scope].bindings[index]
        definition = view.definitions[binding.index] if binding.kind == "d" else None
        if definition is None or definition.kind != "interface" or definition.body < 0:
            return
        self._analysis.ask(view, definition.name)
        self._analysis.ask(view, f"{definition.name}{METHODS}")
        for method in view.scopes[definition.body].bindings:
            if method.kind == "d" and view.definitions[method.index].kind == "function":
                self._analysis.ask(view, method.name)
                pair = (path, binding.index), (path, method.index)
                known = found.setdefault(method.name, [])
                # Of methods of one name, the last one of an interface counts.
                known[:] = [other for other in known if other[0] != pair[0]]
                known.append(pair)
