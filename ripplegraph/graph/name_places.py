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
_COMPRESSION = 1
_HEAD = 5 * 4


class NamePlaces(NamedTuple):
    """The places of a file: their keys are in order, `offset << PART_BITS | part`."""

    keys: Sequence[int]
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
    parts = [
        array("I", map(sub, keys, [0, *keys])),
        array("H" if all(v < 1 << 16 for _, v in ordered) else "I", [v for _, v in ordered]),
        ends,
        members,
        array("I", imports),
        array("I", quiet),
    ]
    sizes = array("I", [len(keys), parts[1].itemsize, len(ends), len(members), len(parts[4])])
    return zlib.compress(b"".join(map(bytes, (sizes, *parts))), _COMPRESSION)


def unpack_places(packed: bytes) -> NamePlaces:
    """Return what `pack_places` packed."""
    data = memoryview(zlib.decompress(packed))
    count, width, sets, in_sets, in_imports = data[:_HEAD].cast("I")
    at = _HEAD

    def take(kind: str, length: int) -> array[int]:
        nonlocal at
        found = array(kind)
        found.frombytes(data[at : at + length * found.itemsize])
        at += length * found.itemsize
        return found

    keys = [*accumulate(take("I", count))]
    verdicts = take("H" if width == array("H").itemsize else "I", count)
    ends, members = take("I", sets), take("I", in_sets)
    imports = take("I", in_imports)
    ranges = take("I", (len(data) - at) // 4)
    third = len(ranges) // 3
    quiet = ranges[:third], ranges[third : 2 * third], ranges[2 * third :]
    return NamePlaces(keys, verdicts, ends, members, imports, quiet)
