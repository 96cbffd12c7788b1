"""Least fixpoints on demand: each question is answered once, and cycles are iterated until stable.

Answers are sets that only grow, so the least fixpoint is unique and does not depend on the order in
which questions are asked: an incremental scan and a full one get the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Set
from itertools import count
from typing import NamedTuple

from ripplegraph.indexing.linking.marks import Marks
from ripplegraph.indexing.linking.shared_answers import Found, SharedAnswers
from ripplegraph.indexing.linking.values import EMPTY, Values, join

_NONE = 1 << 60
NO_FILE = -1
DEEPEST = 400
"""Questions that may be in work at a time; one that lies deeper is answered first."""
PATIENCE = 12
MOST_STEPS = 1_000_000
"""How often something may be worked out for one question and all those it leads to."""

Flows = frozenset[int]
"""Numbers of functions whose call sites an answer depends on."""
NO_FLOWS: Flows = frozenset()
TOO_DEEP: Flows = frozenset({0})
"""In place of a function: the answer was not followed to its end, and any change drops it."""

Leaning = tuple[int, int, int]
"""How much was in work and pending when something began, and what was leant on."""
Answers = dict[Hashable, tuple[Values, int]]
"""Answers that last, each with the marks of what it was worked out from."""


class TooManyStepsError(Exception):
    """A question leads to more others than anybody can wait for."""

    def __init__(self) -> None:
        super().__init__(f"leads to more than {MOST_STEPS:,} steps")


class _TooDeep(Exception):
    """A question lies deeper than the stack allows."""

    def __init__(self, question: _Question) -> None:
        super().__init__()
        self.question = question


class _Question(NamedTuple):
    """Something to be worked out, see `Solver.solve`."""

    key: Hashable
    work: Callable[[], Values]
    answers: Answers
    mark: int


class Solver:
    """Remembers answers: for good, or (those that depend on call flow) until that changes."""

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.shared = SharedAnswers(marks)
        self.file = NO_FILE
        """The mark of the file that the question in work is about, or that is being linked."""
        self.flowing: dict[Hashable, tuple[Values, int, Flows]] = {}
        """Answers that depend on call flow, with their marks and the flows."""
        self.read: set[int] = set()
        """The marks of everything that was looked at for the answer being worked out."""
        self.touched = NO_FLOWS
        """The flows that the answer being worked out depends on."""
        self.was_cut = False
        """Whether a question was not followed to its end: what is known then depends on the order
        in which questions were asked."""
        self.cuts = 0
        """How many questions were not followed as they lay too deep in a circle."""
        self.steps = 0
        """How often something was worked out for the question being answered."""
        self._lasting: Answers = {}
        self._flows: dict[Flows, Flows] = {}
        self._active: dict[Hashable, int] = {}
        self._height = 0
        """How much is in work: questions, and answers that are kept elsewhere."""
        self._heights: list[int] = []
        """For each question in work, how much was in work when it began."""
        self._guess: list[Values] = []
        self._leant_on: list[bool] = []
        """For each question in work, whether its guess was used in this turn."""
        self._lowest = _NONE
        """The height of the first thing in work that what is being worked out leans on."""
        self._provisional: dict[Hashable, tuple[Values, int, int, Flows, Answers]] = {}
        self._pending: list[Hashable] = []
        self._postponed: set[Hashable] = set()
        """Questions that wait for one that lay too deep, and those that lay so."""
        self._in_circle = False
        """Whether the question being answered leads to one that waits for it."""

    def start_reading(self) -> set[int]:
        """Note from here on separately what is looked at; returns what was noted so far."""
        outer, self.read = self.read, set()
        return outer

    def stop_reading(self, outer: set[int]) -> int:
        """Return the marks of what was looked at since `start_reading`, and add them to the rest.

        What is being worked out around it depends on it, too.
        """
        read = self.read
        mark = next(iter(read)) if len(read) == 1 else self.marks.join(read)
        outer.add(mark)
        self.read = outer
        return mark

    def start_leaning(self) -> Leaning:
        """Note from here on what an answer that is kept elsewhere leans on."""
        start = self._height, len(self._pending), self._lowest
        self._height += 1
        self._lowest = _NONE
        return start

    def lean_on(self, start: Leaning) -> None:
        """Note that an answer is used that has been in work since `start` and is not known yet."""
        self._lowest = min(self._lowest, start[0])

    def stop_leaning(self, start: Leaning, *, is_whole: bool) -> bool:
        """Return whether what was worked out since `start` holds, and may be kept.

        That is when it leans on nothing that is still in work, or if it is whole, on itself only.
        What was worked out on the way without knowing it is worked out again then.
        """
        self._height, pending, outer = start
        if self._lowest == _NONE or (is_whole and self._lowest >= self._height):
            self._drop_provisional(pending)
            self._lowest = outer
            return True
        self._lowest = min(outer, self._lowest)
        return False

    def forget_leaning(self, start: Leaning) -> None:
        """Drop what was worked out since `start` without being known for good."""
        self._drop_provisional(start[1])

    def forget_flow(self, changed: Set[int] | None = None) -> None:
        """Drop the answers that depend on flows that changed; without a choice, on any."""
        if changed is None:
            self.flowing = {}
        else:
            unchanged = changed.isdisjoint
            self.flowing = {key: v for key, v in self.flowing.items() if unchanged(v[2])}

    def solve(
        self,
        key: Hashable,
        work: Callable[[], Values],
        answers: Answers | None = None,
        mark: int = 0,
    ) -> Values:
        """Return the answer for `key`, working it out at most once.

        An answer that lasts is kept in `answers`, those about the file that the question is about;
        `mark` is that of the file.
        """
        if answers is None:
            answers = self._lasting
        found = answers.get(key)
        if found is not None:
            return self.use(key, found, mark)
        flowing = self.flowing.get(key)
        if flowing is not None:
            self._read_flowing(key, flowing[1], mark)
            self.touched |= flowing[2]
            return flowing[0]
        if not self._guess:
            return self._answer(_Question(key, work, answers, mark))
        known = self._known_in_cycle(key)
        if known is not None:
            return known
        if key in self._postponed:
            self._in_circle = True
        if len(self._guess) > DEEPEST:
            if not self._in_circle:
                raise _TooDeep(_Question(key, work, answers, mark))
            self.touched |= TOO_DEEP
            self.was_cut = True
            self.cuts += 1
            return EMPTY
        return self._work_out(key, work, answers, mark)

    def use(self, key: Hashable, found: Found, mark: int) -> Values:
        """Return an answer that lasts, noting that what is being worked out depends on it."""
        self.read.add(found[1] if mark == self.file else self.shared.find_mark(key, found))
        return found[0]

    def _read_flowing(self, key: Hashable, marks: int, mark: int) -> None:
        if mark != self.file or key in self.shared.known:
            marks = self.shared.find_flowing_mark(key, marks)
        self.read.add(marks)

    def _answer(self, question: _Question) -> Values:
        """Answer a question that no other one asks.

        Where it leads too deep, what lies there is answered first, by itself. Only a circle that is
        longer than the stack is cut.
        """
        todo = [question]
        height, pending, lowest, self.steps = self._height, len(self._pending), self._lowest, 0
        while True:
            try:
                value = self._work_out(*todo[-1])
            except _TooDeep as deep:
                self._postponed |= {todo[-1].key, deep.question.key}
                todo.append(deep.question)
                self._drop_provisional(pending)
                self._height, self._lowest = height, lowest
            else:
                self._postponed.discard(todo.pop().key)
                self._in_circle = False
                if not todo:
                    return value
                pending = len(self._pending)

    def start_over(self) -> None:
        """Forget what was in work when an error came up; what is known stays."""
        self._active.clear()
        self._height = 0
        self._heights.clear()
        self._guess.clear()
        self._leant_on.clear()
        self._drop_provisional(0)
        self._postponed.clear()
        self._in_circle = False
        self._lowest, self.touched, self.read, self.file = _NONE, NO_FLOWS, set(), NO_FILE

    def _known_in_cycle(self, key: Hashable) -> Values | None:
        at = self._active.get(key)
        if at is not None:
            if self._heights[at] < self._lowest:
                self._lowest = self._heights[at]
            self._leant_on[at] = True
            return self._guess[at]
        provisional = self._provisional.get(key)
        if provisional is None:
            return None
        value, lowest, read, touched, _ = provisional
        if lowest < self._lowest:
            self._lowest = lowest
        self.read.add(read)
        if touched:
            self.touched |= touched
        return value

    def _work_out(
        self, key: Hashable, work: Callable[[], Values], answers: Answers, mark: int
    ) -> Values:
        depth, height = len(self._guess), self._height
        self._active[key] = depth
        self._heights.append(height)
        self._height += 1
        self._guess.append(EMPTY)
        self._leant_on.append(False)
        outer_lowest, outer_touched, outer_read = self._lowest, self.touched, self.read
        outer_file, self.file = self.file, mark
        self.read = read = {mark}
        pending = len(self._pending)
        try:
            for turn in count():
                self.steps += 1
                if self.steps > MOST_STEPS:
                    raise TooManyStepsError
                self._lowest, self.touched = _NONE, NO_FLOWS
                value = work()
                if turn > PATIENCE:
                    # Answers grow from turn to turn; should one ever shrink, the union ends it.
                    value = join((value, self._guess[depth]))
                if not self._leant_on[depth] or value == self._guess[depth]:
                    break
                self._guess[depth] = value
                self._leant_on[depth] = False
                self._drop_provisional(pending)
        finally:
            del self._active[key]
            self._height = self._heights.pop()
            self._guess.pop()
            self._leant_on.pop()
            lowest, touched = self._lowest, self.touched
            self._lowest = min(outer_lowest, lowest) if lowest < height else outer_lowest
            self.touched = outer_touched | touched if touched else outer_touched
            self.read, self.file = outer_read, outer_file
        marks = mark if len(read) == 1 else self.marks.join(read)
        if lowest < height:
            outer_read.add(marks)
            self._lower(pending, lowest, marks, touched)
            self._provisional[key] = (value, lowest, marks, touched, answers)
            self._pending.append(key)
            return value
        if pending < len(self._pending):
            self._settle(pending, marks, touched)
        self._keep(key, value, marks, touched, answers)
        if touched:
            self._read_flowing(key, marks, mark)
        else:
            self.use(key, (value, marks), mark)
        return value

    def _keep(
        self, key: Hashable, value: Values, read: int, touched: Flows, answers: Answers
    ) -> None:
        if touched:
            self.flowing[key] = (value, read, self._flows.setdefault(touched, touched))
        else:
            answers[key] = (value, read)

    def _lower(self, pending: int, lowest: int, read: int, touched: Flows) -> None:
        """What leant on a question that itself leans on one further out does so, too."""
        join_marks = self.marks.join
        for key in self._pending[pending:]:
            value, own, marks, flows, answers = self._provisional[key]
            marks = marks if marks == read else join_marks((marks, read))
            known = (value, min(own, lowest), marks, flows | touched, answers)
            self._provisional[key] = known

    def _drop_provisional(self, pending: int) -> None:
        for key in self._pending[pending:]:
            self._provisional.pop(key, None)
        del self._pending[pending:]

    def _settle(self, pending: int, read: int, touched: Flows) -> None:
        """Everything worked out inside a finished cycle is final too."""
        for key in self._pending[pending:]:
            value, _, own, flows, answers = self._provisional.pop(key)
            marks = own if own == read else self.marks.join((own, read))
            self._keep(key, value, marks, touched | flows, answers)
        del self._pending[pending:]
