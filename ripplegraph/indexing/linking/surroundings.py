"""Names that a place sees through what it lies in: classes with those above them, namespaces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ripplegraph.graph.facts import ADDED, USED
from ripplegraph.indexing.linking.full_names import STAR
from ripplegraph.indexing.linking.packages import root_of
from ripplegraph.indexing.linking.slots import BindingSlot, NamespaceSlot, OutsideSlot, Slot
from ripplegraph.indexing.linking.value_sets import join, name_member, one, unite
from ripplegraph.indexing.linking.values import External, Instance, Namespace, Values
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

_TYPES = frozenset({"class", "interface", "module"})
_INTERFACE = re.compile(r"I[A-Z]")


class Surroundings:
    """Looks for names from the inside out: members of classes, then what namespaces offer."""

    def __init__(self, world: World) -> None:
        self._world = world

    def slots(self, view: FileView, scope: int, name: str) -> Sequence[Slot]:
        """Return where a name leads that no scope around a place binds."""
        classes: list[int] = []
        for at in self._scopes(view, scope):
            definition = view.scopes[at].definition
            found: Sequence[Slot] = ()
            if view.scopes[at].kind == "class" and definition >= 0 and view.rules.members_around:
                found = self._members(view, definition, name, view.is_static(scope))
                if classes and not view.rules.outer_functions:
                    found = [slot for slot in found if not self._is_function(slot)]
                classes.append(definition)
            found = found or self._brought(view, at, name)
            if found:
                return found
        return self._root_slots(view, name) or self._outside(view, classes, name)

    def types(self, view: FileView, scope: int, name: str) -> Values:
        """Return the types that a name is seen as, where members of that name are none."""
        for at in self._scopes(view, scope):
            definition = view.scopes[at].definition
            found: Sequence[Slot] = ()
            if view.scopes[at].kind == "class" and definition >= 0:
                found = [s for s in self._members(view, definition, name) if self._is_type(s)]
            found = found or self._brought(view, at, name)
            if found:
                break
        else:
            found = self._root_slots(view, name)
        values = unite(self._world.slot_values(slot) for slot in found)
        # A type that is not seen from here is none of the project's.
        return values or one(External(f"<{view.language.family or view.language.name}>.{name}"))

    def _is_type(self, slot: Slot) -> bool:
        if type(slot) is not BindingSlot:
            return False
        view = self._world.view(slot.path)
        binding = view.scopes[slot.scope].bindings[slot.index]
        return binding.kind == "d" and view.definitions[binding.index].kind in _TYPES

    def values(self, view: FileView, scope: int, slots: Sequence[Slot]) -> Values:
        """Return what a name is that was found so: members are those of the object around."""
        world = self._world
        around = next((i for i in self._scopes(view, scope) if view.scopes[i].kind == "class"), -1)
        index = view.scopes[around].definition if around >= 0 else -1
        if index < 0:
            return join(world.slot_values(slot) for slot in slots)
        own = Instance(view.path, index)
        return unite(
            world.bind(world.slot_values(slot), own, slot)
            if self._is_member(slot)
            else world.slot_values(slot)
            for slot in slots
        )

    def _is_member(self, slot: Slot) -> bool:
        return (
            type(slot) is BindingSlot
            and self._world.view(slot.path).scopes[slot.scope].kind == "class"
        )

    def _is_function(self, slot: Slot) -> bool:
        if type(slot) is not BindingSlot:
            return False
        view = self._world.view(slot.path)
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
        classes = self._world.classes
        found = classes.members_of(classes.order(view.path, index), name, of_class)
        # A name is not taken for the beginning of longer ones that the class happens to have.
        own = [slot for slot in found if type(slot) is not NamespaceSlot]
        return own or self._of_namespaces(view, index, name)

    def _of_namespaces(self, view: FileView, index: int, name: str) -> Sequence[Slot]:
        """Return what a namespace has that a class names as its base: a module in many files."""
        definition = view.definitions[index]
        for expression in definition.bases if view.rules.class_members else ():
            for value in self._world.in_order(
                self._world.classes.base_values(expression, view, definition)
            ):
                if type(value) is Namespace:
                    found = self._world.packages.member_slots(value.name, False, name)
                    if found:
                        return found
        return ()

    def _brought(self, view: FileView, scope: int, name: str) -> Sequence[Slot]:
        """Return where a name leads that what is imported as a whole in a scope has."""
        modules = self._world.modules
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
        world = self._world
        front, _, last = spec.rpartition(".")
        for slot in world.modules.member_slots(view, front, last):
            key = self._class_at(slot)
            if key is None:
                continue
            other = world.view(key[0])
            body = other.definitions[key[1]].body
            self._world.ask(other, USED + name)
            self._world.ask(other, USED + STAR)
            found = [
                found
                for index in other.table(body).get(USED + name, ())
                for found in world.names.follow(other, body, index)
            ]
            for index in other.table(body).get(USED + STAR, ()) if not found else ():
                brought = other.scopes[body].bindings[index].spec
                found += world.modules.offered_slots(other, brought, name)
            if found:
                return found
        return ()

    def _class_at(self, slot: Slot) -> tuple[str, int] | None:
        if type(slot) is not BindingSlot:
            return None
        view = self._world.view(slot.path)
        binding = view.scopes[slot.scope].bindings[slot.index]
        is_class = binding.kind == "d" and view.definitions[binding.index].kind != "function"
        return (slot.path, binding.index) if is_class else None

    def _root_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        if view.rules.shared_names != "qualified":
            return ()
        return self._world.packages.member_slots(root_of(view), False, name)

    def _is_outside(self, view: FileView, name: str) -> bool:
        """Whether only something outside can have a name that was not found.

        Where full names are all there is, that it was not found is enough.
        """
        rules = view.rules
        if rules.shared_names == "qualified" and not rules.members_around:
            return rules.foreign_names
        if rules.declared_types and name[:1].isupper():
            # Variables, of which some are not known, have small letters.
            return True
        return self._world.packages.is_foreign(view, name)

    def _outside(self, view: FileView, classes: Sequence[int], name: str) -> Sequence[Slot]:
        """Return what a name is that only something outside the project can have."""
        if name in view.language.builtins:
            return (OutsideSlot(f"builtins.{name}"),)
        is_outside = self._is_outside(view, name)
        for index in classes:
            order = self._world.classes.order(view.path, index)
            above = [v.name for v in order if type(v) is External]
            if not is_outside and view.rules.declared_types:
                # What is declared somewhere else can only come from a class here.
                above = [name for name in above if not _INTERFACE.match(name.rpartition(".")[2])]
            if above and (is_outside or view.rules.declared_types) and name[:1] != ADDED:
                return (OutsideSlot(name_member(above[0], name)),)
        if not is_outside:
            return ()
        return (OutsideSlot(f"<{view.language.family or view.language.name}>.{name}"),)
