"""Which files each file includes, at any depth.

The files that one includes are the bits of an integer, so that what a header brings along is added
at once. Everything that is passed on the way is settled with it: a chain of headers takes a step
for each of them, in whatever order they are asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

_MOST_KEPT = 64_000_000
"""How many bytes of integers are kept; beyond, they are found again."""


class IncludeClosure:
    """Answers whether a file includes another one, directly or by others."""

    def __init__(self, find_direct: Callable[[str], Sequence[str]]) -> None:
        self._find_direct = find_direct
        self._numbers: dict[str, int] = {}
        """Of all files that were seen to be included."""
        self._closed: dict[str, int] = {}
        self._kept = 0

    def has(self, path: str, included: str) -> bool:
        """Tell whether a file includes another one."""
        bits = self._closed.get(path)
        if bits is None:
            self._settle(path)
            bits = self._closed[path]
        number = self._numbers.get(included)
        return number is not None and bool(bits >> number & 1)

    def _settle(self, start: str) -> None:
        """Find what a file includes, and so all that it includes: by Tarjan's algorithm."""
        if self._kept > _MOST_KEPT:
            self._closed.clear()
            self._kept = 0
        closed, direct = self._closed, self._find_direct
        entered: dict[str, int] = {start: 0}
        lowest: dict[str, int] = {start: 0}
        stack, way = [start], [(start, iter(direct(start)))]
        while way:
            path, others = way[-1]
            for other in others:
                if other not in entered and other not in closed:
                    entered[other] = lowest[other] = len(entered)
                    stack.append(other)
                    way.append((other, iter(direct(other))))
                    break
                if other not in closed:
                    lowest[path] = min(lowest[path], entered[other])
            else:
                way.pop()
                if way:
                    above = way[-1][0]
                    lowest[above] = min(lowest[above], lowest[path])
                if lowest[path] == entered[path]:
                    self._close(_take_circle(stack, path))

    def _close(self, circle: Sequence[str]) -> None:
        """Settle files that include each other in a circle, or one that is in none."""
        bits = 0
        for path in circle:
            for other in self._find_direct(path):
                number = self._numbers.setdefault(other, len(self._numbers))
                bits |= 1 << number | self._closed.get(other, 0)
        self._closed.update(dict.fromkeys(circle, bits))
        self._kept += bits.bit_length() // 8


def _take_circle(stack: list[str], first: str) -> list[str]:
    """Take the files from the stack that came after one, and this one."""
    circle = [stack.pop()]
    while circle[-1] != first:
        circle.append(stack.pop())
    return circle
