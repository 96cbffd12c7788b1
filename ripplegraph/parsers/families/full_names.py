"""Types that are declared in parts, and names that files declare by full names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from ripplegraph.graph.facts import ADDED, DECLARATION, Declaration, Scope
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.files.scopes import STAR
from ripplegraph.linking.lookup.packages import CLAUSE, FILE, QUALIFIED, everything_key
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, NamespaceSlot, Slot

MOST_PARTS: Final = 4
"""What is declared in more parts is only what it holds: a namespace."""
_TYPES: Final = frozenset({"class", "interface", "module"})
_DEEPEST: Final = 12

Place = tuple[int, int]
"""A scope, and which of its bindings."""


class NamedScopes(Protocol):
    """The scopes of a file, with their tables of names."""

    scopes: Sequence[Scope]
    definitions: Sequence[Declaration]

    def table(self, scope: int) -> Mapping[str, Sequence[int]]:
        """Return the bindings of each name of a scope."""


class FullNames:
    """The names at the top of a file, and the members of its classes, each by its full name."""

    __slots__ = ("classes", "owners", "places")

    def __init__(self, file: NamedScopes) -> None:
        self.places: dict[str, list[Place]] = {}
        self.owners: dict[int, str] = {}
        """The full names of the classes, by their definitions."""
        self.classes: dict[str, list[int]] = {}
        """The definitions of the classes, by their full names."""
        for name, place in self._find(file, 0, "", 0) if file.scopes else ():
            self.places.setdefault(name, []).append(place)

    def _find(
        self, file: NamedScopes, scope: int, prefix: str, depth: int
    ) -> Iterator[tuple[str, Place]]:
        bindings = file.scopes[scope].bindings
        for name, indexes in file.table(scope).items():
            if name == STAR:
                continue
            full = f"{prefix}.{name}" if prefix else name
            for i in indexes:
                binding = bindings[i]
                if binding.kind in "if":
                    continue
                yield full, (scope, i)
                if binding.kind != "d":
                    continue
                definition = file.definitions[binding.index]
                if definition.kind in _TYPES and definition.body >= 0 and depth < _DEEPEST:
                    self.owners[binding.index] = full
                    self.classes.setdefault(full, []).append(binding.index)
                    yield from self._find(file, definition.body, full, depth + 1)


class DeclaredParts:
    """Finds the parts of types in all files that share their full names."""

    def __init__(self, analysis: Analysis, root_of: Callable[[FileView], str]) -> None:
        """Take what returns the namespace of all full names that a file shares with others."""
        self._analysis = analysis
        self._root_of = root_of

    def parts(self, view: FileView, index: int) -> list[tuple[str, int]]:
        """Return the other parts of a class that is declared in several, by path and place."""
        full = view.derive(FullNames).owners.get(index)
        if full is None:
            return []
        prefix, _, name = full.rpartition(".")
        paths = self._analysis.packages.find(f"{self._root_of(view)}{prefix}/", name)
        found: list[tuple[str, int]] = []
        for path in paths if len(paths) <= MOST_PARTS else ():
            other = self._analysis.view(path)
            self._analysis.ask(other, name)
            found += [(path, i) for i in other.derive(FullNames).classes.get(full, ())]
        return [part for part in found if part != (view.path, index)]

    def slots(self, view: FileView, index: int, member: str) -> list[Slot]:
        """Return where a member leads that another part of a class has."""
        full = view.derive(FullNames).owners.get(index)
        if full is None:
            return []
        own = view.definitions[index].body
        slots: list[Slot] = []
        for path in self._analysis.packages.find(f"{self._root_of(view)}{full}/", member):
            other = self._analysis.view(path)
            self._analysis.ask(other, member)
            for scope, i in other.derive(FullNames).places.get(f"{full}.{member}", ()):
                if path != view.path or scope != own:
                    slots += self._analysis.names.follow(other, scope, i)
        if not slots and self._analysis.packages.find(
            f"{self._root_of(view)}{full}/", CLAUSE + member
        ):
            # Nothing has this name, but names of other things begin with it.
            return [NamespaceSlot(f"{self._root_of(view)}{full}.{member}", False)]
        return slots

    def find(self, namespace: str, name: str) -> Sequence[Slot]:
        """Return where a name of a namespace or class leads that is declared by its full name."""
        end = "" if namespace.endswith(QUALIFIED) else "."
        full = f"{namespace}{end}{name}"
        paths = self._analysis.packages.find(f"{namespace}/", name)
        slots: list[Slot] = []
        if len(paths) <= MOST_PARTS or name.startswith(ADDED):
            own = full.partition(QUALIFIED)[2]
            for path in paths:
                view = self._analysis.view(path)
                self._analysis.ask(view, name)
                for place in view.derive(FullNames).places.get(own, ()):
                    slots += self._analysis.names.follow(view, *place)
            slots = [slot for slot in slots if not self._is_part(slot)] or slots
        if not slots and (paths or self._analysis.packages.find(f"{namespace}/", CLAUSE + name)):
            return (NamespaceSlot(full, False),)
        return slots

    def _is_part(self, slot: Slot) -> bool:
        """Whether a slot only adds to a class that something else defines."""
        if type(slot) is not BindingSlot:
            return False
        view = self._analysis.view(slot.path)
        binding = view.scopes[slot.scope].bindings[slot.index]
        definition = view.definitions[binding.index] if binding.kind == "d" else None
        return (
            definition is not None
            and definition.kind == "class"
            and (bool(definition.flags & DECLARATION))
        )


def full_declarations(view: FileView, root: str) -> set[tuple[str, str]]:
    """Return what a file declares by full names below the root of all of them."""
    found: set[tuple[str, str]] = set()
    for full in view.derive(FullNames).places:
        prefix, _, name = full.rpartition(".")
        found.add((f"{root}{prefix}/", name))
        found.add((f"{root}{prefix}/", FILE))
        found.add((everything_key(view), name))
        while prefix:
            prefix, _, name = prefix.rpartition(".")
            found.add((f"{root}{prefix}/", CLAUSE + name))
    return found
