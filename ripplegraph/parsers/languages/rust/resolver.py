"""How Rust finds modules and crates: files by convention, crates by what `Cargo.toml` says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from posixpath import dirname, join, normpath

from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.parsers.languages.rust.manifest import Package, read_packages
from ripplegraph.parsers.resolvers import ProjectFiles, Redirection

_MODULE = re.compile(
    r"^[ \t]*(?:pub(?:\([^)]*\))?[ \t]+)?mod[ \t]+(?:r#)?(\w+)[ \t]*;", re.MULTILINE
)
_STANDARD = frozenset({"std", "core", "alloc", "proc_macro", "test"})
_ROOT_NAMES = ("lib.rs", "main.rs")
GUESS = "?"
"""Before a name that may be that of a crate, or of nothing at all."""


class RustResolver:
    """Resolves modules and crates to the files they begin in.

    Names: `mod a/b` and `path a/b.rs` are modules that a file declares; `crate`, `self`, `super`
    and `super::super` are modules around it; all others are names of crates.
    """

    settings_decide_paths = True

    def __init__(self, project: ProjectFiles) -> None:
        self._paths = project.paths
        self._packages = read_packages(project)
        self._programs = self._read_programs(project)
        self.settings = repr(
            (
                [str(self._packages[folder]) for folder in sorted(self._packages)],
                sorted(self._programs.items()),
            )
        )

    def _read_programs(self, project: ProjectFiles) -> dict[str, tuple[str, ...]]:
        """Return, where a library and a program share a folder, the program's own modules."""
        found: dict[str, tuple[str, ...]] = {}
        for folder in self._packages:
            library, program = (join(folder, "src", name) for name in _ROOT_NAMES)
            if library in self._paths and program in self._paths:
                own, others = (
                    set(_MODULE.findall((project.read(path) or b"").decode("latin-1")))
                    for path in (program, library)
                )
                found[folder] = tuple(sorted(own - others))
        return found

    def find_redirected(self, before: RustResolver, files: Iterable[str]) -> Redirection:  # noqa: ARG002
        """Return nothing: what decides where names lead is probed, or part of the settings."""
        return Redirection()

    def resolve(self, spec: str, importer: str) -> Resolved:
        """Return what a name means in a file."""
        if spec == "self":
            return Resolved(paths=(importer,))
        if spec == "crate":
            return self._probe(self._find_root(importer))
        if spec.startswith("super"):
            return self._find_above(importer, spec.count("super"))
        kind, _, name = spec.partition(" ")
        if kind == "mod" and name:
            return self._probe(self._module_paths(importer, name))
        if kind == "path" and name:
            return self._probe([normpath(join(dirname(importer), name))])
        return self._find_crate(spec, importer)

    def _probe(self, candidates: Sequence[str]) -> Resolved:
        for path in candidates:
            if path in self._paths:
                return Resolved(paths=(path,), probed=tuple(candidates))
        return Resolved(probed=tuple(candidates))

    # Modules ----------------------------------------------------------------------------------

    def _module_paths(self, importer: str, name: str) -> list[str]:
        """Return where a module may lie that a file declares."""
        base = join(self._folder_of(importer), name)
        return [f"{base}.rs", f"{base}/mod.rs"]

    def _folder_of(self, path: str) -> str:
        """Return the folder in which the modules inside a file's module lie."""
        name = path.rpartition("/")[2]
        if name in ("mod.rs", *_ROOT_NAMES) or self._is_root(path):
            return dirname(path)
        return path.removesuffix(".rs")

    def _find_above(self, path: str, steps: int) -> Resolved:
        """Return the module that is as many steps above that of a file."""
        probed: list[str] = []
        for _ in range(steps):
            if self._is_root(path):
                return Resolved(probed=tuple(probed))
            candidates = self._parents_of(path)
            probed += candidates
            known = [candidate for candidate in candidates if candidate in self._paths]
            if not known:
                return Resolved(probed=tuple(probed))
            path = known[0]
        return Resolved(paths=(path,), probed=tuple(probed))

    def _parents_of(self, path: str) -> list[str]:
        folder = dirname(path)
        if path.endswith("/mod.rs"):
            folder = dirname(folder)
        found = [f"{folder}.rs", join(folder, "mod.rs")] if folder else ["mod.rs"]
        roots = [root for root in self._find_root(path) if dirname(root) == folder]
        return [p for p in (*roots, *found) if p != path]

    # Crates -----------------------------------------------------------------------------------

    def _package_of(self, path: str) -> Package | None:
        folder = dirname(path)
        while folder and folder not in self._packages:
            folder = dirname(folder)
        return self._packages.get(folder)

    def can_see(self, path: str, other: str) -> bool:
        """Whether what a file gives to types from outside is there in another file's crate."""
        own, giving = self._package_of(path), self._package_of(other)
        if own is None or giving is None:
            return own is giving
        return giving.folder in self._find_linked(own)

    def _find_linked(self, package: Package) -> set[str]:
        """Return the folders of all packages that one is built with, itself included."""
        linked: set[str] = set()
        waiting = [package]
        while waiting:
            current = waiting.pop()
            if current.folder not in linked:
                linked.add(current.folder)
                folders = (folder[1:] for folder in current.dependencies.values() if folder)
                waiting += [self._packages[f] for f in folders if f in self._packages]
        return linked

    def _is_root(self, path: str) -> bool:
        """Whether a crate begins in a file."""
        package = self._package_of(path)
        if package is None:
            return path.rpartition("/")[2] in _ROOT_NAMES
        if path == package.library_path or path in package.roots:
            return True
        folder, _, name = path.rpartition("/")
        inside = folder[len(package.folder) :].strip("/")
        if inside in package.folders:
            return True
        if name == "main.rs" and dirname(inside) in package.folders:
            return True
        return inside == "src" and name in _ROOT_NAMES

    def _find_root(self, path: str) -> list[str]:
        """Return where the crate of a file may begin, most likely first."""
        if self._is_root(path):
            return [path]
        package = self._package_of(path)
        found: list[str] = []
        folder = dirname(path)
        stop = package.folder if package is not None else ""
        while True:
            found += self._roots_in(folder, path, package)
            if folder == stop or not folder:
                break
            folder = dirname(folder)
        return found

    def _roots_in(self, folder: str, path: str, package: Package | None) -> list[str]:
        found = [join(folder, name) for name in _ROOT_NAMES]
        if package is None:
            return found
        if path in found:
            found.remove(path)
        listed = sorted(root for root in package.roots if dirname(root) == folder)
        listed = [root for root in listed if not root.endswith("build.rs")]
        if dirname(package.library_path) == folder and package.library_path not in found:
            found.insert(0, package.library_path)
        own = self._programs.get(package.folder, ())
        inside = path[len(folder) + 1 if folder else 0 :].partition("/")[0].removesuffix(".rs")
        if folder == join(package.folder, "src") and inside in own:
            found.reverse()
        return [*found, *(root for root in listed if root not in found)]

    def _find_crate(self, spec: str, importer: str) -> Resolved:
        name = spec.removeprefix(GUESS)
        package = self._package_of(importer)
        if name in _STANDARD:
            return Resolved(external=name)
        if package is not None:
            if name in package.dependencies:
                folder = package.dependencies[name]
                other = self._packages.get(folder[1:]) if folder else None
                if other is None:
                    return Resolved(external=name)
                return self._probe([other.library_path])
            if name == package.library:
                return self._probe([package.library_path])
        beside = self._find_beside(importer, name)
        if beside.paths or spec.startswith(GUESS):
            return beside
        return Resolved(external=name, probed=beside.probed)

    def _find_beside(self, importer: str, name: str) -> Resolved:
        """Return the module of the crate that is named like a crate, if there is one.

        In the edition of 2015, paths of `use` begin at the crate's root.
        """
        roots = self._find_root(importer)
        known = next((root for root in roots if root in self._paths), None)
        if known is None:
            return Resolved(probed=tuple(roots))
        base = join(dirname(known), name)
        found = self._probe([f"{base}.rs", f"{base}/mod.rs"])
        return Resolved(paths=found.paths, probed=(*roots, *found.probed))
