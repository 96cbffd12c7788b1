"""How Python finds the file of a module: packages, source roots, relative names."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from posixpath import dirname

from ripplegraph.graph.tests import is_test_path
from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.parsers.manifest_text import load_toml
from ripplegraph.parsers.resolvers import ProjectFiles, Redirection

_TOP = "<top> "
"""Before a top-level name among the probes: stands for the roots it can be imported from."""
_SUFFIXES = (".py", ".pyi")
_STANDARD = frozenset(sys.stdlib_module_names)
_ASIDE = frozenset(
    {"docs", "doc", "examples", "example", "samples", "demo", "demos", "benchmarks", "fixtures"}
)
"""Folders whose modules nobody outside of them imports."""
_SOURCES = frozenset({"src", "lib", "python"})
"""Folders that by convention are roots of importable modules."""
_MOST_COMPARED = 200_000
"""Names in folders; of more, it is not found out from where they lead elsewhere."""
_MANIFESTS = ("pyproject.toml", "setup.py", "setup.cfg")


class PythonResolver:
    """Resolves module names against the source roots that the project's own layout shows."""

    def __init__(self, project: ProjectFiles) -> None:
        self._project_paths = project.paths
        self._paths = frozenset(p for p in project.paths if p.endswith(_SUFFIXES))
        self._folders = _folders_of(self._paths)
        self._packages = {
            dirname(p) for p in self._paths if p.endswith(("/__init__.py", "/__init__.pyi"))
        }
        self._roots_of_folder: dict[str, str] = {}
        self._asides: dict[str, str] = {}
        self._preferred = _declared_roots(project, self._folders)
        self._tops = self._index_tops()
        self._homes = frozenset(
            root
            for roots in self._tops.values()
            for root in roots
            if any(f"{root}/{name}" in project.paths for name in _MANIFESTS)
        )
        """The roots of projects inside the project."""
        self._cache: dict[tuple[str, str, str], Resolved] = {}
        self._names: dict[str, frozenset[str]] | None = None
        self.settings = json.dumps((self._preferred, sorted(self._homes)))

    def recall_settings(self, settings: str) -> None:
        """Take the settings that a resolver had when the project's manifests said other things."""
        self.settings = settings
        self._preferred, homes = json.loads(settings)
        self._homes = frozenset(homes)
        self._cache.clear()

    def find_redirected(self, before: PythonResolver, files: Iterable[str]) -> Redirection:
        """Return the files in folders of another root, and top-level names with other roots."""
        folders = {path: dirname(path) for path in files}
        moved = frozenset(
            path
            for path, folder in folders.items()
            if self._root_of(folder) != before._root_of(folder)
        )
        names = self._tops.keys() | before._tops.keys()
        tops = {name for name in names if self._tops.get(name) != before._tops.get(name)}
        tops |= self._find_other_names(before)
        if self.settings != before.settings:
            tops |= self._find_moved_names(before)
        return Redirection(moved, frozenset(_TOP + name for name in tops))

    def _find_other_names(self, before: PythonResolver) -> set[str]:
        """Return the top-level names that only one of two projects has in a declared root."""
        roots = {*self._preferred, *before._preferred}
        return {name for root in roots for name in self._names_in(root) ^ before._names_in(root)}

    def _find_moved_names(self, before: PythonResolver) -> set[str]:
        """Return the top-level names that lead from some folder to other roots than before."""
        homes = self._homes ^ before._homes
        roots = {*self._preferred, *before._preferred, *homes}
        names = {
            name
            for name in {name for root in roots for name in self._names_in(root)}
            if self._declared_with(name) != before._declared_with(name)
            or not homes.isdisjoint(self._tops.get(name, ()))
        }
        # Also files in no language look names up, from any folder.
        folders = {"", *_folders_of(self._project_paths)}
        places = sorted({(self._root_of(folder), self._aside_of(folder)) for folder in folders})
        if len(names) * len(places) > _MOST_COMPARED:
            return names
        return {
            name
            for name in names
            if any(self._roots_with(name, *at) != before._roots_with(name, *at) for at in places)
        }

    def _declared_with(self, top: str) -> list[str]:
        """Return the declared roots that have a top-level name."""
        return [root for root in self._preferred if top in self._names_in(root)]

    def _roots_with(self, top: str, own: str, aside: str) -> list[str]:
        """Return the roots that have a top-level name, in the order in which they are tried."""
        roots = self._candidate_roots(top, own, aside)
        return [root for root in roots if top in self._names_in(root)]

    def _names_in(self, root: str) -> frozenset[str]:
        """Return the names of modules and folders that lie in a folder."""
        if self._names is None:
            names: dict[str, set[str]] = {}
            for path in self._paths:
                names.setdefault(dirname(path), set()).add(path.rpartition("/")[2].split(".")[0])
            for folder in self._folders:
                names.setdefault(dirname(folder), set()).add(folder.rpartition("/")[2])
            self._names = {folder: frozenset(found) for folder, found in names.items()}
        return self._names.get(root, frozenset())

    def resolve(self, spec: str, importer: str) -> Resolved:
        """Return the file, namespace folder or outside package that a module name means."""
        folder = dirname(importer)
        if spec.startswith("."):
            return self._relative(spec, folder)
        own = self._root_of(folder)
        key = (own, self._aside_of(folder), spec)
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = self._absolute(*key)
        return found

    def _relative(self, spec: str, folder: str) -> Resolved:
        name = spec.lstrip(".")
        for _ in range(len(spec) - len(name) - 1):
            if not folder:
                return Resolved()
            folder = dirname(folder)
        base = (
            f"{folder}/{name.replace('.', '/')}"
            if folder and name
            else folder or name.replace(".", "/")
        )
        return self._at(base)

    def _absolute(self, own: str, aside: str, spec: str) -> Resolved:
        top = spec.partition(".")[0]
        probed: list[str] = [_TOP + top]
        for root in self._candidate_roots(top, own, aside):
            base = spec.replace(".", "/")
            found = self._at(f"{root}/{base}" if root else base)
            probed += found.probed
            if found.paths or found.directory is not None:
                return Resolved(found.paths, None, tuple(probed), found.directory)
            if self._at(f"{root}/{top}" if root else top).paths:
                # The package is the project's own; the submodule is missing, not external.
                return Resolved((), None, tuple(probed))
        return Resolved((), spec, tuple(probed))

    def _candidate_roots(self, top: str, own: str, aside: str) -> list[str]:
        roots = [own]
        if top in _STANDARD:
            return roots
        roots += [root for root in self._preferred if root not in roots]
        others = [
            root
            for root in self._tops.get(top, ())
            if root not in roots and self._is_open(root, top, own, aside)
        ]
        others.sort(key=lambda root: (-_shared(root, own), root))
        return roots + others

    def _is_open(self, root: str, top: str, own: str, aside: str) -> bool:
        """Whether modules of one root may import a top-level module of another.

        A module that only happens to have the name of an outside package is no answer: what tests
        and examples keep for themselves, or a script in a folder of its own.
        """
        if own.startswith(f"{root}/"):
            return True
        around = self._aside_of(root)
        if around:
            return around == aside
        is_source = root in self._homes or root.rpartition("/")[2] in _SOURCES
        return is_source or f"{root}/{top}" in self._packages

    def _aside_of(self, folder: str) -> str:
        """Return the folder of tests, documents or examples that a folder is in, or ""."""
        found = self._asides.get(folder)
        if found is None:
            parts = folder.split("/")
            ends = (i for i, p in enumerate(parts, 1) if p in _ASIDE or is_test_path(f"{p}/"))
            found = self._asides[folder] = "/".join(parts[: next(ends, 0)])
        return found

    def _at(self, base: str) -> Resolved:
        probes: tuple[str, ...] = (
            f"{base}/__init__.py" if base else "__init__.py",
            f"{base}.py",
            f"{base}/__init__.pyi" if base else "__init__.pyi",
            f"{base}.pyi",
        )
        for i, probe in enumerate(probes):
            if probe in self._paths:
                return Resolved((probe,), None, probes[: i + 1])
        probes = (*probes, f"{base}/")
        if base in self._folders:
            return Resolved((), None, probes, base)
        return Resolved((), None, probes)

    def _root_of(self, folder: str) -> str:
        root = self._roots_of_folder.get(folder)
        if root is None:
            root = folder
            while root in self._packages:
                root = dirname(root)
            self._roots_of_folder[folder] = root
        return root

    def _index_tops(self) -> dict[str, list[str]]:
        """Return, for each top-level module name, the roots it can be imported from."""
        tops: dict[str, set[str]] = {}
        for path in self._paths:
            folder = dirname(path)
            root = self._root_of(folder)
            rest = path[len(root) + 1 :] if root else path
            name = rest.partition("/")[0]
            tops.setdefault(name.rpartition(".")[0] if "/" not in rest else name, set()).add(root)
        return {name: sorted(roots) for name, roots in tops.items()}


def _shared(a: str, b: str) -> int:
    count = 0
    for left, right in zip(a.split("/"), b.split("/"), strict=False):
        if left != right:
            break
        count += 1
    return count


def _folders_of(paths: frozenset[str]) -> set[str]:
    folders: set[str] = set()
    for path in paths:
        folder = dirname(path)
        while folder and folder not in folders:
            folders.add(folder)
            folder = dirname(folder)
    return folders


def _declared_roots(project: ProjectFiles, folders: set[str]) -> list[str]:
    """Return the roots the project declares or conventionally has, best first."""
    roots = ["src"] if "src" in folders else []
    roots.append("")
    data = project.read("pyproject.toml")
    if data is None:
        return roots
    tool = load_toml(data.decode("utf-8", "replace")).get("tool", {})
    declared = [
        *_strings(tool, "setuptools", "packages", "find", "where"),
        *_strings(tool, "setuptools", "package-dir", ""),
        *_strings(tool, "pytest", "ini_options", "pythonpath"),
    ]
    for root in declared:
        cleaned = root.strip("./")
        if cleaned in folders and cleaned not in roots:
            roots.insert(0, cleaned)
    return roots


def _strings(table: object, *keys: str) -> list[str]:
    for key in keys:
        table = table.get(key, {}) if isinstance(table, dict) else {}
    if isinstance(table, str):
        return table.split()
    return [item for item in table if isinstance(item, str)] if isinstance(table, list) else []
