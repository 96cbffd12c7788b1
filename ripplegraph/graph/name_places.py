"""Places of one file where names stand, each with what it was bound to, in a packed form.

A place is the offset of a name or chain and the number of the name in the chain. What it was bound
to is kept as hashes of ids: enough to tell whether some symbol is meant.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import sub
from typing import Final, NamedTuple

UNKNOWN: Final = 0
"""Nobody can tell what is meant: a member of an unknown receiver, a name that nothing binds."""
OUTSIDE: Final = 1
"""Something outside the project."""
LOCAL: Final = 2
"""A parameter or variable of the file that has no id of its own."""
FIRST_SET: Final = 3
"""From here on: sets of symbols of the project, one of which is meant."""
AMBIGUOUS: Final = 1
"""In the first number of a set: any of these may be meant."""
PART_BITS: Final = 3
MOST_PARTS: Final = (1 << PART_BITS) - 1
_WIDTHS = "BHI"
_BLOCK = 32
"""Of so many keys one is written out, the others as what they are more than the one before."""
_HEAD = 9 * 4


class NamePlaces(NamedTuple):
    """The places of a file: their keys are in order, `offset << PART_BITS | part`."""

    blocks: Sequence[int]
    """The first key of each block."""
    steps: Sequence[int]
    """For each place, how much its key is more than the one before it in its block."""
    verdicts: Sequence[int]
    """For each place: a constant of this module, or FIRST_SET and the number of a set."""
    ends: Sequence[int]
    """For each set, where it ends among the members."""
    members: array[int]
    """Of all sets, one after the other: flags, then the hashes of symbols."""
    imports: Sequence[int]
    """First and last lines of statements that import or pass on names, in turn."""
    quiet: tuple[Sequence[int], Sequence[int], Sequence[int]]
    """Starts, ends and kinds of comments and strings."""

    def find(self, key: int) -> int:
        """Return which place has a key, or -1."""
        block = bisect_right(self.blocks, key) - 1
        if block < 0:
            return -1
        at, found = block * _BLOCK, self.blocks[block]
        for step in self.steps[at + 1 : at + _BLOCK]:
            if found >= key:
                break
            at += 1
            found += step
        return at if found == key else -1

    def read_keys(self) -> Iterator[int]:
        """Yield the keys of all places."""
        for number, first in enumerate(self.blocks):
            at = number * _BLOCK
            yield from accumulate(self.steps[at + 1 : at + _BLOCK], initial=first)

    def get_set(self, verdict: int) -> Sequence[int]:
        """Return the set that a verdict stands for: flags, then the hashes of symbols."""
        number = verdict - FIRST_SET
        return self.members[self.ends[number - 1] if number else 0 : self.ends[number]]

    def find_sets(self, symbol: int) -> Iterator[int]:
        """Yield the verdicts that may mean the symbol of a hash."""
        at = -1
        for _ in range(self.members.count(symbol)):
            at = self.members.index(symbol, at + 1)
            number = bisect_right(self.ends, at)
            if at != (self.ends[number - 1] if number else 0):
                yield FIRST_SET + number


def hash_symbol(symbol: str) -> int:
    """Return the number that stands for the id of a symbol."""
    return zlib.crc32(symbol.encode("utf-8", "surrogatepass"))


def pack_places(
    places: Iterable[tuple[int, int]],
    sets: Iterable[Sequence[int]],
    imports: Iterable[int],
    quiet: bytes,
) -> bytes:
    """Pack the places of a file, as pairs of key and verdict in any order."""
    ordered = sorted(places)
    keys = [key for key, _ in ordered]
    members, ends = array("I"), array("I")
    for item in sets:
        members.extend(item)
        ends.append(len(members))
    ranges = array("I", quiet)
    third = len(ranges) // 3
    steps = [*map(sub, keys, [0, *keys])]
    steps[::_BLOCK] = [0] * len(steps[::_BLOCK])
    parts = [
        array("I", keys[::_BLOCK]),
        _pack_small(steps),
        _pack_small([verdict for _, verdict in ordered]),
        ends,
        members,
        array("I", imports),
        _pack_small(ranges[: 2 * third]),
        array("B", ranges[2 * third :]),
    ]
    widths = sum(_WIDTHS.index(part.typecode) << 2 * at for at, part in enumerate(parts))
    return b"".join(map(bytes, (array("I", [*map(len, parts), widths]), *parts)))


def _pack_small(numbers: Sequence[int]) -> array[int]:
    highest = max(numbers, default=0)
    return array("B" if highest < 1 << 8 else "H" if highest < 1 << 16 else "I", numbers)


def unpack_places(packed: bytes) -> NamePlaces:
    """Return what `pack_places` packed."""
    *lengths, widths = array("I", packed[:_HEAD])
    at = _HEAD
    parts: list[array[int]] = []
    for number, length in enumerate(lengths):
        part: array[int] = array(_WIDTHS[widths >> 2 * number & 3])
        end = at + length * part.itemsize
        part.frombytes(packed[at:end])
        parts.append(part)
        at = end
    blocks, steps, verdicts, ends, members, imports, bounds, kinds = parts
    quiet = bounds[: len(kinds)], bounds[len(kinds) :], kinds
    return NamePlaces(blocks, steps, verdicts, ends, members, imports, quiet)
