"""Links the files of a project, each by the rules of its language: all, or what changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from ripplegraph.failures import Failures
from ripplegraph.frameworks.linking import FrameworkRules
from ripplegraph.graph.stored_facts import LinkFacts
from ripplegraph.indexing.cross_language.inferences import InferenceScope
from ripplegraph.indexing.cross_language.linker import InferringLinker
from ripplegraph.indexing.discovery.project_files import ReadableFiles
from ripplegraph.indexing.incremental.link_state import LinkRecorder, StoredLinkState
from ripplegraph.indexing.incremental.module_notes import review_notes
from ripplegraph.indexing.incremental.relink import Changes, FactsChange, Relinker
from ripplegraph.indexing.incremental.round_answers import RoundAnswers
from ripplegraph.indexing.manifest_entry_points import find_entry_points, is_manifest
from ripplegraph.linking.file_views import FileViews
from ripplegraph.linking.lookup.packages import FullPackageIndex
from ripplegraph.linking.module_resolution import ModuleResolver
from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.linking.values.links import FileLinks, LinkedEdge
from ripplegraph.parsers.registry import find_languages
from ripplegraph.parsers.resolvers import ProjectFiles, RecallingResolver, SteadyResolver
from ripplegraph.store.graph.link_state import LinkRows

CALL_OUTCOMES = ("resolved", "external", "local", "ambiguous", "unresolved")
_FEW = 50
_PART = 2_000
"""How many files are linked at a time where each can be linked alone."""
_SHARE = 0.6
"""Of all files; where more would have to be linked again, linking all is as fast."""

Resolvers = Mapping[str, ModuleResolver]
TakeEdges = Callable[[str, Sequence[LinkedEdge]], None]
"""Is given the path of a file and the edges found in it."""
CountFiles = Callable[[int, int], None]
"""Is given how many files are linked, and how many there are."""


def _tell_nobody(_done: int, _total: int) -> None:
    pass


@dataclass(frozen=True)
class Links:
    """The results of linking, besides edges, and the state for the next scan."""

    linked: frozenset[str]
    """The files that were linked."""
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
    load: Callable[[str], LinkFacts]
    project: ProjectFiles
    numbers: Mapping[str, int]
    """The row number of each file."""
    infer: frozenset[str] = frozenset()
    """What edges may be inferred from, see `Inferring.kinds`."""
    rules: FrameworkRules = field(default_factory=FrameworkRules)
    """What frameworks make of code."""
    failures: Failures = field(default_factory=Failures)
    """Takes what goes wrong with single files."""
    on_progress: CountFiles = _tell_nobody

    @property
    def inferring(self) -> InferenceScope:
        return InferenceScope(self.project.paths, self.infer, self.project.read, self.rules)


@dataclass(frozen=True)
class LastScan:
    """The state that the last scan left."""

    connection: sqlite3.Connection
    paths: frozenset[str]
    numbers: Mapping[str, int]
    """The row number that each file had."""
    languages: Mapping[str, str]
    """The language of each file that had facts."""
    settings: Mapping[str, str]
    calls: Mapping[str, Mapping[str, int]]
    changes: tuple[FactsChange, ...]
    written: frozenset[str] = frozenset()
    """The files that are new or say something else, in any language or none."""


def link_files(
    given: LinkInput, *, ambiguous_limit: int, before: LastScan | None, take_edges: TakeEdges
) -> Links:
    """Find what names lead to in every file or, with `before`, in those a change reaches.

    `take_edges` is given the edges of one file after the other, and those of every manifest.
    """
    failures, failed_before = given.failures, len(given.failures)
    resolvers = build_resolvers(set(given.parsed.values()), given.project, failures)
    settings = {family: _settings_of(resolver) for family, resolver in resolvers.items()}
    current, memory = None, None
    changed = set() if before is None else _find_changed(settings, before.settings)
    if before is not None and all(
        family in before.settings and _can_compare(resolvers.get(family)) for family in changed
    ):
        current, memory = _relink(given, before, resolvers, changed, ambiguous_limit)
    whole = current is None
    kept = memory if current is not None else None
    recorder = LinkRecorder(given.numbers, given.inferring.rules, kept)
    if current is None or before is None:
        totals: dict[str, dict[str, int]] = {}
        parts = _link_all(given, resolvers, ambiguous_limit)
    else:
        totals = _subtract_calls(before, {*current.linker.links}, memory)
        parts = iter([current])
    others = None if whole or before is None or memory is None else memory.reached | before.written
    linked: set[str] = set()
    for place, part in enumerate(parts):
        linker = part.linker
        recorder.start(linker.analysis, part.shared)
        for links in part.each:
            take_edges(links.path, tuple(links.edges.values()))
            _add(totals, given.parsed[links.path], links.counts, 1)
            if not failures.attempt(links.path, "state", recorder.add, links):
                recorder.add_nothing(links)
            links.clear()
        if not place:
            for path, edges in _link_others(given, linker, resolvers, recorder, others).items():
                take_edges(path, edges)
        recorder.finish()
        if linker.analysis.solver.had_error or len(failures) > failed_before:
            # No scan can ask only some of the questions as long as this is so.
            settings["order"] = "matters"
        linked.update(linker.links)
        linker.analysis.release()
    present = set(given.parsed.values())
    calls = {language: totals[language] for language in sorted(totals) if language in present}
    return Links(frozenset(linked), calls, recorder.build_rows(), settings, whole)


def _link_others(
    given: LinkInput,
    linker: InferringLinker,
    resolvers: Resolvers,
    recorder: LinkRecorder,
    among: Collection[str] | None,
) -> dict[str, list[LinkedEdge]]:
    """Link the files that are no code: all of them, or those `among` some and all manifests."""
    attempts = linker.attempts
    found = find_entry_points(given.project, linker.analysis, resolvers, attempts)
    others = linker.inferences.find_other_files()
    for path in others:
        if among is None or path in among or is_manifest(path):
            named = attempts.attempt(
                path, "names of files and code", linker.inferences.link_other_file, path
            )
            edges, words = named or ((), ())
            recorder.add_other(path, words)
            known = found.setdefault(path, [])
            taken = {edge.target for edge in known}
            known += [edge for edge in edges if edge.target not in taken]
    return found


class _Part(NamedTuple):
    """Files that are linked together."""

    linker: InferringLinker
    shared: RoundAnswers
    each: Iterator[FileLinks]
    """The links of one file after the other."""


def _link_all(given: LinkInput, resolvers: Resolvers, limit: int) -> Iterator[_Part]:
    """Yield each part of the files that is linked by itself."""
    paths = {path: given.parsed[path] for path in sorted(given.parsed)}
    steps = _Steps(given.on_progress, len(paths))
    declared: FullPackageIndex | None = None
    for part in _cut_into_parts(paths):
        analysis = ProjectAnalysis(FileViews(paths, find_languages(), given.load), resolvers)
        declared = FullPackageIndex(analysis, declared)
        analysis.packages.index = declared
        linker = InferringLinker(
            analysis,
            part,
            given.inferring,
            ambiguous_limit=limit,
            failures=given.failures,
        )
        linker.on_step = steps.count
        yield _Part(linker, RoundAnswers(linker), linker.link_each())


class _Steps:
    """Counts the two steps of each file, and tells how many files they amount to."""

    def __init__(self, tell: CountFiles, files: int) -> None:
        self._tell = tell
        self._files = files
        self._done = 0

    def count(self) -> None:
        """Count one step."""
        self._done += 1
        if self._done % 2 == 0:
            self._tell(self._done // 2, self._files)


def _cut_into_parts(paths: Mapping[str, str]) -> list[list[str]]:
    """Return the files that have to be linked together, and then the others, some at a time.

    What is worked out for one part is forgotten for the next: the memory that takes does not grow
    with the project.
    """
    known = find_languages()
    semantics = {name: known[name].semantics(known[name]) for name in set(paths.values())}
    together = [path for path, name in paths.items() if semantics[name].passes_values]
    alone = [path for path, name in paths.items() if not semantics[name].passes_values]
    parts = [together] if together or not alone else []
    return parts + [alone[i : i + _PART] for i in range(0, len(alone), _PART)]


def _subtract_calls(
    before: LastScan, linked: set[str], memory: StoredLinkState | None
) -> dict[str, dict[str, int]]:
    """Return how the call sites came out that are not linked again."""
    totals = {language: dict(counts) for language, counts in before.calls.items()}
    if memory is not None:
        for path in before.languages.keys() & (linked | memory.away):
            _add(totals, before.languages[path], memory.kept(path).counts, -1)
    return totals


def _add(
    totals: dict[str, dict[str, int]], language: str, counts: Mapping[str, int], sign: int
) -> None:
    total = totals.setdefault(language, dict.fromkeys(CALL_OUTCOMES, 0))
    for outcome, count in counts.items():
        total[outcome] = total.get(outcome, 0) + sign * count


def _relink(
    given: LinkInput,
    before: LastScan,
    resolvers: Resolvers,
    changed: Collection[str],
    limit: int,
) -> tuple[_Part | None, StoredLinkState]:
    # A file may still be there and have no facts any more: it became a link, or binary.
    gone = (before.numbers.keys() - given.numbers.keys()) | (
        before.languages.keys() - given.parsed.keys()
    )
    memory = StoredLinkState(before.connection, {**before.numbers, **given.numbers}, gone)
    relinker = Relinker(
        memory,
        given.parsed,
        given.load,
        find_languages(),
        resolvers,
        ambiguous_limit=limit,
        inferring=given.inferring,
        # Where one comes up, everything is linked again, and it is recorded then.
        failures=Failures(given.failures.mode),
    )
    most = max(_FEW, int(len(given.parsed) * _SHARE))
    try:
        changes = _describe_changes(given, before, resolvers, memory, changed)
        linker = relinker.link(changes, most=most)
    except Exception as error:  # noqa: BLE001 - linking everything does without what failed
        given.failures.give_up("linking what changed", error)
        return None, memory
    if linker is None:
        return None, memory
    return _Part(linker, relinker.shared, iter(linker.links.values())), memory


def _find_changed(settings: Mapping[str, str], before: Mapping[str, str]) -> set[str]:
    """Return the families of languages with other settings than before."""
    families = settings.keys() | before.keys()
    return {family for family in families if settings.get(family) != before.get(family)}


def _can_compare(resolver: ModuleResolver | None) -> bool:
    """Whether it can be told which files other settings of a resolver concern."""
    return _keeps_names(resolver) or hasattr(resolver, "recall_settings")


def _keeps_names(resolver: ModuleResolver | None) -> bool:
    return getattr(resolver, "settings_decide_paths", False)


def _find_misdirected(
    given: LinkInput, resolvers: Resolvers, memory: StoredLinkState, families: Collection[str]
) -> Iterator[str]:
    """Yield the files whose module names mean something else with other settings.

    Others may look for the same in other places: that is kept for the next scan.
    """
    known = find_languages()
    for path, name in given.parsed.items():
        family = known[name].family or name
        if family in families and _keeps_names(resolvers[family]):
            found = review_notes(memory.notes(path), path, resolvers[family])
            if found is None:
                yield path
            elif found:
                memory.amendments[path] = found


def _describe_changes(
    given: LinkInput,
    before: LastScan,
    resolvers: Resolvers,
    memory: StoredLinkState,
    changed: Collection[str],
) -> Changes:
    paths = frozenset(given.project.paths)
    moved = set(_find_misdirected(given, resolvers, memory, changed))
    words: set[str] = set()
    if paths != before.paths or changed:
        earlier = _build_earlier(given, before, changed)
        for family, resolver in resolvers.items():
            # Whoever comes here is steady: the others have other settings each time.
            steady = cast("SteadyResolver", resolver)
            found = steady.find_redirected(cast("SteadyResolver", earlier[family]), given.parsed)
            moved |= found.files
            words |= found.words
    return Changes(before.changes, before.paths, paths, frozenset(moved), frozenset(words))


def _build_earlier(given: LinkInput, before: LastScan, changed: Collection[str]) -> Resolvers:
    """Build resolvers for the files and, where these can be recalled, the settings of before."""
    resolvers = build_resolvers(
        set(given.parsed.values()),
        _EarlierProject(before.paths, given.project),
        Failures(given.failures.mode),
    )
    for family in changed:
        resolver = resolvers.get(family)
        if hasattr(resolver, "recall_settings"):
            cast("RecallingResolver", resolver).recall_settings(before.settings[family])
    return resolvers


@dataclass
class _EarlierProject:
    """The project with the files that it had; what they say now is good enough."""

    paths: frozenset[str]
    project: ProjectFiles

    def read(self, path: str) -> bytes | None:
        return self.project.read(path) if path in self.paths else None


def _settings_of(resolver: ModuleResolver) -> str:
    """Return what a resolver read; one that cannot tell differs from itself."""
    return str(getattr(resolver, "settings", id(resolver)))


def build_resolvers(
    used: Iterable[str], project: ProjectFiles, failures: Failures
) -> dict[str, ModuleResolver]:
    """Build one resolver for each family of languages that the project uses."""
    resolvers: dict[str, ModuleResolver] = {}
    known = find_languages()
    for name in sorted(used):
        language = known[name]
        family = language.family or language.name
        if family not in resolvers and language.resolver is not None:
            resolvers[family] = _build_resolver(language.resolver, project, failures)
    return resolvers


def _build_resolver(
    build: Callable[[ProjectFiles], ModuleResolver], project: ProjectFiles, failures: Failures
) -> ModuleResolver:
    """Build a resolver; a manifest that it fails with is left out."""
    legible = ReadableFiles(project)
    while True:
        try:
            resolver = build(legible)
            _settings_of(resolver)
        except Exception as error:
            if legible.last is None:
                raise
            failures.take(legible.last, "reading its settings", None, error)
            legible.leave_out()
        else:
            return resolver
