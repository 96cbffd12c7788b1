"""Packages whose files share their names: what one file declares, the others see."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from typing import Protocol

from ripplegraph.graph.tests import is_test_path
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.engine.marks import DECLARED
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import Slot

_MASK = (1 << 64) - 1
FILE = ""
"""Declared by every file of a package: stands for the file itself."""
CLAUSE = "package "
"""Before the name that the files of a package give it; declared by each of them."""
QUALIFIED = "::"
"""Between the name of a language and the full name of what it knows itself."""
ALL = "*"
"""After a type and a dot: stands for everything that files of the package add to it."""


class PackageIndex(Protocol):
    """Answers what no single file can."""

    def declarers(self, key: str, name: str) -> Sequence[str]:
        """Return the files that declare a name under the key of a package."""


class Packages:
    """Looks names up in packages."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self.index: PackageIndex = FullPackageIndex(analysis)

    def find(self, key: str, name: str) -> Sequence[str]:
        """Return the files of a package that declare a name, noting the look."""
        solver = self._analysis.solver
        solver.read.add(solver.marks.of(f"{DECLARED}{key} {name}"))
        return self.index.declarers(key, name)

    def member_slots(
        self, namespace: str, inside: bool, name: str, importer: str = ""
    ) -> Sequence[Slot]:
        """Return where a name of a package leads that is imported."""
        if QUALIFIED in namespace:
            family = namespace.partition(":")[0]
            return self._analysis.views.find_semantics(family).find_in_namespace(namespace, name)
        found: list[Slot] = []
        for key in outer_keys(namespace, inside):
            paths = nearest(self.find(key, name), importer)
            found += self.slots(self.built_with(None, paths, name), name)
        return found

    def is_foreign(self, view: FileView, name: str) -> bool:
        """Whether no file of a language declares a name, so that it can only be from outside."""
        return view.semantics.foreign_names and not self.find(everything_key(view), name)

    def files(self, namespace: str) -> Sequence[str]:
        """Return the files of a package."""
        return self.find(outer_keys(namespace, False)[0], FILE)

    def built_with(self, view: FileView | None, paths: Sequence[str], name: str) -> Sequence[str]:
        """Return, of files that declare one name, those that a build with a file can have."""
        if len(paths) < 2:
            return paths
        return self._analysis.views.semantics_of(paths[0]).keep_built(view, paths, name)

    def slots(self, paths: Sequence[str], name: str) -> list[Slot]:
        """Return where a name leads that files of a package bind themselves."""
        slots: list[Slot] = []
        for path in paths:
            view = self._analysis.view(path)
            self._analysis.ask(view, name)
            bindings = view.scopes[0].bindings
            for index in view.reaching(0, name, view.scopes[0].end):
                # What a file imports is its own affair.
                if bindings[index].kind not in "if":
                    slots += self._analysis.names.follow(view, 0, index)
        return slots


class FullPackageIndex:
    """Looks at every file once; for an analysis that holds them all.

    Millions of names fit into memory as numbers: the hashes of all, in order, and for each of them
    the number of its file.
    """

    def __init__(self, analysis: Analysis, before: FullPackageIndex | None = None) -> None:
        """Take over what was found out about the same files in another analysis."""
        self._analysis = analysis
        self._paths: list[str] = before._paths if before else []
        self._hashes: array[int] | None = before._hashes if before else None
        self._files: array[int] = before._files if before else array("I")

    def declarers(self, key: str, name: str) -> Sequence[str]:
        if self._hashes is None:
            self._hashes = self._collect()
        wanted = hash((key, name)) & _MASK
        hashes, files, paths = self._hashes, self._files, self._paths
        at = bisect_left(hashes, wanted)
        found: list[str] = []
        while at < len(hashes) and hashes[at] == wanted:
            found.append(paths[files[at]])
            at += 1
        return found

    def _collect(self) -> array[int]:
        self._paths = sorted(self._analysis.paths)
        views, hashes, files = self._analysis.views, array("Q"), array("I")
        for number, path in enumerate(self._paths):
            names = [
                hash(pair) & _MASK for pair in views[path].semantics.declared_names(views[path])
            ]
            hashes.extend(names)
            files.extend([number] * len(names))
        order = sorted(range(len(hashes)), key=hashes.__getitem__)
        self._files = array("I", map(files.__getitem__, order))
        return array("Q", map(hashes.__getitem__, order))


def outer_keys(namespace: str, inside: bool) -> tuple[str, ...]:
    """Return what is seen of a package that is imported; its own tests see a little more."""
    return (f"{namespace}/", f"{namespace}/tests") if inside else (f"{namespace}/",)


def nearest(paths: Sequence[str], importer: str) -> Sequence[str]:
    """Return, of files that declare one name, those of the importing file's part of the project.

    That is the deepest folder that one of them shares with it. Tests are no part of the rest.
    """
    if len(paths) < 2 or not importer:
        return paths
    if not is_test_path(importer):
        paths = [path for path in paths if not is_test_path(path)] or paths
    own = importer.split("/")[:-1]
    depths = [_shared_depth(own, path.split("/")[:-1]) for path in paths]
    deepest = max(depths)
    return [path for path, depth in zip(paths, depths, strict=True) if depth == deepest]


def _shared_depth(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def foreign_declarations(view: FileView) -> set[tuple[str, str]]:
    """Return all names that a file gives to anything, so that others are known to be from
    outside."""
    everything = everything_key(view)
    found = {(everything, d.name.rpartition(".")[2]) for d in view.definitions}
    return found | {(everything, item.name) for item in view.facts.attributes if item.name}


def everything_key(view: FileView) -> str:
    """Return what all names of a file's family of languages have in common."""
    return f"{view.semantics.family}{QUALIFIED}{ALL}/"


def words_of(key: str, name: str) -> tuple[str, ...]:
    """Return the marks of everything that is not the same when a file declares a name or not."""
    own, dot, _ = name.partition(".")
    whole = (f"{DECLARED}{key} {own}.{ALL}",) if dot else ()
    return (f"{DECLARED}{key} {name}", *whole)
