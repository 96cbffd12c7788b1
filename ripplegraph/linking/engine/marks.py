"""Marks of the things that answers depend on: files, call sites, members of subclasses.

Every answer carries the marks of all it was worked out from. A file is linked again when something
it depends on changes, and only then. Most answers depend on the same few sets of marks, so a set
has a number, and an answer holds that: what it costs does not grow with the project.
"""

from __future__ import annotations

from collections.abc import Iterable

MEMBER = "<member> "
"""Before a name: stands for which classes have a member of that name."""
BELOW = "<below> "
"""Before the key of a class and a name: stands for the subclasses that may have that member."""
NAME = "<name> "
"""Before a path and a name: stands for what that name of the file is bound to, with all that the
file says about it: type, signature, value, bases."""
BOUND_NAME = "<bound> "
"""Before a path and a name: stands for the kind of thing that name of the file is bound to: which
definition or import, but not what is said about it."""
SUBMODULE = "<submodule> "
"""Before a path without its extension: stands for the module or folder that may lie there."""
DECLARED = "<declared> "
"""Before a package and a name: stands for the files of the package that declare the name."""
SEEN = "<seen> "
"""Before a path: stands for all files that the file there includes, at any depth."""
ROUTES = "<routes> "
"""Before a segment of a path: stands for the routes of the project that end with it."""
ROUTED_TO = "<routed> "
"""Before the id of a handler: stands for the methods and paths of its routes."""
DEFINERS = "<definers> "
"""Before a name: stands for all classes that have a member of that name."""
NAMED = "<named> "
"""Among what was looked for, before a name: stands for the files of that name, in any folder."""
LONG_LINES = "<long lines>"
"""Stands for what every class extends, where a class has more above it than are searched."""
CALLS = "<calls> "
"""Before the key of a function: stands for all of its call sites."""
KEPT_SHARES = "<shares> "
"""Before the key of a shared answer: stands for all that the arguments depend on that it was worked
out from in an earlier scan, and that were taken from there."""
ANSWER = "<answer> "
"""Before the number of a question: stands for its answer, see `shared_answers`."""

_MOST_JOINED = 20_000


def name_word(path: str, name: str) -> str:
    """Return the word for all that a file says about a name."""
    return f"{NAME}{path}\0{name}"


def binding_word(path: str, name: str) -> str:
    """Return the word for which definition or import binds a name in a file."""
    return f"{BOUND_NAME}{path}\0{name}"


class Marks:
    """Numbers the sets of things that answers depend on."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._single: dict[str, int] = {}
        self._sets: list[tuple[int, ...]] = [()]
        self._numbers: dict[tuple[int, ...], int] = {(): 0}
        self._joined: dict[frozenset[int], int] = {}

    def of(self, word: str) -> int:
        """Return the set of just a path, or of one of the words above with what follows it."""
        found = self._single.get(word)
        if found is None:
            found = self._single[word] = self._number((len(self._words),))
            self._words.append(word)
        return found

    def join(self, sets: Iterable[int]) -> int:
        """Return the set of everything in some sets."""
        key = frozenset(sets)
        found = self._joined.get(key)
        if found is None:
            known = self._sets
            marks = set().union(*[known[number] for number in key])
            found = self._number(tuple(sorted(marks)))
            if len(self._joined) > _MOST_JOINED:
                self._joined.clear()
            self._joined[key] = found
        return found

    def words(self, sets: Iterable[int]) -> set[str]:
        """Return everything that is in some sets."""
        words = self._words
        return {words[mark] for mark in self.members(sets)}

    def members(self, sets: Iterable[int]) -> set[int]:
        """Return the numbers of everything that is in some sets."""
        known = self._sets
        return set().union(*[known[number] for number in sets])

    def word(self, member: int) -> str:
        """Return what a number stands for that `members` gave."""
        return self._words[member]

    def count(self) -> int:
        """Return how many things have a number, which begin with 0."""
        return len(self._words)

    def _number(self, marks: tuple[int, ...]) -> int:
        number = self._numbers.setdefault(marks, len(self._sets))
        if number == len(self._sets):
            self._sets.append(marks)
        return number
