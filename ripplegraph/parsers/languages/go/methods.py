"""Methods that files of a package give to its types, and methods of interfaces."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.lookup.packages import ALL
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, Slot
from ripplegraph.parsers.families.extensions import find_named
from ripplegraph.parsers.families.packages import extension_members


class Methods:
    """Finds methods by the names of their types, and interfaces by their methods."""

    def __init__(self, analysis: Analysis, key_of: Callable[[FileView], str]) -> None:
        """Take what returns the key that the files of a package have in common."""
        self._analysis = analysis
        self._key_of = key_of

    def extension_slots(self, view: FileView, index: int, member: str) -> list[Slot]:
        """Return where a member leads that some file of the package gives one of its types."""
        definition = view.definitions[index]
        if definition.scope:
            return []
        slots: list[Slot] = []
        paths = self._analysis.packages.find(self._key_of(view), f"{definition.name}.{member}")
        for path in self._analysis.packages.built_with(view, paths, member):
            other = self._analysis.view(path)
            self._analysis.ask(other, member)
            for extension in find_named(other, definition.name):
                indexes = other.table(extension.scope).get(member, ())
                slots += [BindingSlot(path, extension.scope, i) for i in indexes]
        return slots

    def extended(self, view: FileView, index: int) -> list[str]:
        """Return the names of all members that files of the package give one of its types."""
        own = view.definitions[index].name
        names = {
            member
            for path in self._analysis.packages.find(self._key_of(view), f"{own}.{ALL}")
            for name, member in extension_members(self._analysis.view(path))
            if name == own
        }
        return sorted(names)

    def interfaces(self, view: FileView, method: str) -> list[tuple[str, int]]:
        """Return the interfaces of a file's language that declare a method, by path and place."""
        found: list[tuple[str, int]] = []
        for path in self._analysis.packages.find(interface_key(view), method):
            other = self._analysis.view(path)
            self._analysis.ask(other, method)
            found += [(path, i) for i, names in interface_methods(other) if method in names]
        return found


def interface_key(view: FileView) -> str:
    """Return what all interfaces that a file's types may implement have in common."""
    return f"<interface> {view.semantics.name}"


def interface_methods(view: FileView) -> Iterator[tuple[int, list[str]]]:
    """Return the interfaces of a file with the methods that they declare themselves."""
    for i, definition in enumerate(view.definitions):
        if definition.kind == "interface" and definition.body >= 0 and not definition.scope:
            bindings = view.scopes[definition.body].bindings
            yield i, [binding.name for binding in bindings if binding.kind == "d"]
