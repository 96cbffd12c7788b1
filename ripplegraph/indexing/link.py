"""Links the facts of all files, each by the rules of its language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ripplegraph.graph.facts import FileFacts
from ripplegraph.indexing.linking.edges import LinkedEdge
from ripplegraph.indexing.linking.linker import Linker
from ripplegraph.indexing.manifests import find_entry_points
from ripplegraph.parsers.language import ModuleResolver, ProjectFiles
from ripplegraph.parsers.registry import find_languages

CALL_OUTCOMES = ("resolved", "external", "local", "ambiguous", "unresolved")


@dataclass(frozen=True)
class Links:
    """The edges found in each file, and the call sites of each language by how they came out."""

    edges: Mapping[str, tuple[LinkedEdge, ...]]
    calls: Mapping[str, Mapping[str, int]]


def link_files(
    facts: Mapping[str, FileFacts], project: ProjectFiles, *, ambiguous_limit: int
) -> Links:
    """Return what the names in every file lead to."""
    languages = find_languages()
    resolvers = _build_resolvers({item.language for item in facts.values()}, project)
    linker = Linker(facts, languages, resolvers, ambiguous_limit=ambiguous_limit)
    found = linker.link()
    edges = {path: tuple(links.edges.values()) for path, links in found.items()}
    for path, entries in find_entry_points(project, linker.world, resolvers).items():
        edges[path] = (*edges.get(path, ()), *entries)
    counts = ((facts[path].language, links.counts) for path, links in found.items())
    return Links(edges, _add_up(counts))


def _build_resolvers(used: Iterable[str], project: ProjectFiles) -> dict[str, ModuleResolver]:
    """Build one resolver for each family of languages that the project uses."""
    resolvers: dict[str, ModuleResolver] = {}
    known = find_languages()
    for name in sorted(used):
        language = known[name]
        family = language.family or language.name
        if family not in resolvers and language.resolver is not None:
            resolvers[family] = language.resolver(project)
    return resolvers


def _add_up(counts: Iterable[tuple[str, Mapping[str, int]]]) -> dict[str, dict[str, int]]:
    totals: dict[str, dict[str, int]] = {}
    for language, found in counts:
        total = totals.setdefault(language, dict.fromkeys(CALL_OUTCOMES, 0))
        for outcome, count in found.items():
            total[outcome] = total.get(outcome, 0) + count
    return {language: totals[language] for language in sorted(totals)}
