"""Reads `Cargo.toml`: which packages there are, their targets, and what they depend on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from posixpath import dirname, join, normpath
from typing import Any

from ripplegraph.parsers.manifest_text import load_toml
from ripplegraph.parsers.resolvers import ProjectFiles

MANIFEST = "Cargo.toml"
_TABLES = ("dependencies", "dev-dependencies", "build-dependencies", "dev_dependencies")
_LISTED = {"bin": "src/bin", "example": "examples", "test": "tests", "bench": "benches"}
"""What a manifest calls targets, and where they lie unless it says so."""
_FOLDERS = {
    "autobins": "src/bin",
    "autoexamples": "examples",
    "autotests": "tests",
    "autobenches": "benches",
}
"""Folders in which every file is a crate of its own, by what says otherwise in a manifest."""
_MAIN = ("src/lib.rs", "src/main.rs")


@dataclass(frozen=True)
class Package:
    """One package: its folder, and what its manifest says."""

    folder: str
    name: str
    library: str
    """The name that other crates know its library by."""
    library_path: str
    roots: frozenset[str] = frozenset()
    """Files that its manifest names as targets."""
    folders: tuple[str, ...] = tuple(_FOLDERS.values())
    """Folders in which every file is a target, named or not."""
    dependencies: Mapping[str, str] = field(default_factory=dict)
    """By the name that its code uses: the folder of a package of the project, or ""."""

    def __str__(self) -> str:
        words = (self.folder, self.library, self.library_path, sorted(self.roots), self.folders)
        return repr((*words, sorted(self.dependencies.items())))


class _Manifests:
    """The manifests of a project, as tables by folder."""

    def __init__(self, project: ProjectFiles) -> None:
        paths = [p for p in project.paths if p == MANIFEST or p.endswith(f"/{MANIFEST}")]
        self.tables = {dirname(path): _read(project, path) for path in sorted(paths)}
        self.names: dict[str, str] = {}
        """The folders of packages by their names; of several alike, the one that is less deep."""
        for folder in sorted(self.tables, key=lambda f: (f.count("/"), f)):
            name = _table(self.tables[folder], "package").get("name")
            if isinstance(name, str):
                self.names.setdefault(name, folder)

    def shared_dependencies(self, folder: str) -> tuple[str, Mapping[str, Any]]:
        """Return the workspace that a package is part of, with what it lets its members share."""
        at = folder
        while True:
            workspace = _table(self.tables.get(at, {}), "workspace")
            if workspace and (at == folder or _is_member(workspace, at, folder)):
                return at, _table(workspace, "dependencies")
            if not at:
                return "", {}
            at = dirname(at)


def read_packages(project: ProjectFiles) -> dict[str, Package]:
    """Return every package of a project by its folder."""
    manifests = _Manifests(project)
    found: dict[str, Package] = {}
    for folder, table in manifests.tables.items():
        package = _table(table, "package")
        if package:
            found[folder] = _read_package(manifests, folder, table, package)
    return found


def _read_package(
    manifests: _Manifests, folder: str, table: Mapping[str, Any], package: Mapping[str, Any]
) -> Package:
    name = str(package.get("name", ""))
    library = _table(table, "lib")
    path = library.get("path")
    known = library.get("name")
    roots = {
        join(folder, path)
        for key, home in _LISTED.items()
        for item in _list(table, key)
        for path in _target_paths(item, home)
    }
    build = package.get("build")
    roots.add(join(folder, build if isinstance(build, str) else "build.rs"))
    return Package(
        folder,
        name,
        (known if isinstance(known, str) else name).replace("-", "_"),
        normpath(join(folder, path if isinstance(path, str) else _MAIN[0])),
        frozenset(normpath(root) for root in roots),
        tuple(found for key, found in _FOLDERS.items() if package.get(key) is not False),
        dict(_read_dependencies(manifests, folder, table)),
    )


def _target_paths(item: Mapping[str, Any], home: str) -> list[str]:
    """Return where a target may lie."""
    path, name = item.get("path"), item.get("name")
    if isinstance(path, str):
        return [path]
    return [f"{home}/{name}.rs", f"{home}/{name}/main.rs"] if isinstance(name, str) else []


def _read_dependencies(
    manifests: _Manifests, folder: str, table: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    tables = [_table(table, key) for key in _TABLES]
    for target in _table(table, "target").values():
        if isinstance(target, dict):
            tables += [_table(target, key) for key in _TABLES]
    space, shared = manifests.shared_dependencies(folder)
    for dependencies in tables:
        for name, wanted in dependencies.items():
            is_shared = isinstance(wanted, dict) and wanted.get("workspace")
            home, meant = (space, shared.get(name, {})) if is_shared else (folder, wanted)
            yield name.replace("-", "_"), _find_folder(manifests, home, name, meant)


def _find_folder(manifests: _Manifests, home: str, name: str, wanted: object) -> str:
    """Return the folder of the package that a dependency means, "" for one outside."""
    table = wanted if isinstance(wanted, dict) else {}
    path = table.get("path")
    if isinstance(path, str):
        folder = normpath(join(home, path))
        folder = "" if folder == "." else folder
        return f"/{folder}" if folder in manifests.tables else ""
    package = table.get("package")
    known = manifests.names.get(package if isinstance(package, str) else name)
    # What the project has itself is meant, even where a version of it is asked for.
    return "" if known is None else f"/{known}"


def _is_member(workspace: Mapping[str, Any], home: str, folder: str) -> bool:
    rest = folder[len(home) + 1 :] if home else folder
    listed = workspace.get("exclude")
    excluded = (
        [item for item in listed if isinstance(item, str)] if isinstance(listed, list) else []
    )
    return not any(fnmatchcase(rest, pattern.rstrip("/")) for pattern in excluded)


def _read(project: ProjectFiles, path: str) -> Mapping[str, Any]:
    return load_toml((project.read(path) or b"").decode("utf-8", "replace"))


def _table(table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = table.get(key)
    return found if isinstance(found, dict) else {}


def _list(table: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    found = table.get(key)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []
