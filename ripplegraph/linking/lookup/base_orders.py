"""Orders of bases: which classes are searched for a member of a class, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from ripplegraph.linking.analysis import Analysis, ClassKey
from ripplegraph.linking.engine.marks import LONG_LINES
from ripplegraph.linking.values.value import Base, Class

MOST_ABOVE = 256
"""Classes in one order; of a line that is longer, the nearest are searched."""

Order = tuple[Base, ...]


class _Known(NamedTuple):
    """The order of a class with its marks, and whether it may be kept."""

    order: Order
    mark: int
    holds: bool


class _Bases(NamedTuple):
    """The direct bases of a class with their marks, and whether they may be kept."""

    values: tuple[Base, ...]
    mark: int
    holds: bool

    @property
    def classes(self) -> list[ClassKey]:
        return [(value.path, value.definition) for value in self.values if type(value) is Class]


class BaseOrders:
    """Works out the order of each class once; no question here leads to a deeper one."""

    def __init__(self, analysis: Analysis, bases: Callable[[str, int], tuple[Base, ...]]) -> None:
        self._analysis = analysis
        self._find_bases = bases
        self.kept: dict[ClassKey, tuple[Order, int]] = {}
        """The orders that hold for good, with their marks."""

    def find(self, key: ClassKey) -> Order:
        """Return the method resolution order of a class, the class itself first."""
        known = self.kept.get(key)
        if known is None:
            known = _Walk(self).find(key)
        self._analysis.solver.read.add(known[1])
        return known[0]

    def read_bases(self, key: ClassKey) -> _Bases:
        """Return the direct bases of a class."""
        solver, view = self._analysis.solver, self._analysis.view(key[0])
        self._analysis.ask(view, view.definitions[key[1]].name)
        start, outer = solver.start_leaning(), solver.start_reading()
        values = self._find_bases(*key)
        mark = solver.stop_reading(outer)
        return _Bases(values, mark, solver.stop_leaning(start))

    def is_cut(self, key: ClassKey) -> bool:
        """Whether a class has more classes above it than are searched."""
        return len(self.find(key)) >= MOST_ABOVE

    def join_marks(self, marks: Iterable[int]) -> int:
        """Return the marks of everything that several answers depend on."""
        return self._analysis.solver.marks.join(marks)

    def mark_cut(self, own: int) -> int:
        """Return the marks of an order that was cut, from those of the direct bases.

        Classes that were left out decide it, too. To name them all would take more than the orders
        themselves, so it depends on whatever any class extends.
        """
        return self.join_marks((own, self._analysis.solver.marks.of(LONG_LINES)))


class _Walk:
    """One walk up from a class: bases first, classes that extend each other in a circle at once.

    It keeps its own stack (Tarjan's algorithm): a line of classes may be far longer than the stack
    of Python.
    """

    def __init__(self, orders: BaseOrders) -> None:
        self._orders = orders
        self._bases: dict[ClassKey, _Bases] = {}
        self._found: dict[ClassKey, _Known] = {}
        self._lowest: dict[ClassKey, int] = {}
        """The number of the earliest class in work that a class leads to."""
        self._numbers: dict[ClassKey, int] = {}
        self._open: list[ClassKey] = []

    def find(self, key: ClassKey) -> tuple[Order, int]:
        """Return the order of a class, and its marks."""
        todo = [(key, iter(self._enter(key)))]
        while todo:
            own, bases = todo[-1]
            for base in bases:
                if self._recall(base) is not None:
                    continue
                if base not in self._numbers:
                    todo.append((base, iter(self._enter(base))))
                    break
                self._lowest[own] = min(self._lowest[own], self._numbers[base])
            else:
                todo.pop()
                if todo:
                    around = todo[-1][0]
                    self._lowest[around] = min(self._lowest[around], self._lowest[own])
                if self._lowest[own] == self._numbers[own]:
                    self._finish(own)
        return self._found[key].order, self._found[key].mark

    def _enter(self, key: ClassKey) -> list[ClassKey]:
        found = self._bases[key] = self._orders.read_bases(key)
        self._numbers[key] = self._lowest[key] = len(self._numbers)
        self._open.append(key)
        return found.classes

    def _recall(self, key: ClassKey) -> _Known | None:
        found = self._found.get(key)
        if found is None and key in self._orders.kept:
            found = self._found[key] = _Known(*self._orders.kept[key], holds=True)
        return found

    def _finish(self, first: ClassKey) -> None:
        """Work out the orders of a class, and of all that extend each other in a circle with it."""
        at = self._open.index(first) if self._open[-1] != first else len(self._open) - 1
        circle = self._open[at:]
        del self._open[at:]
        above = {base for key in circle for base in self._bases[key].classes}
        outside = [self._found[key] for key in above.difference(circle)]
        inside = [self._bases[key] for key in circle]
        holds = all(known.holds for known in outside) and all(bases.holds for bases in inside)
        marks = {known.mark for known in outside} | {bases.mark for bases in inside}
        mark = self._orders.join_marks(marks)
        for key in circle:
            found = self._linearise(key) if len(circle) == 1 else self._search(key, circle)
            own = mark
            if len(found) >= MOST_ABOVE:
                own = self._orders.mark_cut(self._bases[key].mark)
            self._found[key] = _Known(found, own, holds)
            if holds:
                self._orders.kept[key] = found, own

    def _linearise(self, key: ClassKey) -> Order:
        """Return the order of a class from those of its bases."""
        own, bases = Class(*key), self._bases[key].values
        if len(bases) == 1:
            return (own, *islice(self._order_of(bases[0]), MOST_ABOVE - 1))
        merged = merge_orders([*(self._order_of(base) for base in bases), bases])
        return (own, *islice(merged, MOST_ABOVE - 1))

    def _search(self, key: ClassKey, circle: Sequence[ClassKey]) -> Order:
        """Return the order of a class in a circle: the nearest first, then who is above them all.

        No language allows this. It comes from a name that stands for several classes, as that of a
        template does for its specialisations.
        """
        inside = frozenset(circle)
        near: dict[Base, None] = {Class(*key): None}
        above: dict[Base, None] = {}
        todo = [key]
        for at in todo:
            for base in self._bases[at].values:
                if type(base) is Class and (base.path, base.definition) in inside:
                    if base not in near:
                        near[base] = None
                        todo.append((base.path, base.definition))
                elif base not in above:
                    above.update(dict.fromkeys(self._order_of(base)))
        return (*near, *above)[:MOST_ABOVE]

    def _order_of(self, value: Base) -> Order:
        return self._found[value.path, value.definition].order if type(value) is Class else (value,)


def merge_orders(orders: Iterable[Sequence[Base]]) -> list[Base]:
    """C3 merge; where the orders contradict each other, the first candidate goes first."""
    rest = [list(reversed(order)) for order in orders if order]
    behind: dict[Base, int] = {}
    """How many orders have a value behind their first one."""
    for order in rest:
        for value in order[:-1]:
            behind[value] = behind.get(value, 0) + 1
    merged: dict[Base, None] = {}
    while rest:
        head = next((order[-1] for order in rest if not behind.get(order[-1])), rest[0][-1])
        merged[head] = None
        for order in rest:
            while order and order[-1] in merged:
                order.pop()
                if order:
                    behind[order[-1]] -= 1
        rest = [order for order in rest if order]
    return list(merged)
