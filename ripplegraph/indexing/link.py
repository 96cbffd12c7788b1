"""Links the files of a project, each by the rules of its language: all, or what changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from ripplegraph.graph.facts import FileFacts
from ripplegraph.indexing.link_state import LinkMemory, build_link_rows
from ripplegraph.indexing.linking.edges import LinkedEdge
from ripplegraph.indexing.linking.linker import Linker
from ripplegraph.indexing.linking.world import build_world
from ripplegraph.indexing.manifests import find_entry_points
from ripplegraph.indexing.relink import Changes, FactsChange, Relinker
from ripplegraph.parsers.language import ModuleResolver, ProjectFiles, SteadyResolver
from ripplegraph.parsers.registry import find_languages
from ripplegraph.store.link_state import LinkRows

CALL_OUTCOMES = ("resolved", "external", "local", "ambiguous", "unresolved")
_FEW = 50
_SHARE = 0.6
"""Of all files; where more would have to be linked again, linking all is as fast."""

Resolvers = Mapping[str, ModuleResolver]


@dataclass(frozen=True)
class Links:
    """The edges found in each file that was linked, and what to keep for the next scan."""

    edges: Mapping[str, tuple[LinkedEdge, ...]]
    """For files that were linked, and for every manifest."""
    calls: Mapping[str, Mapping[str, int]]
    """For each language, the call sites of all its files by how they came out."""
    state: LinkRows
    settings: Mapping[str, str]
    whole: bool
    """Whether everything was linked, and not only what a change reaches."""


@dataclass(frozen=True)
class LinkInput:
    """The project as the linker sees it."""

    parsed: Mapping[str, str]
    """The language of each file that has facts."""
    load: Callable[[str], FileFacts]
    project: ProjectFiles
    numbers: Mapping[str, int]
    """The row number of each file."""


@dataclass(frozen=True)
class Before:
    """What the last scan left."""

    connection: sqlite3.Connection
    paths: frozenset[str]
    numbers: Mapping[str, int]
    """The row number that each file had."""
    languages: Mapping[str, str]
    """The language of each file that had facts."""
    settings: Mapping[str, str]
    calls: Mapping[str, Mapping[str, int]]
    changes: tuple[FactsChange, ...]


def link_files(given: LinkInput, *, ambiguous_limit: int, before: Before | None) -> Links:
    """Return what names lead to in every file or, with `before`, in those a change reaches."""
    resolvers = _build_resolvers(set(given.parsed.values()), given.project)
    settings = {family: _settings_of(resolver) for family, resolver in resolvers.items()}
    linker, memory = None, None
    if before is not None and settings == before.settings:
        linker, memory = _relink(given, before, resolvers, ambiguous_limit)
    whole = linker is None
    if linker is None:
        memory = None
        facts = {path: given.load(path) for path in given.parsed}
        linker = Linker(
            build_world(facts, find_languages(), resolvers), facts, ambiguous_limit=ambiguous_limit
        )
        linker.link()
    edges = {path: tuple(links.edges.values()) for path, links in linker.links.items()}
    for path, entries in find_entry_points(given.project, linker.world, resolvers).items():
        edges[path] = (*edges.get(path, ()), *entries)
    calls = _count_calls(linker, given, before if memory else None, memory)
    state = build_link_rows(linker, given.numbers, memory)
    if linker.world.solver.was_cut:
        # No scan can ask only some of the questions as long as this is so.
        settings["order"] = "matters"
    linker.world.release()
    return Links(edges, calls, state, settings, whole)


def _count_calls(
    linker: Linker, given: LinkInput, before: Before | None, memory: LinkMemory | None
) -> dict[str, dict[str, int]]:
    totals: dict[str, dict[str, int]] = {}
    if before is not None and memory is not None:
        totals = {language: dict(counts) for language, counts in before.calls.items()}
        for path in before.languages.keys() & ({*linker.links} | memory.away):
            _add(totals, before.languages[path], memory.kept(path).counts, -1)
    for path, links in linker.links.items():
        _add(totals, given.parsed[path], links.counts, 1)
    present = set(given.parsed.values())
    return {language: totals[language] for language in sorted(totals) if language in present}


def _add(
    totals: dict[str, dict[str, int]], language: str, counts: Mapping[str, int], sign: int
) -> None:
    total = totals.setdefault(language, dict.fromkeys(CALL_OUTCOMES, 0))
    for outcome, count in counts.items():
        total[outcome] = total.get(outcome, 0) + sign * count


def _relink(
    given: LinkInput, before: Before, resolvers: Resolvers, limit: int
) -> tuple[Linker | None, LinkMemory]:
    changes = _describe_changes(given, before, resolvers)
    # A file may still be there and have no facts any more: it became a link, or binary.
    gone = (before.numbers.keys() - given.numbers.keys()) | (
        before.languages.keys() - given.parsed.keys()
    )
    memory = LinkMemory(before.connection, {**before.numbers, **given.numbers}, gone)
    relinker = Relinker(
        memory, given.parsed, given.load, find_languages(), resolvers, ambiguous_limit=limit
    )
    most = max(_FEW, int(len(given.parsed) * _SHARE))
    return relinker.link(changes, most=most), memory


def _describe_changes(given: LinkInput, before: Before, resolvers: Resolvers) -> Changes:
    paths = frozenset(given.project.paths)
    moved: set[str] = set()
    words: set[str] = set()
    if paths != before.paths:
        known = _build_resolvers(set(given.parsed.values()), _Earlier(before.paths, given.project))
        for family, resolver in resolvers.items():
            # Only with the same settings as before does one come here, and only these have some.
            steady, earlier = (
                cast("SteadyResolver", resolver),
                cast("SteadyResolver", known[family]),
            )
            found = steady.find_redirected(earlier, given.parsed)
            moved |= found.files
            words |= found.words
    return Changes(before.changes, before.paths, paths, frozenset(moved), frozenset(words))


@dataclass
class _Earlier:
    """The project with the files that it had; what they say now is good enough."""

    paths: frozenset[str]
    project: ProjectFiles

    def read(self, path: str) -> bytes | None:
        return self.project.read(path) if path in self.paths else None


def _settings_of(resolver: ModuleResolver) -> str:
    """Return what a resolver read; one that cannot tell differs from itself."""
    return str(getattr(resolver, "settings", id(resolver)))


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
