"""The keys of what answers depend on, each worked out once for an analysis."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set

from ripplegraph.indexing.incremental.question_words import QuestionWords
from ripplegraph.linking.engine.marks import BOUND_NAME, KEPT_SHARES, NAME, Marks

_SEVERAL = -1
"""In place of a key: what is meant has several."""


class MarkKeys:
    """Turns sets of marks into the keys under which it is kept who depends on them."""

    def __init__(
        self, marks: Marks, words: QuestionWords, recall_shares: Callable[[int], Set[int]]
    ) -> None:
        self._marks = marks
        self._words = words
        self._recall_shares = recall_shares
        self._keys: list[int] = []
        """By the numbers that marks have."""
        self._homes: list[str] = []
        """The files that marks are about, "" for those that are about no name or file."""
        self._several: dict[int, Set[int]] = {}

    def find(self, sets: Iterable[int], *, outside: str | None = None) -> set[int]:
        """Return the keys of everything in some sets; with `outside`, not what they say about that
        file itself."""
        members = self._marks.members(sets)
        self._add_new()
        keys, homes = self._keys, self._homes
        if outside is not None:
            members = {member for member in members if homes[member] != outside}
        found = {keys[member] for member in members}
        if _SEVERAL in found:
            found.remove(_SEVERAL)
            found.update(*[self._several[m] for m in members if keys[m] == _SEVERAL])
        return found

    def _add_new(self) -> None:
        """Work out the keys of the marks that came up since the last time."""
        for member in range(len(self._keys), self._marks.count()):
            word = self._marks.word(member)
            self._homes.append(_find_home(word))
            if word.startswith(KEPT_SHARES):
                self._several[member] = self._recall_shares(int(word[len(KEPT_SHARES) :]))
                self._keys.append(_SEVERAL)
            else:
                self._keys.append(self._words.hash_word(word))


def _find_home(word: str) -> str:
    """Return the file that a mark is about: itself, or a name of it."""
    if word.startswith(NAME):
        return word[len(NAME) :].partition("\0")[0]
    if word.startswith(BOUND_NAME):
        return word[len(BOUND_NAME) :].partition("\0")[0]
    return word
