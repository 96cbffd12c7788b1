"""Adds the edges of templates to the code and the other templates that they name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ripplegraph.frameworks.mechanisms.evidence import fill
from ripplegraph.frameworks.mechanisms.registries import Registries
from ripplegraph.frameworks.mechanisms.template_files import TemplateFiles
from ripplegraph.frameworks.mechanisms.template_reading import ReadFile, find_named
from ripplegraph.frameworks.telling_linking import TellingLinker
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import INFERRED, LinkedEdge

_KIND: Final = "depends_logically"
_SURE: Final = 0.8


class TemplateLinks(NamedTuple):
    """What a template names, and every look for it in words as the linker keeps them."""

    edges: list[LinkedEdge]
    words: set[str]
    probed: set[str]


class TemplateLinker:
    """Finds what templates name, noting every look."""

    def __init__(
        self,
        analysis: Analysis,
        registries: Registries,
        files: TemplateFiles,
        read: ReadFile,
        told: TellingLinker,
    ) -> None:
        self._told = told
        self._analysis = analysis
        self._registries = registries
        self._files = files
        self._read = read

    def find_candidates(self) -> list[str]:
        """Return the templates that are in no language of code."""
        return [path for path in self._files.find_all() if path not in self._analysis.paths]

    def link(self, path: str) -> TemplateLinks:
        """Return what a template names."""
        solver = self._analysis.solver
        outer = solver.start_reading()
        probed: set[str] = set()
        edges = list(self.find_edges(path, probed))
        return TemplateLinks(edges, solver.marks.words({solver.stop_reading(outer)}), probed)

    def find_edges(
        self, path: str, probed: set[str], view: FileView | None = None
    ) -> Iterator[LinkedEdge]:
        """Yield an edge for each thing that a template names, or another file by its text."""
        yield from self._told.find_edges(path, view, probed)
        kinds = self._files.find_kinds(path)
        data = self._read(path) or b"" if kinds else b""
        seen: set[str] = set()
        for item in find_named(data, kinds):
            targets = self._registries.find(item.rule.registry, item.name, None, path, probed)
            words = fill(item.rule.words, name=item.name)
            sure = round(_SURE / max(1, len(targets)), 3)
            for target in targets:
                if target in seen:
                    continue
                seen.add(target)
                yield LinkedEdge(path, _KIND, target, item.line, INFERRED, 1, sure, words)
