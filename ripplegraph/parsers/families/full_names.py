"""Types that are declared in parts, and names that files declare by full names."""

from __future__ import annotations

from collections.abc import Callable

from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.lookup.packages import CLAUSE, FILE, MOST_PARTS, everything_key
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import NamespaceSlot, Slot


class DeclaredParts:
    """Finds the parts of types in all files that share their full names."""

    def __init__(self, analysis: Analysis, root_of: Callable[[FileView], str]) -> None:
        """Take what returns the namespace of all full names that a file shares with others."""
        self._analysis = analysis
        self._root_of = root_of

    def parts(self, view: FileView, index: int) -> list[tuple[str, int]]:
        """Return the other parts of a class that is declared in several, by path and place."""
        full = view.full_names.owners.get(index)
        if full is None:
            return []
        prefix, _, name = full.rpartition(".")
        paths = self._analysis.packages.find(f"{self._root_of(view)}{prefix}/", name)
        found: list[tuple[str, int]] = []
        for path in paths if len(paths) <= MOST_PARTS else ():
            other = self._analysis.view(path)
            self._analysis.ask(other, name)
            found += [(path, i) for i in other.full_names.classes.get(full, ())]
        return [part for part in found if part != (view.path, index)]

    def slots(self, view: FileView, index: int, member: str) -> list[Slot]:
        """Return where a member leads that another part of a class has."""
        full = view.full_names.owners.get(index)
        if full is None:
            return []
        own = view.definitions[index].body
        slots: list[Slot] = []
        for path in self._analysis.packages.find(f"{self._root_of(view)}{full}/", member):
            other = self._analysis.view(path)
            self._analysis.ask(other, member)
            for scope, i in other.full_names.places.get(f"{full}.{member}", ()):
                if path != view.path or scope != own:
                    slots += self._analysis.names.follow(other, scope, i)
        if not slots and self._analysis.packages.find(
            f"{self._root_of(view)}{full}/", CLAUSE + member
        ):
            # Nothing has this name, but names of other things begin with it.
            return [NamespaceSlot(f"{self._root_of(view)}{full}.{member}", False)]
        return slots


def full_declarations(view: FileView, root: str) -> set[tuple[str, str]]:
    """Return what a file declares by full names below the root of all of them."""
    found: set[tuple[str, str]] = set()
    for full in view.full_names.places:
        prefix, _, name = full.rpartition(".")
        found.add((f"{root}{prefix}/", name))
        found.add((f"{root}{prefix}/", FILE))
        found.add((everything_key(view), name))
        while prefix:
            prefix, _, name = prefix.rpartition(".")
            found.add((f"{root}{prefix}/", CLAUSE + name))
    return found
