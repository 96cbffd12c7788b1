"""How Go finds a package: modules, workspaces, replacements, vendored code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from posixpath import dirname, join, normpath

from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.parsers.languages.go.modfile import Module, read_modules, read_workspaces
from ripplegraph.parsers.resolvers import ProjectFiles, Redirection

_VENDOR = "vendor"


class GoResolver:
    """Resolves import paths to the folders of packages, by what `go.mod` and `go.work` say.

    Whether there are files in a folder is not looked at: who looks for a name in a package that
    has none does not find it, and is told when that changes.
    """

    settings_decide_paths = True

    def __init__(self, project: ProjectFiles) -> None:
        self._modules = read_modules(project)
        self._workspaces = read_workspaces(project)
        self._vendored = frozenset(_find_vendored(project.paths))
        self._plain = frozenset(_find_folders(project.paths)) if not self._modules else frozenset()
        self._cache: dict[tuple[str, str], Resolved] = {}
        self.settings = repr(
            (
                sorted(self._modules.items()),
                self._workspaces,
                sorted(self._vendored),
                sorted(self._plain),
            )
        )

    def find_redirected(self, before: GoResolver, files: Iterable[str]) -> Redirection:  # noqa: ARG002
        """Return nothing: what decides where names lead is all part of the settings."""
        return Redirection()

    def resolve(self, spec: str, importer: str) -> Resolved:
        """Return the package that an import path means."""
        folder = dirname(importer)
        if spec.startswith("."):
            target = normpath(join(folder, spec))
            return (
                Resolved() if target.startswith("..") else _package("" if target == "." else target)
            )
        home = self._home_of(folder)
        key = (home, spec)
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = self._find(home, spec)
        return found

    def _home_of(self, folder: str) -> str:
        """Return the folder of the module that a folder belongs to."""
        while folder and folder not in self._modules:
            folder = dirname(folder)
        return folder

    def _find(self, home: str, spec: str) -> Resolved:
        module = self._modules.get(home)
        for path, folder in self._find_roots(module) if module is not None else ():
            rest = _rest_of(spec, path)
            if rest is not None:
                return _package(f"{folder}/{rest}" if folder and rest else folder or rest)
        vendored = join(home, _VENDOR, spec)
        if vendored in self._vendored:
            return _package(vendored)
        if not self._modules:
            return self._find_without_modules(spec)
        return Resolved(external=f"<{_outside_name(module, spec)}>")

    def _find_roots(self, module: Module) -> Iterator[tuple[str, str]]:
        """Yield the paths of modules that lie in the project, each with its folder."""
        found = {module.path: module.folder} if module.path else {}
        for space in self._workspaces:
            if module.folder in space.uses:
                for name, folder in space.replaces:
                    found.setdefault(name, folder)
                for folder in space.uses:
                    other = self._modules.get(folder)
                    if other is not None and other.path:
                        found.setdefault(other.path, folder)
                break
        for name, folder in module.replaces:
            found.setdefault(name, folder)
        for name in sorted(found, key=lambda path: (-len(path), path)):
            yield name, found[name]

    def _find_without_modules(self, spec: str) -> Resolved:
        """Without modules, a package is the folder that its path ends with."""
        parts = spec.split("/")
        for start in range(len(parts)):
            folder = "/".join(parts[start:])
            if "." in parts[0] and folder in self._plain:
                return _package(folder)
        return Resolved(external=f"<{spec}>")


def _package(folder: str) -> Resolved:
    return Resolved(namespace=folder)


def _rest_of(spec: str, path: str) -> str | None:
    """Return the part of an import path after that of a module, or None for another module's."""
    if spec == path:
        return ""
    return spec[len(path) + 1 :] if spec.startswith(f"{path}/") else None


def _outside_name(module: Module | None, spec: str) -> str:
    """Return what is required for an import path: a module, or a package that comes with Go."""
    for path in module.requires if module is not None else ():
        if _rest_of(spec, path) is not None:
            return path
    return spec


def _find_folders(paths: Iterable[str]) -> set[str]:
    return {dirname(path) for path in paths if path.endswith(".go")}


def _find_vendored(paths: Iterable[str]) -> set[str]:
    return {f for f in _find_folders(paths) if f.startswith("vendor/") or "/vendor/" in f}
