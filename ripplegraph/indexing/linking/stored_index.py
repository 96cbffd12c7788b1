"""The class index of a world of which only some files are loaded."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from ripplegraph.indexing.linking.class_index import ClassKey, class_members, project_bases
from ripplegraph.indexing.linking.classes import MOST_DEFINERS
from ripplegraph.indexing.linking.keys import MEMBER_OF, SUBCLASS
from ripplegraph.indexing.linking.world import World


class KeptFiles(Protocol):
    """What is kept about which files something concerns."""

    away: set[str]

    def files_of(self, key: str) -> set[str]:
        """Return the files that a key was kept for."""


class StoredIndex:
    """Asks what was kept, and looks at files that are linked now itself."""

    def __init__(self, world: World, kept: KeptFiles, linked: Collection[str]) -> None:
        self._world = world
        self._kept = kept
        self._linked = linked
        self._members: dict[str, set[str]] | None = None
        self._bases: dict[ClassKey, list[ClassKey]] | None = None

    def definers(self, name: str) -> Sequence[ClassKey]:
        paths = self._kept.files_of(MEMBER_OF + name) - self._kept.away
        paths |= self._new_members().get(name, set())
        found: list[ClassKey] = []
        for path in sorted(paths):
            for index, names in class_members(self._world.views[path]):
                if name in names:
                    found.append((path, index))
            if len(found) > MOST_DEFINERS:
                break
        return found

    def subclasses(self, key: ClassKey) -> Sequence[ClassKey]:
        own = self._world.views[key[0]].key(key[1])
        solver = self._world.solver
        outer = solver.start_reading()
        found = list(self._new_bases().get(key, ()))
        for path in self._kept.files_of(SUBCLASS + own) - self._kept.away:
            for index, base in project_bases(self._world, self._world.views[path]):
                if base == key:
                    found.append((path, index))
        solver.read = outer
        return sorted(found)

    def _new_members(self) -> dict[str, set[str]]:
        if self._members is None:
            self._members = {}
            for path in self._linked:
                for _, names in class_members(self._world.views[path]):
                    for name in names:
                        self._members.setdefault(name, set()).add(path)
        return self._members

    def _new_bases(self) -> dict[ClassKey, list[ClassKey]]:
        if self._bases is None:
            found: dict[ClassKey, list[ClassKey]] = {}
            for path in self._linked:
                for index, base in project_bases(self._world, self._world.views[path]):
                    found.setdefault(base, []).append((path, index))
            self._bases = found
        return self._bases
