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
from posixpath import basename

from ripplegraph.graph.stored_facts import LinkFacts
from ripplegraph.indexing.failures import Failures
from ripplegraph.indexing.incremental.link_state import (
    StoredLinkState,
    find_ancestors,
    find_parameters,
)
from ripplegraph.indexing.linking.class_index import class_members
from ripplegraph.indexing.linking.file_views import FileViews
from ripplegraph.indexing.linking.inferring.inferences import Inferring
from ripplegraph.indexing.linking.inferring.offers import offered_names
from ripplegraph.indexing.linking.inferring.schemas import NAMED
from ripplegraph.indexing.linking.keys import INCLUDES, PROBE, SITE
from ripplegraph.indexing.linking.linker import Linker, Parameter
from ripplegraph.indexing.linking.marks import (
    BELOW,
    CALLS,
    LONG_LINES,
    MEMBER,
    ROUTES,
    SEEN,
    SUBMODULE,
    binding_word,
    name_word,
)
from ripplegraph.indexing.linking.modules import find_folders
from ripplegraph.indexing.linking.packages import declared_names, words_of
from ripplegraph.indexing.linking.shape import Shape, ShapeChange
from ripplegraph.indexing.linking.stored_index import StoredIndex, StoredPackages
from ripplegraph.indexing.linking.views import ANY, FileView
from ripplegraph.indexing.linking.world import World
from ripplegraph.parsers.language import Language, ModuleResolver

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
        inferring: Inferring,
        failures: Failures | None = None,
    ) -> None:
        self._memory = memory
        self._failures = failures
        self._languages = languages
        self._limit = ambiguous_limit
        self._inferring = inferring
        self._resolvers = resolvers
        self._views = FileViews(parsed, languages, load)
        self._parsed = parsed

    _world: World

    def link(self, changes: Changes, *, most: int) -> Linker | None:
        """Return the linker of what was linked again.

        None when that would be more than `most` files, or when answers depend on the order in
        which all questions are asked.
        """
        dirty = self._find_dirty(changes)
        while len(dirty) <= most:
            linker = self._link(dirty)
            if self._world.solver.had_error:
                return None
            more = self._find_reached(linker, dirty, changes)
            if not more:
                return linker
            dirty |= more
        return None

    def _link(self, dirty: set[str]) -> Linker:
        memory = self._memory
        memory.away |= dirty
        # Answers that were worked out for fewer files may not hold: nothing of them is kept.
        self._views.start_again()
        world = self._world = World(self._views, self._resolvers)
        world.class_index = StoredIndex(world, memory, dirty)
        world.packages.index = StoredPackages(world, memory, dirty)
        world.flows.other_sites = memory
        world.includes.kept = memory.included
        linker = Linker(
            world,
            dirty,
            ambiguous_limit=self._limit,
            inferring=self._inferring,
            failures=self._failures,
        )
        linker.inferences.offers.others = memory
        linker.watched = lambda: self._find_watched(linker, dirty)
        linker.link()
        return linker

    # Before linking ---------------------------------------------------------------------------

    def _find_dirty(self, changes: Changes) -> set[str]:
        dirty: set[str] = set()
        for change in changes.files:
            dirty |= self._reached_by_file(change)
        misdirected = self._find_misdirected(changes)
        for path in misdirected:
            dirty.add(path)
            dirty |= self._memory.files_of(path)
        dirty |= self._reached_by_includes(misdirected | _find_including(changes))
        for path in changes.turned:
            ending = next((e for e in _ENDINGS if path.endswith(e)), "")
            dirty |= self._memory.files_of(SUBMODULE + path.removesuffix(ending))
        for folder in changes.folders:
            dirty |= self._memory.files_of(SUBMODULE + folder)
        if misdirected or changes.turned:
            dirty |= self._memory.files_of(LONG_LINES)
        self._memory.reached = {path for path in dirty if path not in self._parsed}
        return dirty - self._memory.reached

    def _reached_by_file(self, change: FactsChange) -> set[str]:
        memory, path = self._memory, change.path
        found = {path}
        if change.before is None or change.after is None:
            found |= memory.files_of(path)
        old, new = self._view(path, change.before), self._view(path, change.after)
        if old is not None and new is not None:
            before, after = Shape(old), Shape(new)
            for word in _words_of_change(path, before.compare(after)):
                found |= memory.files_of(word)
            for owner in before.unnamed.keys() | after.unnamed.keys():
                if before.unnamed.get(owner) != after.unnamed.get(owner):
                    found |= self._users_of_unnamed(owner, len(before.unnamed.get(owner, ())))
        for _, member in _members(old) ^ _members(new):
            found |= memory.files_of(MEMBER + member)
        declared = _declared(old) ^ _declared(new)
        for word in {word for pair in declared for word in words_of(*pair)}:
            found |= memory.files_of(word)
        return found

    def _reached_by_includes(self, changed: Iterable[str]) -> set[str]:
        """Return who sees other files now, as files that they include include others."""
        seen: set[str] = set()
        todo = list(changed)
        while todo:
            path = todo.pop()
            if path not in seen:
                seen.add(path)
                todo += self._memory.files_of(INCLUDES + path)
        found = set(seen)
        for path in seen:
            found |= self._memory.files_of(SEEN + path)
        return found

    def _view(self, path: str, facts: LinkFacts | None) -> FileView | None:
        if facts is None:
            return None
        return FileView(path, facts, self._languages[facts.language])

    def _users_of_unnamed(self, owner: str, count: int) -> set[str]:
        found: set[str] = set()
        for number in range(1, count + 2):
            key = owner if number == 1 else f"{owner}<{number}>"
            found |= self._memory.files_of(CALLS + key) | self._memory.files_of(SITE + key)
        return found

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

    def _find_reached(self, linker: Linker, dirty: set[str], changes: Changes) -> set[str]:
        """Return the files outside that what was found out by linking can reach."""
        found = self._reached_by_flow(linker, dirty) | self._reached_by_classes(dirty, changes)
        found |= self._reached_by_routes(linker, changes)
        return {path for path in found if path in self._parsed} - dirty

    def _called_keys(self, linker: Linker, dirty: set[str]) -> set[str]:
        """Return the functions that files linked now call, or did before."""
        keys = {key for links in linker.links.values() for key in links.sites}
        for path in self._memory.away:
            keys.update(self._memory.kept(path).sites)
        return {key for key in keys if self._memory.files_of(CALLS + key) - dirty}

    def _find_watched(self, linker: Linker, dirty: set[str]) -> Iterable[Parameter]:
        for key in sorted(self._called_keys(linker, dirty)):
            yield from find_parameters(self._world, key, self._memory.passed(key))

    def _reached_by_flow(self, linker: Linker, dirty: set[str]) -> set[str]:
        found: set[str] = set()
        for key in self._called_keys(linker, dirty):
            kept = self._memory.passed(key)
            parameters = find_parameters(self._world, key, kept)
            same = len(parameters) == len(kept) and all(
                kept[parameter[2]][turn] in (b"", linker.passed[turn].get(parameter))
                for parameter in parameters
                for turn in range(2)
            )
            if not same:
                found |= self._memory.files_of(CALLS + key)
        return found

    def _reached_by_classes(self, dirty: set[str], changes: Changes) -> set[str]:
        found: set[str] = set()
        removed = {change.path for change in changes.files if change.after is None}
        for path in sorted(dirty | removed):
            before = self._memory.kept(path).ancestors
            after = find_ancestors(self._world, self._views[path]) if path in dirty else {}
            for key in before.keys() | after.keys():
                if before.get(key) != after.get(key):
                    above = {*before.get(key, ()), *after.get(key, ())}
                    found |= self._seekers(above, {key, *above})
        return found

    def _reached_by_routes(self, linker: Linker, changes: Changes) -> set[str]:
        """Return the files that request something, if any route may be another one."""
        removed = {change.path for change in changes.files if change.after is None}
        before = {path: self._memory.kept(path).routes for path in {*linker.links, *removed}}
        after = {path: links.routes for path, links in linker.links.items()}
        if all(routes == after.get(path, []) for path, routes in before.items()):
            return set()
        return self._memory.files_of(ROUTES)

    def _seekers(self, above: set[str], line: set[str]) -> set[str]:
        """Return who sought members below the classes above that this line of classes has."""
        sought = {key: self._memory.sought(key) for key in above}
        if not any(sought.values()):
            return set()
        members = {name for key in line for name in self._members_of(key)}
        return {
            path
            for key, names in sought.items()
            for name in names
            if name in members
            for path in self._memory.files_of(f"{BELOW}{key} {name}")
        }

    def _members_of(self, key: str) -> Iterable[str]:
        path = key.partition("::")[0]
        if path not in self._parsed:
            return ()
        view = self._views[path]
        index = view.find_key(key)
        return next((names for i, names in class_members(view) if i == index), ())


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
    if change.is_literal:
        yield name_word(path, ANY)


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


def _members(view: FileView | None) -> set[tuple[str, str]]:
    if view is None:
        return set()
    return {(view.key(index), name) for index, names in class_members(view) for name in names}


def _declared(view: FileView | None) -> set[tuple[str, str]]:
    return declared_names(view) | offered_names(view) if view is not None else set()
