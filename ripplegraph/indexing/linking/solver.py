"""Least fixpoints on demand: each question is answered once, and cycles are iterated until stable.

Answers are sets that only grow, so the least fixpoint is unique and does not depend on the order in
which questions are asked: an incremental scan and a full one get the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import count

from ripplegraph.indexing.linking.marks import Marks
from ripplegraph.indexing.linking.values import EMPTY, Values, join

_NONE = 1 << 60
DEEPEST = 400
PATIENCE = 12
TOO_DEEP = 1
"""The bit of answers that were not followed to their end: any change drops them."""


class Solver:
    """Remembers answers: for good, or (those that depend on call flow) until that changes."""

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.lasting: dict[Hashable, tuple[Values, int]] = {}
        """Answers, each with the marks of what it was worked out from."""
        self.flowing: dict[Hashable, tuple[Values, int, int]] = {}
        """Answers that depend on call flow, with their marks and the bits of those flows."""
        self.read = 0
        """The marks of everything that was looked at for the answer being worked out."""
        self.touched = 0
        """The bits of the flows that the answer being worked out depends on."""
        self.was_cut = False
        """Whether a question was too deep to follow: what is known then depends on the order in
        which questions were asked."""
        self._active: dict[Hashable, int] = {}
        self._guess: list[Values] = []
        self._leant_on: list[bool] = []
        """For each question in work, whether its guess was used in this turn."""
        self._lowest = _NONE
        self._provisional: dict[Hashable, tuple[Values, int, int, int]] = {}
        self._pending: list[Hashable] = []

    def forget_flow(self, changed: int = -1) -> None:
        """Drop the answers that depend on flows that changed, by their bits."""
        self.flowing = {key: known for key, known in self.flowing.items() if not known[2] & changed}

    def solve(self, key: Hashable, work: Callable[[], Values], read: int = 0) -> Values:
        """Return the answer for `key`, working it out at most once.

        `read` marks what the work looks at without saying so: the file that the question is about.
        """
        found = self.lasting.get(key)
        if found is not None:
            self.read |= found[1]
            return found[0]
        flowing = self.flowing.get(key)
        if flowing is not None:
            self.read |= flowing[1]
            self.touched |= flowing[2]
            return flowing[0]
        if self._guess:
            known = self._known_in_cycle(key)
            if known is not None:
                return known
            if len(self._guess) > DEEPEST:
                self.touched |= TOO_DEEP
                self.was_cut = True
                return EMPTY
        return self._work_out(key, work, read)

    def _known_in_cycle(self, key: Hashable) -> Values | None:
        at = self._active.get(key)
        if at is not None:
            self._lowest = min(self._lowest, at)
            self._leant_on[at] = True
            return self._guess[at]
        provisional = self._provisional.get(key)
        if provisional is None:
            return None
        value, lowest, read, touched = provisional
        self._lowest = min(self._lowest, lowest)
        self.read |= read
        self.touched |= touched
        return value

    def _work_out(self, key: Hashable, work: Callable[[], Values], read: int) -> Values:
        depth = len(self._guess)
        self._active[key] = depth
        self._guess.append(EMPTY)
        self._leant_on.append(False)
        outer_lowest, outer_touched, outer_read = self._lowest, self.touched, self.read
        self.read = read
        mark = len(self._pending)
        try:
            for turn in count():
                self._lowest, self.touched = _NONE, 0
                value = work()
                if turn > PATIENCE:
                    # Answers grow from turn to turn; should one ever shrink, the union ends it.
                    value = join((value, self._guess[depth]))
                if not self._leant_on[depth] or value == self._guess[depth]:
                    break
                self._guess[depth] = value
                self._leant_on[depth] = False
                self._drop_provisional(mark)
        finally:
            del self._active[key]
            self._guess.pop()
            self._leant_on.pop()
            lowest, touched, read = self._lowest, self.touched, self.read
            self._lowest = min(outer_lowest, lowest) if lowest < depth else outer_lowest
            self.touched = outer_touched | touched
            self.read = outer_read | read
        if lowest < depth:
            self._lower(mark, lowest, read, touched)
            self._provisional[key] = (value, lowest, read, touched)
            self._pending.append(key)
            return value
        if mark < len(self._pending):
            self._settle(mark, read, touched)
        self._keep(key, value, read, touched)
        return value

    def _keep(self, key: Hashable, value: Values, read: int, touched: int) -> None:
        read = self.marks.share(read)
        if touched:
            self.flowing[key] = (value, read, touched)
        else:
            self.lasting[key] = (value, read)

    def _lower(self, mark: int, lowest: int, read: int, touched: int) -> None:
        """What leant on a question that itself leans on one further out does so, too."""
        for key in self._pending[mark:]:
            value, own, marks, flows = self._provisional[key]
            self._provisional[key] = (value, min(own, lowest), marks | read, flows | touched)

    def _drop_provisional(self, mark: int) -> None:
        for key in self._pending[mark:]:
            self._provisional.pop(key, None)
        del self._pending[mark:]

    def _settle(self, mark: int, read: int, touched: int) -> None:
        """Everything worked out inside a finished cycle is final too."""
        for key in self._pending[mark:]:
            value, _, own, flows = self._provisional.pop(key)
            self._keep(key, value, read | own, touched | flows)
        del self._pending[mark:]
