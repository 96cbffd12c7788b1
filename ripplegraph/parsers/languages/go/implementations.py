"""Links types to the interfaces whose methods they have, where they need not say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ripplegraph.graph.facts import Declaration
from ripplegraph.linking.analysis import Analysis, ClassKey
from ripplegraph.linking.emit.edge_ids import symbol_id
from ripplegraph.linking.files.file_tables import METHODS
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import INFERRED, FileLinks
from ripplegraph.linking.values.slots import BindingSlot
from ripplegraph.linking.values.value import Class, Instance
from ripplegraph.parsers.families.extensions import find_named
from ripplegraph.parsers.families.packages import extension_members
from ripplegraph.parsers.languages.go.methods import Methods

MOST_INTERFACES = 60
"""A method that more interfaces declare says nothing about which of them are meant."""
_CONFIDENCE = 0.9

MethodsByName = dict[str, tuple[str, int]]
"""Methods by name, each by path and place."""


class Implementations:
    """Finds what a call through an interface may really run."""

    def __init__(
        self, analysis: Analysis, methods: Methods, key_of: Callable[[FileView], str]
    ) -> None:
        """Take what returns the key that the files of a package have in common."""
        self._analysis = analysis
        self._methods = methods
        self._key_of = key_of
        self._known: dict[ClassKey, tuple[list[ClassKey], int]] = {}

    def add(self, view: FileView, links: FileLinks) -> None:
        """Add the edges of the types of a file, and of the methods it gives to types."""
        for index, definition in enumerate(view.definitions):
            if definition.kind == "class" and not definition.scope:
                for interface in self._find(view, index):
                    target = symbol_id(self._analysis, *interface)
                    line = definition.line
                    links.add(view.ids[index], "implements", target, line, INFERRED, 1, _CONFIDENCE)
        for name in sorted({name for name, _ in extension_members(view)}):
            for path, index in self._types(view, name):
                for interface in self._find(self._analysis.view(path), index):
                    self._add_dispatches(view, name, interface, links)

    def _types(self, view: FileView, name: str) -> Iterator[ClassKey]:
        """Return the types that a name stands for to the files of a package."""
        for path in self._analysis.packages.find(self._key_of(view), name):
            other = self._analysis.view(path)
            self._analysis.ask(other, name)
            for i in other.table(0).get(name, ()):
                binding = other.scopes[0].bindings[i]
                if binding.kind == "d" and other.definitions[binding.index].kind == "class":
                    yield path, binding.index

    def _add_dispatches(
        self, view: FileView, name: str, interface: ClassKey, links: FileLinks
    ) -> None:
        """Link the methods of an interface to those that a file gives a type."""
        declared = self._own_methods(interface)
        for extension in find_named(view, name):
            for binding in view.scopes[extension.scope].bindings:
                source = declared.get(binding.name)
                if source is not None:
                    own, line = view.ids[binding.index], view.definitions[binding.index].line
                    above = symbol_id(self._analysis, *source)
                    links.add(above, "dispatches_to", own, line, INFERRED, 1, _CONFIDENCE)

    def _find(self, view: FileView, index: int) -> list[ClassKey]:
        """Return the interfaces that a type implements."""
        key, solver = (view.path, index), self._analysis.solver
        known = self._known.get(key)
        if known is None:
            outer = solver.start_reading()
            found = [i for i in self._candidates(view, index) if self._implements(key, i)]
            known = self._known[key] = found, solver.stop_reading(outer)
        solver.read.add(known[1])
        return known[0]

    def _candidates(self, view: FileView, index: int) -> list[ClassKey]:
        found: set[ClassKey] = set()
        for method in self._methods.extended(view, index):
            interfaces = self._methods.interfaces(view, method)
            if len(interfaces) <= MOST_INTERFACES:
                found.update(interfaces)
        return sorted(found)

    def _own_methods(self, interface: ClassKey) -> MethodsByName:
        view = self._analysis.view(interface[0])
        body = view.definitions[interface[1]].body
        name = view.definitions[interface[1]].name
        self._analysis.ask(view, name)
        self._analysis.ask(view, f"{name}{METHODS}")
        bindings = view.scopes[body].bindings if body >= 0 else ()
        return {b.name: (view.path, b.index) for b in bindings if b.kind == "d"}

    def _implements(self, key: ClassKey, interface: ClassKey) -> bool:
        """Whether a type has all methods of an interface and of those that are part of it."""
        for part in self._analysis.classes.order(*interface):
            if type(part) is not Class:
                continue
            for name, declared in self._own_methods((part.path, part.definition)).items():
                if not self._has(key, name, declared):
                    return False
        return True

    def _has(self, key: ClassKey, name: str, declared: tuple[str, int]) -> bool:
        analysis = self._analysis
        home, other = analysis.view(declared[0]), analysis.view(key[0])
        if not name[:1].isupper() and self._key_of(home) != self._key_of(other):
            return False
        analysis.ask_definition(home, declared[1])
        slots = analysis.classes.member_slots(Instance(*key), name)
        return bool(slots) and all(
            self._fits(
                analysis.view(slot.path), slot.scope, slot.index, home.definitions[declared[1]]
            )
            for slot in slots
            if type(slot) is BindingSlot
        )

    def _fits(self, view: FileView, scope: int, index: int, wanted: Declaration) -> bool:
        """Whether a member is a method that takes as much, and gives as much, as another."""
        binding = view.scopes[scope].bindings[index]
        if binding.kind != "d":
            return False
        method = view.definitions[binding.index]
        self._analysis.ask(view, method.name)
        if method.kind != "function" or len(method.params) != len(wanted.params):
            return False
        return (method.returns is None) == (wanted.returns is None)
