"""The indexes of classes and packages, for an analysis of which only some files are loaded."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from ripplegraph.indexing.stored_keys import DECLARES, MEMBER_OF, SUBCLASS
from ripplegraph.linking.analysis import ClassKey
from ripplegraph.linking.engine.evaluator import Answers
from ripplegraph.linking.engine.query_kinds import SUBCLASSES
from ripplegraph.linking.lookup.class_index import class_members, project_bases
from ripplegraph.linking.lookup.classes import MOST_DEFINERS
from ripplegraph.linking.project_analysis import ProjectAnalysis


class KeptFiles(Protocol):
    """What is kept about which files something concerns."""

    away: set[str]

    def files_of(self, key: str) -> set[str]:
        """Return the files that a key was kept for."""


class StoredIndex:
    """Asks what was kept, and looks at files that are linked now itself."""

    def __init__(self, analysis: ProjectAnalysis, kept: KeptFiles, linked: Collection[str]) -> None:
        self._analysis = analysis
        self._kept = kept
        self._linked = linked
        self._members: dict[str, set[str]] | None = None
        self._answers: Answers = {}

    def definers(self, name: str) -> Sequence[ClassKey]:
        paths = self._kept.files_of(MEMBER_OF + name) - self._kept.away
        paths |= self._new_members().get(name, set())
        found: list[ClassKey] = []
        for path in sorted(paths):
            for index, names in class_members(self._analysis.views[path]):
                if name in names:
                    found.append((path, index))
            if len(found) > MOST_DEFINERS:
                break
        return found

    def subclasses(self, key: ClassKey) -> Sequence[ClassKey]:
        own = self._analysis.views[key[0]].key(key[1])
        solver = self._analysis.solver
        outer = solver.start_reading()
        found = list(self._new_bases().get(key, ()))
        for path in self._kept.files_of(SUBCLASS + own) - self._kept.away:
            for index, base in project_bases(self._analysis, self._analysis.views[path]):
                if base == key:
                    found.append((path, index))
        solver.read = outer
        return sorted(found)

    def _new_members(self) -> dict[str, set[str]]:
        if self._members is None:
            self._members = {}
            for path in self._linked:
                for _, names in class_members(self._analysis.views[path]):
                    for name in names:
                        self._members.setdefault(name, set()).add(path)
        return self._members

    def _new_bases(self) -> dict[ClassKey, list[ClassKey]]:
        found: dict[ClassKey, list[ClassKey]] = self._analysis.solver.solve(
            ("sub",), self._find_new_bases, self._answers, 0, SUBCLASSES
        )
        return found

    def _find_new_bases(self) -> dict[ClassKey, list[ClassKey]]:
        found: dict[ClassKey, list[ClassKey]] = {}
        for path in sorted(self._linked):
            for index, base in project_bases(self._analysis, self._analysis.views[path]):
                found.setdefault(base, []).append((path, index))
        return found


class StoredPackages:
    """Asks what was kept, and looks at files that are linked now itself."""

    def __init__(self, analysis: ProjectAnalysis, kept: KeptFiles, linked: Collection[str]) -> None:
        self._analysis = analysis
        self._kept = kept
        self._linked = linked
        self._declared: dict[tuple[str, str], set[str]] | None = None
        self._found: dict[tuple[str, str], Sequence[str]] = {}

    def declarers(self, key: str, name: str) -> Sequence[str]:
        """Return the files that declare a name under the key of a package."""
        known = self._found.get((key, name))
        if known is None:
            known = self._found[key, name] = self._find(key, name)
        return known

    def _find(self, key: str, name: str) -> Sequence[str]:
        paths = self._kept.files_of(f"{DECLARES}{key} {name}") - self._kept.away
        # Two names may have one hash: a file is asked before it is believed.
        wanted = (key, name)
        found = {path for path in paths if wanted in self._find_declared(path)}
        return sorted(found | self._new_names().get(wanted, set()))

    def _new_names(self) -> dict[tuple[str, str], set[str]]:
        if self._declared is None:
            self._declared = {}
            for path in self._linked:
                for pair in self._find_declared(path):
                    self._declared.setdefault(pair, set()).add(path)
        return self._declared

    def _find_declared(self, path: str) -> set[tuple[str, str]]:
        view = self._analysis.views[path]
        return view.semantics.declared_names(view)
