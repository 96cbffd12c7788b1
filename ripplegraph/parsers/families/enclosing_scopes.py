"""Names that a place sees through what it lies in: classes with those above them, namespaces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ripplegraph.graph.facts import ADDED, USED
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.files.scopes import STAR
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, NamespaceSlot, OutsideSlot, Slot
from ripplegraph.linking.values.value import External, Instance, Values
from ripplegraph.linking.values.value_sets import join, name_member, unite


class EnclosingScopes:
    """Looks for names from the inside out: members of classes, then what namespaces offer."""

    def __init__(
        self,
        analysis: Analysis,
        *,
        root_of: Callable[[FileView], str],
        sees_members: bool,
        sees_outer_functions: bool,
    ) -> None:
        """Take what returns the namespace of all full names; whether members of the classes around
        a place are seen from it, inherited ones too; and whether functions of classes further out
        are, and not only of the innermost."""
        self._analysis = analysis
        self._root_of = root_of
        self._sees_members = sees_members
        self._sees_outer_functions = sees_outer_functions

    def slots(self, view: FileView, scope: int, name: str) -> Sequence[Slot]:
        """Return where a name leads that no scope around a place binds."""
        classes: list[int] = []
        for at in self._scopes(view, scope):
            definition = view.scopes[at].definition
            found: Sequence[Slot] = ()
            if self._sees_members and view.scopes[at].kind == "class" and definition >= 0:
                found = self._members(view, definition, name, view.is_static(scope))
                if classes and not self._sees_outer_functions:
                    found = [slot for slot in found if not self._is_function(slot)]
                classes.append(definition)
            found = found or self._brought(view, at, name)
            if found:
                return found
        return self._root_slots(view, name) or self._outside(view, classes, name)

    def values(self, view: FileView, scope: int, slots: Sequence[Slot]) -> Values:
        """Return what a name is that was found so: members are those of the object around."""
        analysis = self._analysis
        around = next((i for i in self._scopes(view, scope) if view.scopes[i].kind == "class"), -1)
        index = view.scopes[around].definition if around >= 0 else -1
        if index < 0:
            return join(analysis.slot_values(slot) for slot in slots)
        own = Instance(view.path, index)
        return unite(
            analysis.bind(analysis.slot_values(slot), own, slot)
            if self._is_member(slot)
            else analysis.slot_values(slot)
            for slot in slots
        )

    def _is_member(self, slot: Slot) -> bool:
        return (
            type(slot) is BindingSlot
            and self._analysis.view(slot.path).scopes[slot.scope].kind == "class"
        )

    def _is_function(self, slot: Slot) -> bool:
        if type(slot) is not BindingSlot:
            return False
        view = self._analysis.view(slot.path)
        binding = view.scopes[slot.scope].bindings[slot.index]
        return binding.kind == "d" and view.definitions[binding.index].kind == "function"

    @staticmethod
    def _scopes(view: FileView, scope: int) -> Iterator[int]:
        while scope >= 0:
            scope = view.surrounding(scope)
            yield scope
            scope = view.scopes[scope].parent

    def _members(
        self, view: FileView, index: int, name: str, of_class: bool = False
    ) -> Sequence[Slot]:
        classes = self._analysis.classes
        found = classes.members_of(classes.order(view.path, index), name, of_class)
        # A name is not taken for the beginning of longer ones that the class happens to have.
        return [slot for slot in found if type(slot) is not NamespaceSlot]

    def _brought(self, view: FileView, scope: int, name: str) -> Sequence[Slot]:
        """Return where a name leads that what is imported as a whole in a scope has."""
        modules = self._analysis.modules
        bindings = view.scopes[scope].bindings
        added: list[Slot] = []
        for index in reversed(view.table(scope).get(STAR, ())):
            found = modules.offered_slots(view, bindings[index].spec, name)
            if not found and bindings[index].member == USED:
                found = self._used(view, bindings[index].spec, name)
            if found and not name.startswith(ADDED):
                return found
            # What is added to types adds up: what is passed chooses.
            added += [slot for slot in found if slot not in added]
        return added

    def _used(self, view: FileView, spec: str, name: str) -> Sequence[Slot]:
        """Return where a name leads that a module brings to those that use it."""
        analysis = self._analysis
        front, _, last = spec.rpartition(".")
        for slot in analysis.modules.member_slots(view, front, last):
            key = self._class_at(slot)
            if key is None:
                continue
            other = analysis.view(key[0])
            body = other.definitions[key[1]].body
            self._analysis.ask(other, USED + name)
            self._analysis.ask(other, USED + STAR)
            found = [
                found
                for index in other.table(body).get(USED + name, ())
                for found in analysis.names.follow(other, body, index)
            ]
            for index in other.table(body).get(USED + STAR, ()) if not found else ():
                brought = other.scopes[body].bindings[index].spec
                found += analysis.modules.offered_slots(other, brought, name)
            if found:
                return found
        return ()

    def _class_at(self, slot: Slot) -> tuple[str, int] | None:
        if type(slot) is not BindingSlot:
            return None
        view = self._analysis.view(slot.path)
        binding = view.scopes[slot.scope].bindings[slot.index]
        is_class = binding.kind == "d" and view.definitions[binding.index].kind != "function"
        return (slot.path, binding.index) if is_class else None

    def _root_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that lies in no namespace."""
        return ()

    def _is_outside(self, view: FileView, name: str) -> bool:
        """Whether only something outside can have a name that was not found."""
        return self._analysis.packages.is_foreign(view, name)

    def _outside(self, view: FileView, classes: Sequence[int], name: str) -> Sequence[Slot]:
        """Return what a name is that only something outside the project can have."""
        if name in view.semantics.builtins:
            return (OutsideSlot(f"builtins.{name}"),)
        is_outside = self._is_outside(view, name)
        for index in classes:
            above = self._above(view, index, is_outside=is_outside)
            if above and name[:1] != ADDED:
                return (OutsideSlot(name_member(above[0], name)),)
        return (OutsideSlot(f"<{view.semantics.family}>.{name}"),) if is_outside else ()

    def _above(self, view: FileView, index: int, *, is_outside: bool) -> Sequence[str]:
        """Return the names of the classes from outside that a class may have a member from."""
        order = self._analysis.classes.order(view.path, index) if is_outside else ()
        return [value.name for value in order if type(value) is External]


class NamespaceScopes(EnclosingScopes):
    """Sees what lies in no namespace, too: full names are all there is."""

    def _root_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        return self._analysis.packages.member_slots(self._root_of(view), False, name)

    def _is_outside(self, view: FileView, name: str) -> bool:
        """Where no members are seen, that a name was not found is enough."""
        if not self._sees_members:
            return view.semantics.foreign_names
        return super()._is_outside(view, name)
