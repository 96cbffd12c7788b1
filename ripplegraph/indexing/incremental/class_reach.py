"""Reaches who sought a member below a class, where other classes below it have one now.

What a mixin counts on is sought in all classes that lie below it, and in those above these. Such an
answer changes where a class comes to be among them or ceases to be, and where one of them gets or
loses a member.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from itertools import chain

from ripplegraph.indexing.incremental.answer_checks import Reached
from ripplegraph.indexing.incremental.link_state import StoredLinkState, find_ancestors
from ripplegraph.indexing.stored_keys import MEMBER_OF, SUBCLASS
from ripplegraph.linking.engine.marks import BELOW, DEFINERS, MEMBER
from ripplegraph.linking.lookup.base_orders import MOST_ABOVE
from ripplegraph.linking.lookup.class_index import class_members
from ripplegraph.linking.lookup.classes import MOST_DEFINERS
from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.linking.semantics import FileView

_MOST_READ = 40
"""Files of subclasses that are looked at for one class: below others, everything may lie."""
Members = Set[tuple[str, str]]
"""Classes by their keys, each with the name of a member."""
Lines = Mapping[str, Collection[str]]
"""The classes above each class of a file, by keys."""


class ClassReach:
    """Finds the words of what was sought below classes and may be answered otherwise."""

    def __init__(self, memory: StoredLinkState, reached: Reached) -> None:
        self._memory = memory
        self._reached = reached
        self._changed: dict[str, set[str]] = {}
        """By the name of a member, the classes that have it now and did not, or the reverse."""
        self._gained: dict[str, int] = {}
        """How many more classes have a member of a name than did."""

    _analysis: ProjectAnalysis
    _before: Mapping[str, Lines]
    _after: Mapping[str, Lines]

    def note(self, old: FileView | None, new: FileView | None) -> None:
        """Note that a file has other classes, or others members in them, than it had."""
        before, after = find_members(old), find_members(new)
        for key, name in before ^ after:
            self._changed.setdefault(name, set()).add(key)
            gained = 1 if (key, name) in after else -1
            self._gained[name] = self._gained.get(name, 0) + gained

    def reach(
        self, analysis: ProjectAnalysis, linked: Collection[str], removed: Collection[str]
    ) -> None:
        """Reach who may find something else, going by the classes of these files."""
        self._analysis = analysis
        before = {path: self._memory.kept(path).ancestors for path in {*linked, *removed}}
        views = analysis.views
        self._before, self._after = before, {p: find_ancestors(analysis, views[p]) for p in linked}
        for path in sorted(before):
            self._reach_by_lines(before[path], self._after.get(path, {}))
        for name in sorted(self._changed):
            self._reach_by_member(name)

    # Lines of classes -------------------------------------------------------------------------

    def _reach_by_lines(self, before: Lines, after: Lines) -> None:
        for key in sorted(before.keys() | after.keys()):
            if before.get(key) != after.get(key):
                above = {*before.get(key, ()), *after.get(key, ())}
                for other in sorted(above):
                    self._reach_below(other, key, above)

    def _reach_below(self, key: str, below: str, above: set[str]) -> None:
        """Reach who sought members below a class that a class which comes or goes there has, or
        one of those above that class."""
        sought = self._memory.sought(key)
        if not sought:
            return
        # What the class itself has, and those above it, was not sought below it.
        known = {key, *self._find_lasting(key)}
        for other in (below, *above):
            lasting = self._find_lasting(other)
            if key in lasting:
                known |= {other, *lasting}
        names = {name for other in {below, *above} - known for name in self._members_of(other)}
        for name in sorted(names.intersection(sought)):
            self._reached.add(f"{BELOW}{key} {name}")

    def _find_lasting(self, key: str) -> set[str]:
        """Return the classes that lay above a class in the last scan and do so now."""
        path = key.partition("::")[0]
        before = self._memory.kept(path).ancestors.get(key, ())
        if path in self._after:
            return {*before}.intersection(self._after[path].get(key, ()))
        return set() if path in self._memory.away else {*before}

    def _members_of(self, key: str) -> Collection[str]:
        path = key.partition("::")[0]
        if path not in self._analysis.paths:
            return ()
        view = self._analysis.views[path]
        index = view.find_key(key)
        return next((names for i, names in class_members(view) if i == index), ())

    # Members ----------------------------------------------------------------------------------

    def _reach_by_member(self, name: str) -> None:
        """Reach who sought a member that some classes have now and did not, or the reverse."""
        if self._memory.is_used(DEFINERS + name):
            self._reached.add(DEFINERS + name)
        if not self._memory.is_used(MEMBER + name):
            return
        had_many, has_many = self._have_many(name)
        if had_many and has_many:
            return
        found: set[str] = set()
        for key in self._changed[name]:
            above = self._find_above(key)
            if above is None or had_many or has_many:
                self._reached.add(MEMBER + name)
                return
            found |= above
        for other in sorted(found):
            self._reached.add(f"{BELOW}{other} {name}")

    def _have_many(self, name: str) -> tuple[bool, bool]:
        """Whether so many classes had a member of a name, and have one now, that it says nothing
        about which is meant."""
        gained = self._gained[name]
        paths = self._memory.files_of(MEMBER_OF + name)
        if len(paths - self._memory.away) > 2 * MOST_DEFINERS + abs(gained):
            return True, True
        now = 0
        for path in paths | self._memory.away:
            if path in self._analysis.paths:
                now += sum(name in names for _, names in class_members(self._analysis.views[path]))
        return now - gained > MOST_DEFINERS, now > MOST_DEFINERS

    def _find_above(self, key: str) -> set[str] | None:
        """Return the classes that lie above a class, or above one that lies below it, or did; None
        where there are too many to look at."""
        found: set[str] = set()
        seen, todo, read = {key}, [key], set[str]()
        while todo:
            current = todo.pop()
            paths = self._memory.files_of(SUBCLASS + current) - self._before.keys()
            read |= paths
            if len(read) > _MOST_READ:
                return None
            lines = [*self._before.values(), *self._after.values()]
            lines += [self._memory.kept(path).ancestors for path in paths]
            for own, above in chain.from_iterable(line.items() for line in lines):
                if own == key or current in above:
                    if len(above) + 1 >= MOST_ABOVE:
                        return None
                    found.update(above)
                    if own not in seen:
                        seen.add(own)
                        todo.append(own)
        return found


def find_members(view: FileView | None) -> Members:
    """Return the members of all classes of a file."""
    if view is None:
        return frozenset()
    return {(view.key(index), name) for index, names in class_members(view) for name in names}
