"""Pytest fixtures: the functions that parameters of tests are given by their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from posixpath import basename, dirname

from ripplegraph.graph.expressions import Expr, TextLiteral
from ripplegraph.graph.facts import INJECTED, TEST
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.edge_ids import symbol_id
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import INFERRED, FileLinks
from ripplegraph.linking.values.value import Function

_FILE = "conftest.py"
"""The file whose fixtures are there for the tests of its folder and those below."""
_PLUGGED = "<fixture>"
"""The key under which files declare fixtures that are there wherever they are a plug-in."""
_MOST = 3


class Fixtures:
    """Finds fixtures by their names, the nearest first."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._known: dict[tuple[str, str], tuple[tuple[str, int] | None, int]] = {}
        self._paths: dict[str, tuple[str, ...]] = {}
        self._renamed: dict[str, dict[str, int]] = {}

    def find(self, view: FileView, index: int, name: str) -> tuple[str, int] | None:
        """Return the pytest fixture that the name of a parameter of function `index` means."""
        definition = view.definitions[index]
        own = self._fixture_in(view, index, name)
        if own is not None:
            return own
        paths = self._fixture_files(view)
        if view.path in paths and definition.flags & INJECTED and self._names(view, index) == name:
            # A fixture that is given the one that it takes the place of.
            paths = paths[paths.index(view.path) + 1 :]
        key = (paths[0] if paths else "", name)
        solver = self._analysis.solver
        known = self._known.get(key)
        if known is None:
            start, outer = solver.start_leaning(), solver.start_reading()
            found = self._fixture_above(paths, name) or self._fixture_plugged(name)
            known = found, solver.stop_reading(outer)
            if solver.stop_leaning(start):
                self._known[key] = known
        found, mark = known
        solver.read.add(mark)
        view.probed.update(paths)
        return None if found == (view.path, definition.body) else found

    def add(self, view: FileView, links: FileLinks) -> None:
        """Add the edges from tests and fixtures of a file to the fixtures that they are given."""
        for i, definition in enumerate(view.definitions):
            if not definition.flags & (TEST | INJECTED):
                continue
            for param in definition.params:
                found = self.find(view, i, param.name)
                if found is not None:
                    target = symbol_id(self._analysis, *found)
                    links.add(view.ids[i], "references", target, definition.line, INFERRED, 1, 0.9)

    def _fixture_in(self, view: FileView, index: int, name: str) -> tuple[str, int] | None:
        own = view.definitions[index].scope
        scopes = [own, 0] if own else [0]
        for scope in scopes:
            for slot in self._analysis.names.slots(view, scope, name, view.scopes[scope].end):
                for found in self._analysis.in_order(self._analysis.slot_values(slot)):
                    if type(found) is Function:
                        target = self._analysis.view(found.path).definitions[found.definition]
                        same = found == Function(view.path, index)
                        if target.flags & INJECTED and not same and not self._is_renamed(found):
                            return found.path, found.definition
        renamed = self._find_renamed(view).get(name)
        return None if renamed is None else (view.path, renamed)

    def _is_renamed(self, value: Function) -> bool:
        view = self._analysis.view(value.path)
        self._analysis.ask_definition(view, value.definition)
        return value.definition in self._find_renamed(view).values()

    def _fixture_above(self, paths: Sequence[str], name: str) -> tuple[str, int] | None:
        for path in paths:
            for slot in self._analysis.modules.attribute_slots(path, name):
                for found in self._analysis.in_order(self._analysis.slot_values(slot)):
                    if type(found) is Function:
                        target = self._analysis.view(found.path).definitions[found.definition]
                        if target.flags & INJECTED and not self._is_renamed(found):
                            return found.path, found.definition
            above = self._analysis.find_view(path)
            if above is not None:
                self._analysis.ask(above, name)
            renamed = self._find_renamed(above).get(name) if above is not None else None
            if renamed is not None:
                return path, renamed
        return None

    def _names(self, view: FileView, index: int) -> str:
        """Return the name of a fixture."""
        renamed = (name for name, at in self._find_renamed(view).items() if at == index)
        return next(renamed, view.definitions[index].name)

    def _fixture_plugged(self, name: str) -> tuple[str, int] | None:
        """Return the fixture of a plug-in, if just one file of the project may be meant."""
        found: list[tuple[str, int]] = []
        for path in self._analysis.packages.find(_PLUGGED, name)[: _MOST + 1]:
            view = self._analysis.view(path)
            self._analysis.ask(view, name)
            found += [(path, index) for own, index in find_plugged(view) if own == name]
        return found[0] if len(found) == 1 else None

    def _fixture_files(self, view: FileView) -> tuple[str, ...]:
        """Return where fixtures for the tests of a file may stand, the nearest first."""
        found = self._paths.get(view.path)
        if found is None:
            found = (*(f"{folder}/{_FILE}" for folder in _find_folders(view.path)), _FILE)
            self._paths[view.path] = found
        return found

    def _find_renamed(self, view: FileView) -> dict[str, int]:
        found = self._renamed.get(view.path)
        if found is None:
            found = self._renamed[view.path] = find_renamed(view)
        return found


def find_renamed(view: FileView) -> dict[str, int]:
    """Return the fixtures of a file that have another name than their function has."""
    found: dict[str, int] = {}
    for i, definition in enumerate(view.definitions):
        if definition.flags & INJECTED:
            for decorator in definition.decorators:
                name = _find_keyword(view, decorator, "name")
                if type(name) is TextLiteral:
                    found[name.text] = i
    return found


def find_plugged(view: FileView) -> list[tuple[str, int]]:
    """Return the fixtures that a file offers as a plug-in: it holds no tests itself."""
    named = basename(view.path)
    if named == _FILE or named.startswith("test_") or named.endswith("_test.py"):
        return []
    renamed = find_renamed(view)
    others = {
        definition.name: i
        for i, definition in enumerate(view.definitions)
        if definition.flags & INJECTED and not definition.scope and i not in renamed.values()
    }
    return sorted((others | renamed).items())


def declare_plugged(view: FileView) -> set[tuple[str, str]]:
    """Return the fixtures that a file offers, as files declare names."""
    return {(_PLUGGED, name) for name, _ in find_plugged(view)}


def _find_keyword(view: FileView, call: Expr, name: str) -> Expr:
    """Return what a call passes by name; nothing where the expression is no call."""
    keywords = view.calls[call].keywords if isinstance(call, int) else ()
    return next((value for key, value in keywords if key == name), None)


def _find_folders(path: str) -> Iterator[str]:
    """Yield the folders that a file is in, the innermost first."""
    while path := dirname(path):
        yield path
