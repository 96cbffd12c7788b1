"""Answers every question that may lead back to itself, each once, in whatever order they come.

A question is walked first: it asks others, and those still others. If it leads to nothing that is
in work, its answer holds. If it leads back to itself, all questions of the cycle are answered
together in rounds: each is worked out with the answers of the round before, beginning with those
that its kind declares, until a round changes nothing. An answer in a round depends on nothing but
the round before, so it does not matter where the cycle was entered.

Which questions form a cycle is decided by what they asked in the rounds. The walk only finds them,
and may take in too many, as what it sees depends on the way it came. Of those that were answered
together, the ones that ask none of the others hold; the rest is asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Set
from typing import Any, TypeVar

from ripplegraph.indexing.linking.cycles import Cycle, Member, find_last_components
from ripplegraph.indexing.linking.marks import Marks
from ripplegraph.indexing.linking.query_kinds import VALUES, Kind
from ripplegraph.indexing.linking.shared_answers import SharedAnswers

_NONE = 1 << 60
NO_FILE = -1
_POSTPONED = -1
"""Height of questions that wait for one that lies deeper than the stack allows."""
DEEPEST = 400
"""Questions that may be in work at a time; one that lies deeper is answered first."""
MOST_STEPS = 1_000_000
"""How often something may be worked out for one question and all those it leads to."""

Answer = TypeVar("Answer")
Flows = frozenset[int]
"""Numbers of functions whose call sites an answer depends on."""
NO_FLOWS: Flows = frozenset()
_RECALLED: Flows = frozenset((0,))
"""Stands for the functions that decide an answer of the last scan."""
Answers = dict[Hashable, tuple[Any, int]]
"""Answers that last, each with the marks of what it was worked out from."""


class TooManyStepsError(Exception):
    """A question leads to more others than anybody can wait for."""

    def __init__(self) -> None:
        super().__init__(f"leads to more than {MOST_STEPS:,} steps")


class _TooDeep(Exception):
    """A question lies deeper than the stack allows."""

    def __init__(self, question: Member) -> None:
        super().__init__()
        self.question = question


class _NotClosed(Exception):
    """A cycle being answered in rounds leads to something further out that is in work."""


class Evaluator:
    """Remembers answers: for good, or (those that depend on call flow) until that changes."""

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.shared = SharedAnswers(marks)
        self.file = NO_FILE
        """The mark of the file that the question in work is about, or that is being linked."""
        self.flowing: dict[Hashable, tuple[Any, int, Flows]] = {}
        """Answers that depend on call flow, with their marks and the flows."""
        self.read: set[int] = set()
        """The marks of everything that was looked at for the answer being worked out."""
        self.touched = NO_FLOWS
        """The flows that the answer being worked out depends on."""
        self.had_error = False
        """Whether some question ended with an error: what is known then may depend on the order in
        which questions were asked."""
        self.steps = 0
        """How often something was worked out for the question being answered."""
        self._lasting: Answers = {}
        self._flows: dict[Flows, Flows] = {}
        self._active: dict[Hashable, Member] = {}
        """Questions that are being walked."""
        self._height = 0
        """How much is in work: questions being walked, and cycles being answered."""
        self._lowest = _NONE
        """The height of the first thing in work that what is being worked out leans on."""
        self._asked: set[Hashable] = set()
        """Questions that are not done and that what is being worked out asked."""
        self._open: dict[Hashable, Member] = {}
        """Questions that were walked and lean on something that is in work."""
        self._pending: list[Member] = []
        """The same, in the order of their walks."""
        self._cycle: Cycle | None = None
        """The cycle being answered in rounds, while one of its members itself is worked out."""
        self._cycles: dict[Hashable, tuple[Cycle, Member]] = {}
        """The members of all cycles that are being answered in rounds."""
        self._postponed: set[Hashable] = set()

    # Marks ------------------------------------------------------------------------------------

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

    def start_leaning(self) -> int:
        """Note from here on separately whether answers are used that may still change."""
        outer, self._lowest = self._lowest, _NONE
        return outer

    def stop_leaning(self, outer: int) -> bool:
        """Return whether everything used since `start_leaning` holds, and may be kept."""
        holds = self._lowest == _NONE
        self._lowest = min(outer, self._lowest)
        return holds

    def forget_flow(self, changed: Set[int] | None = None) -> None:
        """Drop the answers that depend on flows that changed; without a choice, on any."""
        if changed is None:
            self.flowing = {}
        else:
            unchanged = changed.isdisjoint
            self.flowing = {key: v for key, v in self.flowing.items() if unchanged(v[2])}

    # Questions --------------------------------------------------------------------------------

    def solve(
        self,
        key: Hashable,
        work: Callable[[], Answer],
        answers: Answers | None = None,
        mark: int = 0,
        kind: Kind = VALUES,
        first: Callable[[], Answer] | None = None,
    ) -> Answer:
        """Return the answer for `key`, working it out at most once.

        An answer that lasts is kept in `answers`, those about the file that the question is about;
        `mark` is that of the file. `first` gives the answer in a cycle as long as no other is
        known, where the kind of question does not.
        """
        if answers is None:
            answers = self._lasting
        found = answers.get(key)
        if found is not None:
            return self.use(key, found, mark)  # type: ignore[no-any-return]
        flowing = self.flowing.get(key)
        if flowing is not None:
            self._read_flowing(key, flowing[1], mark)
            self.touched |= flowing[2]
            return flowing[0]  # type: ignore[no-any-return]
        recalled = self.shared.recall(key) if self.shared.stored is not None else None
        if recalled is not None:
            return self._take_recalled(key, recalled, answers)  # type: ignore[no-any-return]
        member = Member(key, work, answers, mark, kind, first)
        return self._find(member) if self._height else self._answer(member)  # type: ignore[no-any-return]

    def use(self, key: Hashable, found: tuple[Answer, int], mark: int) -> Answer:
        """Return an answer that lasts, noting that what is being worked out depends on it."""
        self.read.add(found[1] if mark == self.file else self.shared.find_mark(key, found))
        return found[0]

    def _take_recalled(
        self, key: Hashable, recalled: tuple[Any, bool, int], answers: Answers
    ) -> Any:
        """Return an answer of the last scan, noting that what is being worked out depends on it."""
        value, is_flowing, marks = recalled
        if is_flowing:
            self.flowing[key] = value, marks, _RECALLED
            self.touched |= _RECALLED
        else:
            answers[key] = value, marks
        self.read.add(marks)
        return value

    def _read_flowing(self, key: Hashable, marks: int, mark: int) -> None:
        if mark != self.file or key in self.shared.known:
            marks = self.shared.find_flowing_mark(key, marks)
        self.read.add(marks)

    def _find(self, member: Member) -> Any:
        """Answer a question that another one asks."""
        key = member.key
        in_cycle = self._cycles.get(key)
        if in_cycle is not None:
            return self._recall(*in_cycle)
        active = self._active.get(key)
        if active is not None:
            return self._lean_on(active, active.height)
        waiting = self._open.get(key)
        if waiting is not None:
            return self._lean_on(waiting, waiting.lowest)
        if key in self._postponed:
            return self._lean_on(member, _POSTPONED)
        if len(self._active) > DEEPEST:
            raise _TooDeep(member)
        return self._walk(member) if self._cycle is None else self._walk_beside(self._cycle, member)

    def _answer(self, question: Member) -> Any:
        """Answer a question that no other one asks.

        Where it leads too deep, what lies there is walked first, by itself. If that leads back to
        something that waits for it, both are in one cycle, which is answered in the end.
        """
        todo = [question]
        self.steps = 0
        outer = self.touched, self.read, self._lowest
        while True:
            try:
                value = self._walk(todo[-1], is_last=len(todo) == 1)
            except _TooDeep as deep:
                self._abandon()
                self.touched, self.read, self._lowest = outer
                self._postponed |= {todo[-1].key, deep.question.key}
                todo.append(deep.question)
            else:
                self._postponed.discard(todo.pop().key)
                if not todo:
                    return value

    def start_over(self) -> None:
        """Forget what was in work when an error came up; what is known stays."""
        self._abandon()
        self._open.clear()
        self._pending.clear()
        self._postponed.clear()
        self._lowest, self.touched, self.read, self.file = _NONE, NO_FLOWS, set(), NO_FILE

    def _abandon(self) -> None:
        """Stop all that is in work; questions that wait for a postponed one stay."""
        self._active.clear()
        self._cycles.clear()
        self._cycle, self._height = None, 0
        self._asked = set()
        self._forget_pending(0, but=_POSTPONED)
        for member in self._pending:
            # Some of what its walk asked is forgotten.
            member.forget_walk()

    # Walks ------------------------------------------------------------------------------------

    def _lean_on(self, member: Member, height: int) -> Any:
        """Return the first answer of a question that is not done."""
        if self._cycle is not None and height < self._cycle.height:
            self._cycle.lowest = min(self._cycle.lowest, height)
            raise _NotClosed
        if height < self._lowest:
            self._lowest = height
        self._asked.add(member.key)
        return member.start

    def _walk(self, member: Member, *, is_last: bool = False) -> Any:
        """Work a question out for the first time; what is in work or waits has its first answer."""
        height, pending = self._height, len(self._pending)
        outer = self._cycle, self._lowest, self._asked
        outer_touched, outer_read, outer_file = self.touched, self.read, self.file
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooManyStepsError
        self._cycle = None
        member.height = height
        self._active[member.key] = member
        self._height = height + 1
        self.read = read = {member.mark}
        self.file = member.mark
        self._lowest, self._asked, self.touched = _NONE, set(), NO_FLOWS
        try:
            value = member.work()
        finally:
            self._active.pop(member.key, None)
            self._height = height
            lowest, asked, touched = self._lowest, self._asked, self.touched
            self._cycle, self._lowest, self._asked = outer
            self.touched, self.read, self.file = outer_touched, outer_read, outer_file
        marks = member.mark if len(read) == 1 else self.marks.join(read)
        if lowest == _NONE:
            self._keep(member, value, marks, touched)
            if touched and member.kind.follows_flow:
                self.touched = outer_touched | touched
                self._read_flowing(member.key, marks, member.mark)
                return value
            return self.use(member.key, (value, marks), member.mark)
        member.note_walk(value, asked, marks, touched)
        if lowest < height and not is_last:
            for other in self._pending[pending:]:
                # What leant on it leans on the one further out, too.
                other.lowest = min(other.lowest, lowest)
            self._wait([member], lowest)
            return self._lean_on(member, lowest)
        pending = 0 if is_last else pending
        members = [*self._pending[pending:], member]
        self._forget_pending(pending)
        return self._answer_cycle(member, members, is_last=is_last)

    def _work_out(self, member: Member) -> Any:
        """Work a member of a cycle out once more, noting what it looks at."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooManyStepsError
        outer = self.touched, self.read, self.file
        self.file = member.mark
        self.read = read = {member.mark}
        self._lowest, self._asked, self.touched = _NONE, set(), NO_FLOWS
        try:
            value = member.work()
        finally:
            touched = self.touched
            self.touched, self.read, self.file = outer
        marks = member.mark if len(read) == 1 else self.marks.join(read)
        member.note_reading(marks, touched, self.marks)
        return value

    def _wait(self, members: Iterable[Member], lowest: int) -> None:
        """Keep questions that lean on something further out, until that is done."""
        for member in members:
            member.lowest = lowest
            self._open[member.key] = member
            self._pending.append(member)

    def _forget_pending(self, pending: int, *, but: int = _NONE) -> None:
        kept = [member for member in self._pending[pending:] if member.lowest == but]
        for member in self._pending[pending:]:
            if member.lowest != but:
                self._open.pop(member.key, None)
        self._pending[pending:] = kept

    def _keep(self, member: Member, value: Any, marks: int, flows: Flows) -> None:
        if flows and member.kind.follows_flow:
            self.flowing[member.key] = (value, marks, self._flows.setdefault(flows, flows))
        else:
            member.answers[member.key] = (value, marks)

    def _use(self, member: Member) -> Any:
        """Return an answer that is kept: what is being worked out depends on it."""
        found = member.answers.get(member.key)
        if found is not None:
            return self.use(member.key, found, member.mark)
        value, marks, flows = self.flowing[member.key]
        self._read_flowing(member.key, marks, member.mark)
        self.touched |= flows
        return value

    # Cycles -----------------------------------------------------------------------------------

    def _answer_cycle(self, head: Member, members: list[Member], *, is_last: bool) -> Any:
        """Answer questions that were walked together; returns the answer of the first one."""
        cycle = Cycle(self._height, members)
        outer = self._cycle, self._lowest, self._asked
        pending = len(self._pending)
        self._height += 1
        self._enter(cycle, members)
        is_closed = False
        try:
            cycle.run(self._advance)
            is_closed = True
        except _NotClosed:
            self._forget_pending(pending)
        finally:
            for key in cycle.members:
                self._cycles.pop(key, None)
            self._height = cycle.height
            self._cycle, self._lowest, self._asked = outer
        if not is_closed:
            self._wait(cycle.members.values(), cycle.lowest)
            return self._lean_on(head, cycle.lowest)
        for component in find_last_components(cycle.members):
            self._settle(component)
        if head.key in head.answers or head.key in self.flowing:
            return self._use(head)
        # It is no member of a cycle that holds: what it asks does so now.
        return self._walk(head.renew(), is_last=is_last)

    def _enter(self, cycle: Cycle, members: Iterable[Member]) -> None:
        for member in members:
            self._cycles[member.key] = cycle, member

    def _settle(self, members: list[Member]) -> None:
        """Keep the answers of a cycle: all depend on everything that one of them looked at."""
        marks = self.marks.join({member.marks for member in members})
        flows = NO_FLOWS.union(*(m.flows for m in members if m.kind.follows_flow))
        for member in members:
            self._keep(member, member.last, marks, flows)

    def _advance(self, cycle: Cycle, member: Member, turn: int) -> Any:
        """Work a member of a cycle out for one round."""
        outer = self._cycle, self._lowest, self._asked
        outer_turn, cycle.turn = cycle.turn, turn
        self._cycle = cycle
        try:
            value = self._work_out(member)
            cycle.note_asked(member, self._asked)
            return value
        finally:
            cycle.turn = outer_turn
            self._cycle, self._lowest, self._asked = outer

    def _recall(self, cycle: Cycle, member: Member) -> Any:
        """Return the answer of a member of a cycle that is being answered."""
        if self._cycle is not cycle:
            return self._lean_on(member, cycle.height)
        self._lowest = min(self._lowest, cycle.height)
        self._asked.add(member.key)
        return cycle.value_before(member, cycle.turn, self._advance)

    def _walk_beside(self, cycle: Cycle, member: Member) -> Any:
        """Walk a question that a member of a cycle asks in a round for the first time.

        If that leads back to the cycle, it is one of its members.
        """
        pending = len(self._pending)
        value = self._walk(member)
        joining = self._pending[pending:]
        if not joining:
            return value
        self._forget_pending(pending)
        cycle.join(joining)
        self._enter(cycle, joining)
        return self._recall(cycle, cycle.members[member.key])
