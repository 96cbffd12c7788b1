"""Classes by their members and by the class they extend, over all files of a project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ripplegraph.linking.analysis import Analysis, ClassKey
from ripplegraph.linking.engine.evaluator import Answers
from ripplegraph.linking.engine.query_kinds import SUBCLASSES
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import Class


class FullClassIndex:
    """Looks at every file once; for an analysis that holds them all."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._definers: dict[str, list[ClassKey]] | None = None
        self._answers: Answers = {}

    def definers(self, name: str) -> Sequence[ClassKey]:
        """Return the classes that have a member themselves, by path and place."""
        if self._definers is None:
            index: dict[str, list[ClassKey]] = {}
            for path in sorted(self._analysis.paths):
                for i, names in class_members(self._analysis.views[path]):
                    for member in names:
                        index.setdefault(member, []).append((path, i))
            self._definers = index
        return self._definers.get(name, ())

    def subclasses(self, key: ClassKey) -> Sequence[ClassKey]:
        """Return the direct subclasses of a class, by path and place."""
        solver = self._analysis.solver
        outer = solver.start_reading()
        found: Mapping[ClassKey, Sequence[ClassKey]] = solver.solve(
            ("sub",), self._find_subclasses, self._answers, 0, SUBCLASSES
        )
        # Which classes come to be below others is what the mark BELOW stands for.
        solver.read = outer
        return found.get(key, ())

    def _find_subclasses(self) -> dict[ClassKey, list[ClassKey]]:
        below: dict[ClassKey, list[ClassKey]] = {}
        for path in sorted(self._analysis.paths):
            for i, base in project_bases(self._analysis, self._analysis.views[path]):
                below.setdefault(base, []).append((path, i))
        return below


def class_members(view: FileView) -> list[tuple[int, list[str]]]:
    """Return the classes of a file, each with the names of its own members."""
    return [
        (i, sorted({*view.table(definition.body), *view.set_members(i)}))
        for i, definition in enumerate(view.definitions)
        if definition.kind == "class" and definition.body >= 0
    ]


def project_bases(analysis: Analysis, view: FileView) -> list[tuple[int, ClassKey]]:
    """Return the classes of a file with their direct bases that are classes of the project."""
    return [
        (i, (base.path, base.definition))
        for i, definition in enumerate(view.definitions)
        if definition.bases or definition.implements
        for base in analysis.classes.bases(view.path, i)
        if type(base) is Class
    ]
