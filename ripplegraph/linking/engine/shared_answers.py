"""Answers that other files use, each known by a word of its own.

Who uses such an answer depends on that word, and not on all that the answer was worked out from.
When some of that changes, the answer is worked out again, and if it comes out the same, whoever
uses it need not be linked again.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Protocol

from ripplegraph.linking.engine.marks import ANSWER, Marks
from ripplegraph.linking.values.value import (
    Class,
    Function,
    Instance,
    Module,
    Parameter,
    Value,
    Values,
)

ROUNDS = 3
"""Rounds of passing arguments to parameters: a function handed on through two others is found."""
ATTRIBUTE, RESULT_OF, GIVEN = "a", "r", "p"
"""The questions whose answers are shared: what an attribute is, what a function gives, and what a
parameter is given."""
_SHARED = frozenset({Function, Module, Parameter})
"""Kinds of values whose attributes are shared, beside classes and their instances."""

Found = tuple[Values, int]
"""An answer, and the marks of what it was worked out from."""


class SharedAnswer:
    """The answer to a question that has a word."""

    __slots__ = ("lasting", "mark")

    def __init__(self, mark: int) -> None:
        self.mark = mark
        """The set of just the word of this answer."""
        self.lasting: Found | None = None
        """The answer where call flow does not decide it."""


class StoredAnswers(Protocol):
    """The answers of the last scan."""

    def find(self, key: Any) -> tuple[Values, bool] | None:
        """Return the answer to a question in this round of call flow, and whether that decides it;
        None where nobody knows."""


class SharedAnswers:
    """The answers that were used by other files than the one they are about."""

    def __init__(self, marks: Marks) -> None:
        self._marks = marks
        self.known: dict[Hashable, SharedAnswer] = {}
        self.keys: list[Any] = []
        """The questions, by the numbers that their words have."""
        self.stored: StoredAnswers | None = None
        """Answers of the last scan that still hold, where not all files are linked."""

    def find_mark(self, key: Hashable, found: tuple[Any, int]) -> int:
        """Return the marks of who uses an answer that lasts."""
        known = self.known.get(key)
        if known is None:
            if not is_shareable(key):
                return found[1]
            known = self.register(key)
        if found[1] != known.mark:
            known.lasting = found
        return known.mark

    def find_flowing_mark(self, key: Hashable, marks: int) -> int:
        """Return the marks of who uses an answer that call flow decides."""
        known = self.known.get(key)
        if known is None:
            if not is_shareable(key):
                return marks
            known = self.register(key)
        return known.mark

    def recall(self, key: Hashable) -> tuple[Values, bool, int] | None:
        """Return an answer of the last scan that still holds, whether call flow decides it, and
        the marks of who uses it."""
        if self.stored is None or not is_shareable(key):
            return None
        found = self.stored.find(key)
        return None if found is None else (*found, self.register(key).mark)

    def register(self, key: Hashable) -> SharedAnswer:
        """Share the answer to a question from now on."""
        known = self.known.get(key)
        if known is None:
            mark = self._marks.of(f"{ANSWER}{len(self.keys)}")
            known = self.known[key] = SharedAnswer(mark)
            self.keys.append(key)
        return known


def is_shareable(key: Any) -> bool:
    """Whether a question means the same in the next scan, by names alone."""
    if not isinstance(key, tuple):
        return False
    kind = key[0]
    if kind == ATTRIBUTE:
        value: Value = key[1]
        if type(value) is Class or type(value) is Instance:
            return not value.arguments
        return type(value) in _SHARED
    return kind in (RESULT_OF, GIVEN)
