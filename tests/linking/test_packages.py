"""Files of a package see each other's names, by folder or wherever they lie."""

from dataclasses import replace

import pytest

from ripplegraph.linking.linker import Linker
from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.linking.project_analysis import build_analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.languages.go.semantics import GoSemantics
from ripplegraph.parsers.registry import find_languages

FILES = {
    "one/a.go": "package shop\n\nfunc run(c Cart) { help(); c.Add() }\n",
    "two/b.go": "package shop\n\nfunc help() {}\n\ntype Cart struct{}\n",
    "three/c.go": "package shop\n\nfunc (c Cart) Add() {}\n",
    "one/d.go": "package other\n\nfunc use() { help(); run() }\n",
}


class WholePackages(GoSemantics):
    """A package is all files that name it, wherever they lie."""

    def package_of(self, view: FileView) -> str:
        return view.facts.package

    def package_key(self, view: FileView) -> str:
        return view.facts.package

    def importer_of(self, view: FileView) -> str:
        return view.path


class NoModules:
    """Finds nothing."""

    def resolve(self, spec: str, importer: str) -> Resolved:  # noqa: ARG002
        return Resolved()


@pytest.mark.parametrize(
    ("semantics", "expected"),
    [
        (GoSemantics, set()),
        (
            WholePackages,
            {
                ("one/a.go::run", "two/b.go::help"),
                ("one/a.go::run", "three/c.go::Cart.Add"),
            },
        ),
    ],
)
def test_which_files_share_names(
    semantics: type[GoSemantics], expected: set[tuple[str, str]]
) -> None:
    language = replace(find_languages()["go"], semantics=semantics)
    facts = {path: extract_facts("go", text.encode()) for path, text in FILES.items()}
    analysis = build_analysis(facts, {"go": language}, {"go": NoModules()})
    links = Linker(analysis, facts).link()
    calls = {
        (edge.source, edge.target)
        for own in links.values()
        for edge in own.edges.values()
        if edge.kind == "calls"
    }
    assert calls == expected
