"""Views that are let go for want of room are made again, and nothing comes out differently."""

from __future__ import annotations

from pathlib import Path

import pytest

from ripplegraph.graph.facts import FileFacts
from ripplegraph.graph.stored_facts import LinkFacts, store_facts
from ripplegraph.indexing.discovery.project_files import ProjectFolder
from ripplegraph.linking.file_views import FileViews
from ripplegraph.linking.linker import Linker
from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.registry import find_languages, language_of
from tests.support.languages import FIXTURES

CASES = [
    *sorted((FIXTURES / "python").iterdir()),
    *sorted((FIXTURES / "typescript").iterdir()),
]


def read_case(folder: Path) -> dict[str, FileFacts]:
    facts = {}
    for file in sorted(folder.rglob("*")):
        path = file.relative_to(folder).as_posix()
        language = language_of(path) if file.is_file() and "__pycache__" not in path else None
        if language is not None and find_languages()[language].extract is not None:
            facts[path] = extract_facts(language, file.read_bytes())
    return facts


def link(folder: Path, facts: dict[str, FileFacts], most: int) -> tuple[list[str], int]:
    """Return all edges, and how many times a file was read."""
    loaded = []

    def load(path: str) -> LinkFacts:
        loaded.append(path)
        return store_facts(facts[path])

    project = ProjectFolder(folder, [*facts], max_bytes=1_000_000)
    languages = find_languages()
    used = {languages[item.language].family for item in facts.values()}
    resolvers = {}
    for language in languages.values():
        if language.family in used and language.resolver is not None:
            resolvers[language.family] = language.resolver(project)
    paths = {path: facts[path].language for path in sorted(facts)}
    linker = Linker(ProjectAnalysis(FileViews(paths, languages, load, most=most), resolvers), paths)
    edges = [str(edge) for links in linker.link().values() for edge in links.edges.values()]
    return sorted(edges), len(loaded)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_what_was_let_go_is_found_again(case: Path) -> None:
    facts = read_case(case)
    expected, once = link(case, facts, most=1_000_000)
    assert once <= len(facts)
    found, often = link(case, facts, most=1)
    assert found == expected
    assert often >= once


def test_as_much_is_held_as_there_is_room_for() -> None:
    facts = {f"m{i}.py": extract_facts("python", b"def f(): pass\n" * 10) for i in range(20)}
    paths = dict.fromkeys(facts, "python")
    views = FileViews(paths, find_languages(), lambda path: store_facts(facts[path]), most=100)
    for path in paths:
        assert views[path].path == path
    assert sum(view.weight for view in views.values()) <= 100 + views["m0.py"].weight
    assert views["m0.py"].ids[0] == "m0.py::f"
