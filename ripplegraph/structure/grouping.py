"""Chooses the modules of a map: as fine as can be read at a glance, and no finer.

The largest folder is opened again and again, as long as the number of modules stays readable. A
folder that holds nothing but one other folder is not worth a step of its own. The files that lie
in an opened folder are modules themselves, or one module together (`src/*`) where they are many.
What lies beside the product, such as examples, is not opened unless it is asked for.

A folder with much of the code is opened even where that makes more modules than are readable: the
packages of a monorepo say more than the few files around them. Where there are far too many, the
largest are modules, and the others are one together (`packages/*`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from posixpath import dirname

READABLE = 30
MOST = 60
"""So many modules there are where a project has so many packages."""
_SHELF_SHARE = 0.1
"""A folder of packages is opened whatever it takes if it has such a part of the code,"""
_MAIN_SHARE = 0.5
"""and any other folder if it has this one."""
_MANIFESTS = frozenset(
    {
        "BUILD.bazel",
        "Cargo.toml",
        "Package.swift",
        "build.gradle",
        "build.gradle.kts",
        "composer.json",
        "go.mod",
        "mix.exs",
        "package.json",
        "pom.xml",
        "pubspec.yaml",
        "pyproject.toml",
        "setup.py",
    }
)
"""Files that make a folder a package; workspaces list such folders."""
_ASIDE = frozenset(
    {
        "bench",
        "benchmark",
        "benchmarks",
        "demo",
        "demos",
        "doc",
        "docs",
        "example",
        "examples",
        "fixtures",
        "perf",
        "perf-measures",
        "sample",
        "samples",
        "scripts",
        "tools",
    }
)


@dataclass
class _Folder:
    path: str
    """With a `/` at the end; empty for the root of the project."""
    files: list[str] = field(default_factory=list)
    folders: list[_Folder] = field(default_factory=list)
    size: int = 0
    """How many files there are in it, those that are tied to others counted twice."""
    is_package: bool = False
    has_packages: bool = False
    """Whether some folder below it is a package that lies in no other one."""

    def get_everything(self) -> list[str]:
        return self.files + [path for inner in self.folders for path in inner.get_everything()]


def find_packages(paths: Iterable[str]) -> frozenset[str]:
    """Return the folders of a project, other than its root, that have a manifest of their own."""
    split = (path.rpartition("/") for path in paths)
    return frozenset(f"{folder}/" for folder, _, name in split if folder and name in _MANIFESTS)


def group_files(
    paths: Iterable[str],
    *,
    base: str = "",
    depth: int | None = None,
    readable: int = READABLE,
    packages: Collection[str] = (),
    tied: Collection[str] = (),
) -> Mapping[str, str]:
    """Return the module of each path below `base` (empty, or a folder with a `/` at the end).

    With a depth, folders are opened so many steps below the base, however many modules that
    makes; otherwise until there are about `readable` of them. `packages` are folders; `tied` are
    files that others depend on, or that depend on others.
    """
    folder = _build_tree([path for path in paths if path.startswith(base)], base, tied)
    if depth is not None:
        return _open_to_depth(folder, base, depth)
    _mark_packages(folder, packages)
    return _Opening(folder, readable).run()


class _Opening:
    """Opens one folder after the other, the largest first."""

    def __init__(self, root: _Folder, readable: int) -> None:
        self._top = _skip_single(root)
        self._readable = readable
        self._modules: dict[str, list[str]] = {}
        self._waiting: list[tuple[bool, int, str, _Folder]] = []
        self._code = sum(map(self._weigh, self._top.folders)) + len(self._top.files)

    def run(self) -> Mapping[str, str]:
        self._wait(self._top)
        while self._waiting:
            self._place(heappop(self._waiting)[-1])
        return {path: module for module, files in self._modules.items() for path in files}

    def _wait(self, folder: _Folder) -> None:
        """Put a folder in the queue: what leads to packages first, then the largest."""
        weight = self._weigh(folder)
        leads = bool(weight) and folder.has_packages
        heappush(self._waiting, (not leads, -weight, folder.path, folder))

    def _weigh(self, folder: _Folder) -> int:
        return 0 if _is_aside(folder, self._top) else folder.size

    def _place(self, found: _Folder) -> None:
        """Open a folder, or make it a module; a package keeps its name."""
        folder = _skip_single(found)
        taken = len(self._modules) + len(self._waiting)
        room = self._readable - taken - len(folder.folders)
        single = len(folder.files) <= room
        pooled = bool(folder.folders) and room >= 1
        is_top = folder is self._top and len(folder.folders) < MOST
        if is_top or (not _is_aside(folder, self._top) and (single or pooled)):
            self._open(folder, single=single)
        elif folder is self._top or self._is_worth_more(folder):
            self._open_widely(folder, MOST - taken)
        else:
            named = found if found.is_package else folder
            self._modules[named.path] = folder.get_everything()

    def _is_worth_more(self, folder: _Folder) -> bool:
        share = _SHELF_SHARE if folder.has_packages else _MAIN_SHARE
        return bool(folder.folders) and self._weigh(folder) > share * self._code

    def _open(self, folder: _Folder, *, single: bool) -> None:
        if single:
            self._modules.update({path: [path] for path in folder.files})
        elif folder.files:
            self._modules[f"{folder.path}*"] = folder.files
        for inner in folder.folders:
            self._wait(inner)

    def _open_widely(self, folder: _Folder, room: int) -> None:
        """Open a folder for as many of the largest in it as there is room; pool the others."""
        order = sorted(folder.folders, key=lambda inner: (-self._weigh(inner), inner.path))
        fits = len(order) + bool(folder.files) <= room
        shown = order if fits else order[: max(room - 1, 0)]
        for inner in shown:
            self._wait(inner)
        rest = [path for inner in order[len(shown) :] for path in inner.get_everything()]
        if folder.files or rest:
            self._modules[f"{folder.path}*"] = [*folder.files, *rest]


def _is_aside(folder: _Folder, top: _Folder) -> bool:
    return not _ASIDE.isdisjoint(folder.path[len(top.path) :].split("/"))


def _open_to_depth(folder: _Folder, base: str, depth: int) -> Mapping[str, str]:
    modules: dict[str, str] = {}
    for path in folder.get_everything():
        steps = path[len(base) :].split("/")
        modules[path] = path if len(steps) <= depth else f"{base}{'/'.join(steps[:depth])}/"
    return modules


def _skip_single(folder: _Folder) -> _Folder:
    while not folder.files and len(folder.folders) == 1:
        folder = folder.folders[0]
    return folder


def _mark_packages(root: _Folder, packages: Collection[str]) -> None:
    """Mark the packages that lie in no other one, and the folders that lead to them."""
    waiting = [root]
    found = []
    while waiting:
        folder = waiting.pop()
        if folder is not root and folder.path in packages:
            folder.is_package = True
            found.append(folder.path)
            continue
        waiting += folder.folders
    leading = {path[: at + 1] for path in found for at in range(len(path) - 1) if path[at] == "/"}
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        folder.has_packages = folder.path in leading or (folder is root and bool(leading))
        waiting += folder.folders if folder.has_packages else ()


def _build_tree(paths: list[str], base: str, tied: Collection[str] = ()) -> _Folder:
    folders: dict[str, _Folder] = {base: _Folder(base)}

    def get(path: str) -> _Folder:
        if path not in folders:
            folders[path] = _Folder(path)
            around = dirname(path.rstrip("/"))
            get(f"{around}/" if around else "").folders.append(folders[path])
        return folders[path]

    for path in sorted(paths):
        around = dirname(path)
        get(f"{around}/" if around else "").files.append(path)
    sizes: dict[str, int] = defaultdict(int)
    for path in paths:
        around = dirname(path)
        while around and len(around) >= len(base):
            sizes[f"{around}/"] += 1 + (path in tied)
            around = dirname(around)
    for path, size in sizes.items():
        if path in folders:
            folders[path].size = size
    folders[base].size = len(paths)
    return folders[base]
