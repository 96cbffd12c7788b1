"""Links files that are no code to what they name: build files, workflows, manifests, settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from posixpath import dirname, join, normpath
from typing import NamedTuple

from ripplegraph.indexing.cross_language.dotted_names import DottedNames
from ripplegraph.indexing.stored_keys import PROBE
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.values.links import INFERRED, LinkedEdge, crosses_into_tests
from ripplegraph.parsers.mentions.configs import (
    DOCKER,
    LONGEST,
    ConfigFormat,
    NamedWord,
    find_folders,
    find_named,
    find_namer,
)

ReadFile = Callable[[str], bytes | None]
"""Returns what a file holds."""
_KIND = "depends_logically"
_STARTS = "is_entrypoint_for"
_SURE = 0.9
_LESS_SURE = 0.7
_MOST = 2_000
"""A file that names more is data."""


class NamingLinks(NamedTuple):
    """What a file names, and every look for it in words as the linker keeps them."""

    edges: list[LinkedEdge]
    words: set[str]


class NamingLinker:
    """Finds what the words of files name, noting every look."""

    def __init__(
        self, analysis: Analysis, dotted: DottedNames, paths: frozenset[str], read: ReadFile
    ) -> None:
        self._analysis = analysis
        self._dotted = dotted
        self._paths = paths
        self._read = read

    def find_candidates(self) -> list[str]:
        """Return the files that may name something and are in no language."""
        return sorted(
            path
            for path in self._paths
            if path not in self._analysis.paths and find_namer(path) is not None
        )

    def link(self, path: str) -> NamingLinks:
        """Return what a file names that is in no language."""
        solver = self._analysis.solver
        outer = solver.start_reading()
        probed: set[str] = set()
        edges = list(self.find_edges(path, probed))
        words = solver.marks.words({solver.stop_reading(outer)})
        return NamingLinks(edges, words | {PROBE + probe for probe in probed})

    def find_edges(self, path: str, probed: set[str]) -> Iterator[LinkedEdge]:
        """Yield what a file names, noting every look; nothing for one that is large."""
        namer = find_namer(path)
        data = self._read(path) or b"" if namer is not None else b""
        if namer is not None and data and len(data) <= LONGEST and b"\0" not in data:
            text = data.decode("utf-8", "replace")
            yield from self._find_edges(path, namer, text, probed)

    def _find_edges(
        self, path: str, namer: ConfigFormat, text: str, probed: set[str]
    ) -> Iterator[LinkedEdge]:
        seen: set[tuple[str, str]] = set()
        named = list(find_named(namer, text))
        folders = _find_bases(path, namer, text)
        if namer is DOCKER:
            folders = self._sort_by_files(folders, named, probed)
        for count, item in enumerate(named):
            target = self._find_target(item, path, namer, folders, probed)
            kind = _STARTS if item.kind in ("run", "module") else _KIND
            if count > _MOST or target is None or (kind, target) in seen:
                continue
            if target == path or crosses_into_tests(path, target):
                continue
            seen.add((kind, target))
            sure = _SURE if namer.plain else _LESS_SURE
            words = f"runs {item.text}" if kind == _STARTS else f"names {item.text}"
            yield LinkedEdge(path, kind, target, item.line, INFERRED, 1, sure, words)

    def _sort_by_files(
        self, folders: list[str], named: list[NamedWord], probed: set[str]
    ) -> list[str]:
        """Put the folder first that has most of what is named: an image is built from one."""
        counts = dict.fromkeys(folders, 0)
        for folder in folders:
            for item in named:
                path = normpath(join(folder, item.text))
                probed.add(path)
                counts[folder] += path in self._paths
        return sorted(folders, key=lambda folder: -counts[folder])

    def _find_target(
        self, item: NamedWord, path: str, namer: ConfigFormat, folders: list[str], probed: set[str]
    ) -> str | None:
        if item.kind == "module":
            return self._try_folders(self._dotted.find_module, item.text, path, folders, probed)
        if item.kind == "object":
            target = self._try_folders(self._dotted.find_object, item.text, path, folders, probed)
            return target if target is None or "::" in target or item.text.count(".") > 1 else None
        return self._find_file(item.text, namer, folders, probed)

    def _try_folders(
        self,
        find: Callable[[str, str, set[str]], str | None],
        text: str,
        path: str,
        folders: list[str],
        probed: set[str],
    ) -> str | None:
        found = find(text, path, probed)
        for folder in folders if found is None else ():
            found = find(text, join(folder, "-"), probed)
            if found is not None:
                break
        return found

    def _find_file(
        self, text: str, namer: ConfigFormat, folders: list[str], probed: set[str]
    ) -> str | None:
        for folder in folders:
            path = normpath(join(folder, text))
            if path.startswith("..") or path == ".":
                continue
            for candidate in (path, *(join(path, name) for name in namer.inside)):
                probed.add(candidate)
                if candidate in self._paths:
                    return candidate
        return None


def _find_bases(path: str, namer: ConfigFormat, text: str) -> list[str]:
    """Return the folders that names in a file may start from, the likeliest first."""
    own = dirname(path)
    bases = [own]
    if namer.above:
        folder = own
        while folder:
            folder = dirname(folder)
            bases.append(folder)
    if namer.plain:
        around = [normpath(join(base, inner)) for base in bases for inner in find_folders(text)]
        bases += [folder for folder in around if folder != "." and not folder.startswith("..")]
    return list(dict.fromkeys(bases))
