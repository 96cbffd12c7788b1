"""Files of a package see each other's names, by folder or wherever they lie."""

from dataclasses import replace

import pytest

from ripplegraph.linking.linker import Linker
from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.linking.project_analysis import build_analysis
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.languages.go.semantics import GoSemantics
from ripplegraph.parsers.registry import find_languages

FILES = {
    "one/a.go": "package shop\n\nfunc run(c Cart) { help(); c.Add() }\n",
    "two/b.go": "package shop\n\nfunc help() {}\n\ntype Cart struct{}\n",
    "three/c.go": "package shop\n\nfunc (c Cart) Add() {}\n",
    "one/d.go": "package other\n\nfunc use() { help(); run() }\n",
}


class NoModules:
    """Finds nothing."""

    def resolve(self, spec: str, importer: str) -> Resolved:  # noqa: ARG002
        return Resolved()


@pytest.mark.parametrize(
    ("shared", "expected"),
    [
        ("folder", set()),
        (
            "package",
            {
                ("one/a.go::run", "two/b.go::help"),
                ("one/a.go::run", "three/c.go::Cart.Add"),
            },
        ),
    ],
)
def test_which_files_share_names(shared: str, expected: set[tuple[str, str]]) -> None:
    semantics = type("ChangedSemantics", (GoSemantics,), {"shared_names": shared})
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
