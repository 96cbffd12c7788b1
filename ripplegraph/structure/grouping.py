"""Chooses the modules of a map: as fine as can be read at a glance, and no finer.

The largest folder is opened again and again, as long as the number of modules stays readable. A
folder that holds nothing but one other folder is not worth a step of its own. The files that lie
in an opened folder are modules themselves, or one module together (`src/*`) where they are many.
What lies beside the product, such as examples, is not opened unless it is asked for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from posixpath import dirname

READABLE = 30
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

    def get_everything(self) -> list[str]:
        return self.files + [path for inner in self.folders for path in inner.get_everything()]


def group_files(
    paths: Iterable[str], *, base: str = "", depth: int | None = None, readable: int = READABLE
) -> Mapping[str, str]:
    """Return the module of each path below `base` (empty, or a folder with a `/` at the end).

    With a depth, folders are opened so many steps below the base, however many modules that
    makes; otherwise until there are about `readable` of them.
    """
    folder = _build_tree([path for path in paths if path.startswith(base)], base)
    if depth is not None:
        return _open_to_depth(folder, base, depth)
    return _open_largest(folder, readable)


def _open_largest(root: _Folder, readable: int) -> Mapping[str, str]:
    top = _skip_single(root)
    modules: dict[str, list[str]] = {}
    waiting = [(0, top.path, top)]
    while waiting:
        folder = _skip_single(heappop(waiting)[2])
        room = readable - len(modules) - len(waiting) - len(folder.folders)
        single = len(folder.files) <= room
        pooled = bool(folder.folders) and room >= 1
        if folder is not top and (_is_aside(folder, top) or not (single or pooled)):
            modules[folder.path] = folder.get_everything()
            continue
        if single:
            modules.update({path: [path] for path in folder.files})
        else:
            modules[f"{folder.path}*"] = folder.files
        for inner in folder.folders:
            size = 0 if _is_aside(inner, top) else inner.size
            heappush(waiting, (-size, inner.path, inner))
    return {path: module for module, files in modules.items() for path in files}


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


def _build_tree(paths: list[str], base: str) -> _Folder:
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
            sizes[f"{around}/"] += 1
            around = dirname(around)
    for path, size in sizes.items():
        if path in folders:
            folders[path].size = size
    folders[base].size = len(paths)
    return folders[base]
