"""Places of one file where names stand, each with what it was bound to, in a packed form.

A place is the offset of a name or chain and the number of the name in the chain. What it was bound
to is kept as hashes of ids: enough to tell whether some symbol is meant.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Sequence
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


class NamePlaces(NamedTuple):
    """The places of a file: their keys are in order, `offset << PART_BITS | part`."""

    keys: Sequence[int]
    verdicts: Sequence[int]
    """For each place: a constant of this module, or FIRST_SET and the number of a set."""
    sets: Sequence[Sequence[int]]
    """Each with flags, then the hashes of symbols."""
    imports: Sequence[int]
    """First and last lines of statements that import or pass on names, in turn."""
    quiet: tuple[Sequence[int], Sequence[int], Sequence[int]]
    """Starts, ends and kinds of comments and strings."""


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
    members = array("I")
    for item in sets:
        members.append(len(item))
        members.extend(item)
    parts = [
        array("I", map(sub, keys, [0, *keys])),
        array("H" if all(v < 1 << 16 for _, v in ordered) else "I", [v for _, v in ordered]),
        members,
        array("I", imports),
        array("I", quiet),
    ]
    sizes = array("I", [len(keys), parts[1].itemsize, len(members), len(parts[3])])
    return zlib.compress(b"".join(map(bytes, (sizes, *parts))), _COMPRESSION)


def unpack_places(packed: bytes) -> NamePlaces:
    """Return what `pack_places` packed."""
    data = memoryview(zlib.decompress(packed))
    count, width, in_sets, in_imports = data[:16].cast("I")
    at = 16

    def take(kind: str, length: int) -> array[int]:
        nonlocal at
        found = array(kind)
        found.frombytes(data[at : at + length * found.itemsize])
        at += length * found.itemsize
        return found

    keys = [*accumulate(take("I", count))]
    verdicts = take("H" if width == array("H").itemsize else "I", count)
    members = take("I", in_sets)
    imports = take("I", in_imports)
    ranges = take("I", (len(data) - at) // 4)
    third = len(ranges) // 3
    quiet = ranges[:third], ranges[third : 2 * third], ranges[2 * third :]
    return NamePlaces(keys, verdicts, _cut_sets(members), imports, quiet)


def _cut_sets(members: array[int]) -> list[Sequence[int]]:
    found: list[Sequence[int]] = []
    at = 0
    while at < len(members):
        end = at + 1 + members[at]
        found.append(members[at + 1 : end])
        at = end
    return found
