"""Counts the lines that the linker runs for generated projects: `SHAPE FOLDER SIZE...`.

In a process of its own: tracing takes long where much was loaded before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from bench.speed.scan_growth import build_shapes
from ripplegraph.graph.facts import FileFacts
from ripplegraph.graph.stored_facts import store_facts
from ripplegraph.indexing.discovery.project_files import ProjectFolder
from ripplegraph.linking.file_views import FileViews
from ripplegraph.linking.linker import Linker
from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.registry import find_languages, language_of


class LineCounter:
    """Counts the lines that run in the linker, each turn of a loop or comprehension apart."""

    def __init__(self) -> None:
        self.lines = 0

    def __enter__(self) -> LineCounter:
        sys.settrace(self._enter)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _enter(self, frame: FrameType, _event: str, _: Any) -> Callable[..., Any] | None:
        return self._count if "ripplegraph/linking" in frame.f_code.co_filename else None

    def _count(self, _frame: FrameType, event: str, _: Any) -> Callable[..., Any]:
        self.lines += event == "line"
        return self._count


def count_steps(folder: Path, shape: str, size: int) -> int:
    facts: dict[str, FileFacts] = {}
    for path, text in build_shapes()[shape](size):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        language = language_of(path)
        if language is not None and find_languages()[language].extract is not None:
            facts[path] = extract_facts(language, text.encode())
    linker = _build_linker(ProjectFolder(folder, sorted(facts), max_bytes=10_000_000), facts)
    with LineCounter() as counter:
        linker.link()
    return counter.lines


def _build_linker(project: ProjectFolder, facts: dict[str, FileFacts]) -> Linker:
    languages = find_languages()
    used = {languages[item.language].family for item in facts.values()}
    resolvers = {
        language.family: language.resolver(project)
        for language in languages.values()
        if language.family in used and language.resolver is not None
    }
    paths = {path: facts[path].language for path in sorted(facts)}
    views = FileViews(paths, languages, lambda path: store_facts(facts[path]), most=10**9)
    return Linker(ProjectAnalysis(views, resolvers), paths)


if __name__ == "__main__":
    shape, place, *sizes = sys.argv[1:]
    print(*(count_steps(Path(place, size), shape, int(size)) for size in sizes))
