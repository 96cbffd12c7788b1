"""Links again what a change can reach: the changed files, and whoever looked at what changed.

A file has to be linked again when one of its answers could come out differently. Three things can
do that: a name that somebody asked for stands for something else now; a path that somebody looked
for appeared or vanished; or call sites pass other arguments to a function whose parameters somebody
looked at. The first two are known before linking, the third is found out by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from posixpath import basename

from ripplegraph.failures import Failures
from ripplegraph.graph.stored_facts import LinkFacts
from ripplegraph.indexing.cross_language.inferences import InferenceScope
from ripplegraph.indexing.cross_language.linker import InferringLinker
from ripplegraph.indexing.cross_language.offers import ROUTED, offered_by_facts
from ripplegraph.indexing.cross_language.route_table import RouteTable
from ripplegraph.indexing.incremental.answer_checks import AnswerChecks, Reached
from ripplegraph.indexing.incremental.call_checks import CallChecks
from ripplegraph.indexing.incremental.class_reach import ClassReach
from ripplegraph.indexing.incremental.file_shape import Shape, ShapeChange
from ripplegraph.indexing.incremental.link_state import StoredLinkState
from ripplegraph.indexing.incremental.round_answers import RoundAnswers
from ripplegraph.indexing.incremental.stored_answers import RecalledAnswers, RecalledSites
from ripplegraph.indexing.incremental.stored_index import StoredIndex, StoredPackages
from ripplegraph.indexing.stored_keys import DECLARES, INCLUDES, PROBE, SITE
from ripplegraph.linking.engine.marks import (
    CALLS,
    LONG_LINES,
    NAMED,
    ROUTED_TO,
    ROUTES,
    SEEN,
    SUBMODULE,
    binding_word,
    name_word,
)
from ripplegraph.linking.file_views import FileViews
from ripplegraph.linking.linker import deep_stack
from ripplegraph.linking.lookup.packages import words_of
from ripplegraph.linking.module_resolution import ModuleResolver
from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.parsers.language import Language
from ripplegraph.parsers.languages.python.modules import find_folders

_ENDINGS = ("/__init__.py", "/__init__.pyi", ".py", ".pyi")


@dataclass(frozen=True)
class FactsChange:
    """A parsed file that is new, gone (`after` is None) or says something else."""

    path: str
    before: LinkFacts | None
    after: LinkFacts | None


@dataclass(frozen=True)
class Changes:
    """The changes since the last scan, for the linker."""

    files: tuple[FactsChange, ...]
    paths_before: frozenset[str]
    """Every path that could be named in the last scan, parsed or not."""
    paths_after: frozenset[str]
    moved_roots: frozenset[str] = frozenset()
    """Files that resolve module names from somewhere else now."""
    probes: frozenset[str] = frozenset()
    """Words that resolvers note among their probes and that mean something else now."""

    @cached_property
    def paths(self) -> frozenset[str]:
        """The paths that came or went."""
        return self.paths_before ^ self.paths_after

    @cached_property
    def folders(self) -> frozenset[str]:
        """The folders that came or went."""
        if not self.paths:
            return frozenset()
        return find_folders(self.paths_before) ^ find_folders(self.paths_after)

    @property
    def turned(self) -> frozenset[str]:
        """The paths that came or went, or of which the file came to be parsed or ceased to be."""
        facts = {file.path for file in self.files if file.before is None or file.after is None}
        return self.paths | facts


class Relinker:
    """Finds the files that have to be linked again, and links them."""

    def __init__(
        self,
        memory: StoredLinkState,
        parsed: Mapping[str, str],
        load: Callable[[str], LinkFacts],
        languages: Mapping[str, Language],
        resolvers: Mapping[str, ModuleResolver],
        *,
        ambiguous_limit: int,
        inferring: InferenceScope,
        failures: Failures | None = None,
    ) -> None:
        self._memory = memory
        self._failures = failures
        self._limit = ambiguous_limit
        self._inferring = inferring
        self._resolvers = resolvers
        self._views = FileViews(parsed, languages, load)
        self._parsed = parsed

    _analysis: ProjectAnalysis
    _linker: InferringLinker
    _reached: Reached
    shared: RoundAnswers
    """The answers that the files linked again share with others."""

    def link(self, changes: Changes, *, most: int) -> InferringLinker | None:
        """Return the linker of what was linked again.

        None when that would be more than `most` files, or when answers depend on the order in
        which all questions are asked.
        """
        reached = self._reached = Reached(self._memory)
        changed = {change.path for change in changes.files}
        self._answers = AnswerChecks(self._memory, reached, changed)
        self._calls = CallChecks(self._memory, self._answers, changed)
        self._classes = ClassReach(self._memory, reached)
        removed = {change.path for change in changes.files if change.after is None}
        self._find_first(changes)
        dirty = self._take_files()
        while len(dirty) <= most:
            self._start(dirty)
            with deep_stack():
                is_settled = self._check_first(dirty, removed)
            if is_settled and self._take_files() <= dirty:
                self._linker.link()
                if self._analysis.solver.had_error:
                    return None
                if self._take_files() <= dirty:
                    self._reach_by_routes(self._linker, changes)
                if self._take_files() <= dirty:
                    return self._linker
            dirty |= self._take_files()
        return None

    def _check_first(self, dirty: set[str], removed: set[str]) -> bool:
        """Look at classes, then at answers; returns False where classes reached more, as they were
        looked at with the answers of before."""
        reached = self._reached
        self._answers.doubt(())
        before = len(reached.answers), len(reached.files)
        self._classes.reach(self._analysis, dirty, removed)
        if (len(reached.answers), len(reached.files)) != before:
            return False
        self._answers.check(self._analysis, 0)
        return True

    def _take_files(self) -> set[str]:
        """Return the files of code that were reached so far."""
        self._memory.reached |= {path for path in self._reached.files if path not in self._parsed}
        return self._reached.files - self._memory.reached

    def _start(self, dirty: set[str]) -> None:
        memory = self._memory
        memory.away |= dirty
        # Answers that were worked out for fewer files may not hold: nothing of them is kept.
        analysis = self._analysis = ProjectAnalysis(self._views, self._resolvers)
        analysis.class_index = StoredIndex(analysis, memory, dirty)
        analysis.packages.index = StoredPackages(analysis, memory, dirty)
        analysis.find_kept_includes = memory.included
        linker = self._linker = InferringLinker(
            analysis,
            dirty,
            self._inferring,
            ambiguous_limit=self._limit,
            failures=self._failures,
        )
        self.shared = RoundAnswers(linker)
        doubtful, values = self._answers.doubtful, self.shared.values
        analysis.solver.shared.stored = RecalledAnswers(analysis, memory, dirty, doubtful, values)
        is_changed = self._answers.is_changed
        analysis.flows.other_sites = RecalledSites(analysis, memory, values, is_changed)
        linker.inferences.offers.others = memory
        linker.on_round = lambda turn: self._check_round(linker, turn)
        # With more files to link, all of it is done once more.
        linker.is_wanted = lambda: self._take_files() <= dirty

    def _check_round(self, linker: InferringLinker, turn: int) -> None:
        """Ask the questions again that call sites of this round may have changed."""
        self._calls.check(linker.analysis, self.shared.values, turn, linker.links)
        self._answers.check(self._analysis, turn)

    # Before linking ---------------------------------------------------------------------------

    def _find_first(self, changes: Changes) -> None:
        """Reach what depends on what changed."""
        reached = self._reached
        for change in changes.files:
            self._reach_by_file(change)
        misdirected = self._find_misdirected(changes)
        for path in misdirected:
            reached.files.add(path)
            reached.add(path)
        self._reach_by_includes(misdirected | _find_including(changes))
        for path in changes.turned:
            ending = next((e for e in _ENDINGS if path.endswith(e)), "")
            reached.add(SUBMODULE + path.removesuffix(ending))
        for folder in changes.folders:
            reached.add(SUBMODULE + folder)
        if misdirected or changes.turned:
            reached.add(LONG_LINES)

    def _reach_by_file(self, change: FactsChange) -> None:
        reached, path = self._reached, change.path
        reached.files.add(path)
        if change.before is None or change.after is None:
            reached.add(path)
        old, new = self._view(path, change.before), self._view(path, change.after)
        if old is not None and new is not None:
            before, after = Shape(old), Shape(new)
            for word in _words_of_change(path, before.compare(after)):
                reached.add(word)
            for owner in before.unnamed.keys() | after.unnamed.keys():
                if before.unnamed.get(owner) != after.unnamed.get(owner):
                    self._reach_by_unnamed(owner, len(before.unnamed.get(owner, ())))
        self._classes.note(old, new)
        declared = self._declared(old) ^ self._declared(new)
        told = set() if new is None else self._inferring.rules.told.find_declared(new)
        declared |= {*self._memory.kept(path).told} ^ told
        for word in {word for pair in declared for word in words_of(*pair)}:
            reached.add(word)

    def _declared(self, view: FileView | None) -> set[tuple[str, str]]:
        if view is None:
            return set()
        return view.semantics.declared_names(view) | offered_by_facts(view, self._inferring.rules)

    def _reach_by_includes(self, changed: Iterable[str]) -> None:
        """Reach who sees other files now, as files that they include include others."""
        seen: set[str] = set()
        todo = list(changed)
        while todo:
            path = todo.pop()
            if path not in seen:
                seen.add(path)
                todo += self._memory.files_of(INCLUDES + path)
        self._reached.files |= seen
        for path in seen:
            self._reached.add(SEEN + path)

    def _view(self, path: str, facts: LinkFacts | None) -> FileView | None:
        if facts is None:
            return None
        return FileView(path, facts, self._views.find_semantics(facts.language))

    def _reach_by_unnamed(self, owner: str, count: int) -> None:
        for number in range(1, count + 2):
            key = owner if number == 1 else f"{owner}<{number}>"
            self._reached.add(CALLS + key)
            self._reached.add(SITE + key)

    def _find_misdirected(self, changes: Changes) -> set[str]:
        """Return the files whose module names may lead somewhere else."""
        found = set(changes.moved_roots)
        words = {*changes.probes, *changes.turned}
        words.update(f"{folder}/" for folder in changes.folders)
        words.update(NAMED + basename(path) for path in changes.paths)
        for word in words:
            found |= self._memory.files_of(PROBE + word)
        return found

    # After linking ----------------------------------------------------------------------------

    def _reach_by_routes(self, linker: InferringLinker, changes: Changes) -> None:
        """Reach the files that request something that another route may answer now."""
        removed = {change.path for change in changes.files if change.after is None}
        linked = {path: links.routes for path, links in linker.links.items()}
        before = {path: self._memory.kept(path).routes for path in linked.keys() | removed}
        if all(routes == linked.get(path, []) for path, routes in before.items()):
            return
        rest = self._memory.files_of(f"{DECLARES}{ROUTED} ") - before.keys()
        others = [part for path in rest for part in self._memory.kept(path).routes]
        old, new = (
            RouteTable([*others, *chain.from_iterable(parts.values())])
            for parts in (before, linked)
        )
        for end in old.compare(new):
            self._reached.add(ROUTES + end)
        for handler in old.compare_handlers(new):
            self._reached.add(ROUTED_TO + handler)


def _words_of_change(path: str, change: ShapeChange) -> Iterator[str]:
    """Yield the words under which it is kept who depends on what changed in a file."""
    if change.said or change.bound or change.is_whole:
        yield LONG_LINES
    if change.is_whole:
        yield path
        return
    for name in change.said:
        yield name_word(path, name)
    for name in change.bound:
        yield binding_word(path, name)
    for name in change.literals:
        yield name_word(path, name)


def _find_including(changes: Changes) -> set[str]:
    """Return the files that name others to include than they did."""
    found: set[str] = set()
    for change in changes.files:
        old, new = (
            None if facts is None else [item.spec for item in facts.imports]
            for facts in (change.before, change.after)
        )
        if old != new:
            found.add(change.path)
    return found
