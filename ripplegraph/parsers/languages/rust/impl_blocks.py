"""Impl blocks: the methods and traits that files give to types that they name."""

from __future__ import annotations

from collections.abc import Iterator

from ripplegraph.graph.facts import Extension
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.files.file_tables import IMPLEMENTS
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot
from ripplegraph.linking.values.value import Class, External, Instance, Result, Values
from ripplegraph.parsers.families.extensions import find_at, find_named


class ImplBlocks:
    """Finds impl blocks by the names of their types."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def named_extension_slots(self, view: FileView, index: int, member: str) -> list[BindingSlot]:
        """Return where a member leads that some file gives a type by naming it."""
        name = view.definitions[index].name
        slots: list[BindingSlot] = []
        for path in self._analysis.packages.find(extension_key(view), f"{name}.{member}"):
            other = self._analysis.view(path)
            self._analysis.ask(other, member)
            for extension in find_named(other, name):
                indexes = other.table(extension.scope).get(member, ())
                if indexes and self.names_type(other, extension, (view.path, index)):
                    slots += [BindingSlot(path, extension.scope, i) for i in indexes]
        return slots

    def extension_bases(self, view: FileView, index: int) -> list[Values]:
        """Return what a type implements by extensions that name it."""
        name = view.definitions[index].name
        found: list[Values] = []
        for path, extension in self.implementing(view, name):
            other = self._analysis.view(path)
            if self.names_type(other, extension, (view.path, index)):
                found.append(self.base_of(other, extension))
        return found

    def implementing(self, view: FileView, name: str) -> list[tuple[str, Extension]]:
        """Return the extensions by which types of a name implement something, with their files."""
        found: list[tuple[str, Extension]] = []
        for path in self._analysis.packages.find(extension_key(view), f"{name}{IMPLEMENTS}"):
            other = self._analysis.view(path)
            self._analysis.ask(other, f"{name}{IMPLEMENTS}")
            for extension in find_named(other, name):
                if extension.base is not None:
                    found.append((path, extension))
        return found

    def names_type(self, view: FileView, extension: Extension, key: tuple[str, int]) -> bool:
        """Whether a type is the one that an extension names."""
        return key in self.types_of(view, extension)

    def types_of(self, view: FileView, extension: Extension) -> frozenset[tuple[str, int]]:
        """Return the types of the project that an extension names."""
        found: frozenset[tuple[str, int]] = self._analysis.solver.solve(
            ("ex", view.path, extension.scope),
            lambda: self._find_types(view, extension),
            view.answers,
            view.mark,
        )
        return found

    def _find_types(self, view: FileView, extension: Extension) -> frozenset[tuple[str, int]]:
        scope = extension.scope
        values = self._analysis.annotations.instances(
            extension.type, view, view.code_scope(scope), view.scopes[scope].end
        )
        return frozenset((v.path, v.definition) for v in values if type(v) is Instance)

    def is_given_to_unnamed(self, view: FileView, base: tuple[str, int], member: str) -> bool:
        """Whether some file says that types without a name implement a method of an interface."""
        for path in self._analysis.packages.find(extension_key(view), f".{member}"):
            other = self._analysis.view(path)
            self._analysis.ask(other, member)
            for extension in find_named(other, ""):
                if extension.type is None or extension.base is None:
                    continue
                if Class(*base) in self.base_of(other, extension):
                    return True
        return False

    def outside_slots(self, view: FileView, type_name: str, member: str) -> list[BindingSlot]:
        """Return where a member leads that some file gives a type from outside that it names."""
        name = type_name.rpartition(".")[2]
        slots: list[BindingSlot] = []
        for path in self._analysis.packages.find(extension_key(view), f"{name}.{member}"):
            other = self._analysis.view(path)
            self._analysis.ask(other, member)
            for extension in find_named(other, name):
                indexes = other.table(extension.scope).get(member, ())
                if indexes:
                    at = extension.scope
                    values = self._analysis.annotations.instances(
                        extension.type, other, other.code_scope(at), other.scopes[at].end
                    )
                    if Result(type_name) in values:
                        slots += [BindingSlot(path, at, i) for i in indexes]
        return slots

    def outside_bases(self, path: str, scope: int) -> set[str]:
        """Return the names of what a type implements by an extension that is from outside."""
        view = self._analysis.view(path)
        found = [self.base_of(view, extension) for extension in find_at(view, scope)]
        return {value.name for values in found for value in values if type(value) is External}

    def base_of(self, view: FileView, extension: Extension) -> Values:
        """Return what an extension says that its type implements."""
        scope = extension.scope
        end = view.scopes[scope].end
        return self._analysis.evaluate(extension.base, view, view.code_scope(scope), end)


def declared_blocks(view: FileView) -> Iterator[tuple[str, str]]:
    """Return what a file gives to types that it names: members and bases."""
    key = extension_key(view)
    for extension in view.facts.extensions:
        # A type without a name of its own, such as a pointer, has the name "".
        if extension.name or extension.base is not None:
            for member in view.table(extension.scope):
                yield key, f"{extension.name}.{member}"
        if extension.name and extension.base is not None:
            yield key, f"{extension.name}{IMPLEMENTS}"


def extension_key(view: FileView) -> str:
    """Return what all types that a file may extend by naming them have in common."""
    return f"<extension> {view.semantics.name}"
