"""Name lookups that may lead back to themselves through circular imports.

A lookup takes the first answer that it finds: the last star import that brings a name hides those
before it. Such answers do not only grow, so the order in which a cycle is walked would decide them.
Therefore a cycle is walked once to learn its members, and then answered as a whole in rounds: in
each round every member is looked up with the answers of the round before. The first answer that is
not empty stays, and later rounds may only add to it. The result is the same wherever the cycle was
entered.
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
    """A lookup that is not answered for good: one in work, or a member of its cycle."""

    key: Key
    work: Callable[[], Slots]
    start: Leaning
    number: int
    lowest: int
    """The number of the first lookup in work that this one leads to."""
    first: Callable[[], Slots]
    """The answer as long as there is no other."""
    slots: Slots | None = None
    in_cycle: bool = False
    """Whether it leads back to itself."""


class Lookups:
    """Cache of name lookups, with one answer for each member of a cycle."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._known: dict[Key, tuple[Slots, int]] = {}
        """Answers that hold, with the marks of what they were worked out from."""
        self._open: list[_Lookup] = []
        """Lookups in work, and members of their cycles."""
        self._asked: dict[Key, _Lookup] = {}
        """The same by their keys."""
        self._working: list[_Lookup] = []
        self._rounds: dict[Key, Slots] = {}
        """Answers of the last round, for the members of cycles that are being answered."""
        self._head: Leaning | None = None
        """Where the first lookup of such a cycle began."""

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
        """Return the answer so far of a lookup that is not done."""
        reached = self._open[asked.lowest]
        reached.in_cycle = True
        self._solver.lean_on(reached.start)
        self._lower(asked.lowest)
        return asked.first() if asked.slots is None else asked.slots

    def _lower(self, lowest: int) -> None:
        if self._working:
            around = self._working[-1]
            around.lowest = min(around.lowest, lowest)

    def _walk(self, key: Key, work: Callable[[], Slots], first: Callable[[], Slots]) -> Slots:
        """Look a name up for the first time."""
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
                if lookup.in_cycle:
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
        """Remove a lookup and the members of its cycle from the open ones."""
        members = self._open[number:]
        del self._open[number:]
        for member in members:
            del self._asked[member.key]
        return members

    def _answer(self, head: _Lookup, members: Sequence[_Lookup]) -> Slots:
        """Answer the members of a cycle in rounds; returns the answer of its first member."""
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
