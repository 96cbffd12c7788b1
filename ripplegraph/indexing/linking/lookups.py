"""Questions where a name leads, which may lead back to themselves through imports.

Such a question takes the first answer that it finds: the last star import that brings a name hides
those before it. Answers of this kind do not only grow, so the order in which a circle of questions
is walked would decide them. Therefore a circle is first walked once, to learn what belongs to it,
and then answered as a whole in rounds: in each round all questions are asked with the answers of
the round before, and the first answer that is something stays; from there on it can only gain.
That is the same wherever the circle was entered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ripplegraph.indexing.linking.slots import Slot
from ripplegraph.indexing.linking.solver import Leaning, Solver

Key = tuple[str, str]
Slots = Sequence[Slot]


@dataclass(eq=False, slots=True)
class _Lookup:
    """A question that is being answered, or that belongs to a circle with one that is."""

    key: Key
    work: Callable[[], Slots]
    start: Leaning
    number: int
    lowest: int
    """The number of the first question in work that this one leads to."""
    first: Callable[[], Slots]
    """The answer as long as there is no other."""
    slots: Slots | None = None
    in_circle: bool = False
    """Whether it leads back to itself."""


class Lookups:
    """Keeps the answers to such questions."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._known: dict[Key, tuple[Slots, int]] = {}
        """Answers that hold, with the marks of what they were worked out from."""
        self._open: list[_Lookup] = []
        """Questions in work, and those that belong to a circle with one of them."""
        self._asked: dict[Key, _Lookup] = {}
        """The same by their keys."""
        self._working: list[_Lookup] = []
        self._rounds: dict[Key, Slots] = {}
        """Answers of the last round, to the questions of circles that are being answered."""
        self._head: Leaning | None = None
        """Where the first question of such a circle began."""

    def find(self, key: Key, work: Callable[[], Slots], first: Callable[[], Slots]) -> Slots:
        """Return where a name leads; `first` is the answer until another is known."""
        known = self._known.get(key)
        if known is not None:
            self._solver.read.add(known[1])
            return known[0]
        if self._head is not None and key in self._rounds:
            self._solver.lean_on(self._head)
            return self._rounds[key]
        asked = self._asked.get(key)
        if asked is not None:
            return self._lean_on(asked)
        return self._walk(key, work, first)

    def _lean_on(self, asked: _Lookup) -> Slots:
        """Use what a question is answered for the time being."""
        reached = self._open[asked.lowest]
        reached.in_circle = True
        self._solver.lean_on(reached.start)
        self._lower(asked.lowest)
        return asked.first() if asked.slots is None else asked.slots

    def _lower(self, lowest: int) -> None:
        if self._working:
            around = self._working[-1]
            around.lowest = min(around.lowest, lowest)

    def _walk(self, key: Key, work: Callable[[], Slots], first: Callable[[], Slots]) -> Slots:
        """Ask a question for the first time, and all those it leads to."""
        solver = self._solver
        number = len(self._open)
        lookup = _Lookup(key, work, solver.start_leaning(), number, number, first)
        outer = solver.start_reading()
        self._open.append(lookup)
        self._asked[key] = lookup
        self._working.append(lookup)
        members: list[_Lookup] = []
        is_done = False
        try:
            lookup.slots = slots = work()
            self._working.pop()
            is_done = lookup.lowest < number
            if not is_done:
                members = self._leave(number)
                if lookup.in_circle:
                    slots = self._answer(lookup, members)
                is_done = True
        finally:
            if not is_done:
                # Something went wrong: nothing of it is known.
                if lookup in self._working:
                    del self._working[self._working.index(lookup) :]
                self._leave(number)
            mark = solver.stop_reading(outer)
        is_whole = solver.stop_leaning(lookup.start, is_whole=True)
        if not members:
            self._lower(lookup.lowest)
        elif is_whole:
            for member in members:
                self._known[member.key] = member.slots or (), mark
        return slots

    def _leave(self, number: int) -> list[_Lookup]:
        """Take a question and those of its circle out of what is in work."""
        members = self._open[number:]
        del self._open[number:]
        for member in members:
            del self._asked[member.key]
        return members

    def _answer(self, head: _Lookup, members: Sequence[_Lookup]) -> Slots:
        """Answer the questions of a circle in rounds; returns the answer to the first of them."""
        outer, outer_head = self._rounds, self._head
        self._rounds = {**outer, **{member.key: member.first() for member in members}}
        self._head = head.start if outer_head is None else min(outer_head, head.start)
        try:
            answered: dict[Key, Slots] = {}
            while True:
                self._solver.forget_leaning(head.start)
                found = {member.key: member.work() for member in members}
                better = {
                    key: slots
                    for key, slots in found.items()
                    if slots and (key not in answered or {*slots} > {*answered[key]})
                }
                if not better:
                    break
                answered |= better
                self._rounds.update(better)
            for member in members:
                member.slots = answered.get(member.key, ())
        finally:
            self._rounds, self._head = outer, outer_head
        return head.slots or ()
