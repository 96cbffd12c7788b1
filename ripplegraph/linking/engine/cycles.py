"""Questions that lead back to themselves, answered together in rounds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from ripplegraph.linking.engine.marks import Marks
from ripplegraph.linking.engine.query_kinds import Kind

_NO_FLOWS: frozenset[int] = frozenset()
_NONE = 1 << 60

Walk = tuple[Any, set[Hashable], int, frozenset[int]]
"""An answer, the questions that were asked for it and are not done, its marks and flows."""
Advance = Callable[["Cycle", "Member", int], Any]
"""Works a member of a cycle out for one round."""


class Member:
    """A question, with what was found out about it as long as it is not answered for good."""

    __slots__ = (
        "_start",
        "_turns_back",
        "_walk",
        "all_asked",
        "answers",
        "asked",
        "done",
        "first",
        "flows",
        "height",
        "history",
        "is_late",
        "key",
        "kind",
        "lowest",
        "mark",
        "marks",
        "work",
    )

    def __init__(
        self,
        key: Hashable,
        work: Callable[[], Any],
        answers: dict[Hashable, tuple[Any, int]],
        mark: int,
        kind: Kind,
        first: Callable[[], Any] | None,
    ) -> None:
        self.key = key
        self.work = work
        self.answers = answers
        """Where its answer is kept in the end."""
        self.mark = mark
        self.kind = kind
        self.first = first
        # Most questions are answered by their walk: what only cycles need is set by those.
        self.height: int
        """How much was in work when its walk began."""
        self.lowest: int
        """The height of the first thing in work that it leans on."""
        self.marks: int
        """The marks of everything it looked at."""
        self.flows: frozenset[int]
        self._walk: Walk | None
        self._start: Any

    @property
    def start(self) -> Any:
        """The answer before the first round."""
        if self.first is None:
            return self.kind.first
        if not hasattr(self, "_start"):
            self._start = self.first()
        return self._start

    def renew(self) -> Member:
        """Return the same question, with nothing found out about it."""
        return Member(self.key, self.work, self.answers, self.mark, self.kind, self.first)

    def note_reading(self, marks: int, flows: frozenset[int], known: Marks) -> None:
        """Keep what it looked at when it was worked out."""
        if marks != self.marks:
            self.marks = marks if self.marks == self.mark else known.join((self.marks, marks))
        if flows:
            self.flows = self.flows | flows

    def note_walk(
        self, value: Any, asked: set[Hashable], marks: int, flows: frozenset[int]
    ) -> None:
        """Keep what its walk found: as that met first answers only, it is the first round."""
        self._walk = value, asked, marks, flows

    def forget_walk(self) -> None:
        """Forget what its walk found: it is worked out for the first round, too."""
        self._walk = None

    def start_rounds(self) -> None:
        """Forget everything but the walk, which is the first round."""
        self.asked: set[Hashable] = set()
        self.all_asked: set[Hashable] = set()
        """Questions that are not done and that it asked in any round; `asked` in the last one."""
        self.history = [(0, self.start)]
        """Its answers, each with the round that brought it."""
        self.is_late = False
        """Whether it became a member later than others, and has not caught up."""
        self.done = 0
        """The last round that it was worked out for."""
        self._turns_back = 0
        self.marks, self.flows = self.mark, _NO_FLOWS
        if self._walk is not None:
            value, asked, self.marks, self.flows = self._walk
            self.asked, self.all_asked = asked, set(asked)
            self.take(1, value)

    @property
    def last(self) -> Any:
        """The answer of the last round."""
        return self.history[-1][1]

    def value_at(self, turn: int) -> Any:
        """Return the answer of a round that was worked out."""
        for at, value in reversed(self.history):
            if at <= turn:
                return value
        return self.start

    def changed_in(self, turn: int) -> bool:
        """Whether a round brought another answer."""
        for at, _ in reversed(self.history):
            if at <= turn:
                return at == turn and turn > 0
        return False

    def take(self, turn: int, found: Any) -> None:
        """Take the answer of a round over, as far as the kind of question allows."""
        self.done = turn
        before = self.last
        if found == before:
            return
        kind = self.kind
        if turn > 1:
            if self._turns_back >= kind.patience:
                found = kind.settle(before, found)
                if found == before:
                    return
            is_more = kind.includes(before, found)
            if is_more and kind.includes(found, before):
                return
            self._turns_back += not is_more
        self.history.append((turn, found))


class Cycle:
    """Questions that are answered together."""

    def __init__(self, height: int, members: Iterable[Member]) -> None:
        self.height = height
        """How much was in work when it began."""
        self.lowest = _NONE
        """The height of the first thing in work further out that a member turned out to ask."""
        self.turn = 0
        """The round that a member is being worked out for."""
        self.members: dict[Hashable, Member] = {}
        self._askers: dict[Hashable, list[Member]] = {}
        """By what they asked in some round."""
        self._late: list[Member] = []
        self._add(members)

    def join(self, members: Iterable[Member]) -> None:
        """Take in questions that turned out to be members."""
        for member in self._add(members):
            member.is_late = True
            self._late.append(member)

    def _add(self, members: Iterable[Member]) -> list[Member]:
        added = list(members)
        for member in added:
            member.start_rounds()
            self.members[member.key] = member
            for key in member.asked:
                self._askers.setdefault(key, []).append(member)
        return added

    def note_asked(self, member: Member, asked: set[Hashable]) -> None:
        """Keep the members that one of them asked in a round."""
        for key in asked - member.all_asked:
            self._askers.setdefault(key, []).append(member)
        member.asked = asked
        member.all_asked |= asked

    def run(self, advance: Advance) -> None:
        """Answer all members in rounds, until a round changes nothing."""
        turn = 1
        for member in [member for member in self.members.values() if not member.done]:
            member.take(turn, advance(self, member, turn))
        changed = [member for member in self.members.values() if member.changed_in(turn)]
        while changed:
            turn += 1
            todo = {
                asker.key: asker
                for member in changed
                for asker in self._askers.get(member.key, ())
                if member.key in asker.asked
            }
            for member in todo.values():
                member.take(turn, advance(self, member, turn))
            late = []
            while self._late:
                late.append(self._late.pop())
                self._catch_up(late[-1], turn, advance)
                late[-1].is_late = False
            changed = [m for m in (*todo.values(), *late) if m.changed_in(turn)]

    def value_before(self, member: Member, turn: int, advance: Advance) -> Any:
        """Return the answer of the round before one."""
        if member.is_late:
            self._catch_up(member, turn - 1, advance)
        return member.value_at(turn - 1)

    def _catch_up(self, member: Member, turn: int, advance: Advance) -> None:
        """Work a late member out for the rounds up to one."""
        while member.done < turn:
            at = member.done + 1
            if at == 1 or self._is_stale(member, at, advance):
                member.take(at, advance(self, member, at))
            else:
                member.done = at

    def _is_stale(self, member: Member, turn: int, advance: Advance) -> bool:
        """Whether something that a member asked changed in the round before one."""
        for key in member.asked:
            other = self.members[key]
            self.value_before(other, turn, advance)
            if other.changed_in(turn - 1):
                return True
        return False


def find_last_components(members: Mapping[Hashable, Member]) -> list[list[Member]]:
    """Return the strongly connected questions that ask no others of these (Tarjan's algorithm)."""
    numbers: dict[Hashable, int] = {}
    lowest: dict[Hashable, int] = {}
    found: list[list[Member]] = []
    finished: set[Hashable] = set()
    stack: list[Member] = []
    for start in members.values():
        if start.key in numbers:
            continue
        todo = [(start, iter(start.all_asked))]
        numbers[start.key] = lowest[start.key] = len(numbers)
        stack.append(start)
        while todo:
            member, asked = todo[-1]
            for key in asked:
                if key not in members or key in finished:
                    continue
                if key not in numbers:
                    numbers[key] = lowest[key] = len(numbers)
                    stack.append(members[key])
                    todo.append((members[key], iter(members[key].all_asked)))
                    break
                lowest[member.key] = min(lowest[member.key], numbers[key])
            else:
                todo.pop()
                if todo:
                    around = todo[-1][0].key
                    lowest[around] = min(lowest[around], lowest[member.key])
                if lowest[member.key] == numbers[member.key]:
                    at = stack.index(member)
                    component = stack[at:]
                    del stack[at:]
                    own = {other.key for other in component}
                    finished |= own
                    outside = (k for other in component for k in other.all_asked if k not in own)
                    if not any(key in members for key in outside):
                        found.append(component)
    return found
