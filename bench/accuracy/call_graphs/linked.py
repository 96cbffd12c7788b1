"""Calls between files that are extracted and linked in this process, without a scan."""

from __future__ import annotations

from bench.accuracy.call_graphs.comparison import Pair
from ripplegraph.graph.facts import FileFacts
from ripplegraph.linking.linker import Linker
from ripplegraph.linking.project_analysis import build_analysis
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.registry import find_languages


def link(language: str, texts: dict[str, bytes]) -> tuple[dict[str, FileFacts], dict[Pair, str]]:
    """Return the facts of files and the calls between them, with how each was resolved."""
    facts = {path: extract_facts(language, text) for path, text in texts.items()}
    languages = find_languages()
    resolver, family = languages[language].resolver, languages[language].family
    analysis = build_analysis(facts, languages, {family: resolver(_NoFiles())} if resolver else {})
    links = Linker(analysis, facts).link()
    found: dict[Pair, str] = {}
    for item in links.values():
        for edge in item.edges.values():
            if edge.kind == "calls" and not edge.target.startswith("ext:"):
                pair = _outside_variable(facts, edge.source), _to_class(edge.target)
                found[pair] = edge.resolution
    return facts, found


def _outside_variable(facts: dict[str, FileFacts], source: str) -> str:
    """Return a source of calls; what gives a field its value runs when its class does."""
    path, _, name = source.partition("::")
    if any(d.qualified == name and d.kind == "variable" for d in facts[path].definitions):
        return source.rpartition(".")[0]
    return source


def _to_class(target: str) -> str:
    """Return a target of calls, for a constructor its class."""
    path, _, name = target.partition("::")
    front, _, last = name.partition("#")[0].rpartition(".")
    return f"{path}::{front}" if front.rpartition(".")[2] == last else target


class _NoFiles:
    paths: frozenset[str] = frozenset()

    def read(self, path: str) -> bytes | None:
        del path
        return None
