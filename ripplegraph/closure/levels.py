"""The sets of files that each file reaches, by distance, as the bits of integers.

A level is an integer: bit 7 of `levels[2]` says that file 7 is exactly three steps away. One
bitwise operation then works on all files at once, which closes a graph of thousands of files in
a fraction of a second without anything but the interpreter.
"""

import struct
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

Links = Mapping[int, Collection[int]]
"""The neighbours of each file, in one direction."""

Levels = Sequence[int]
"""What one file reaches in exactly 1, 2, 3, ... steps; never ends with an empty level."""

_LEVEL = struct.Struct("<II")


def close_links(
    links: Links, wanted: Collection[int], settled: Mapping[int, Levels] | None = None
) -> dict[int, list[int]]:
    """Return the levels of the wanted files that reach anything.

    `settled` has the levels of their neighbours outside `wanted`; one that is missing there
    reaches nothing.
    """
    outside = settled or {}
    last = {file: pack_bits(links.get(file, ())) for file in wanted}
    closed = {file: [found] for file, found in last.items() if found}
    seen = {file: found | 1 << file for file, found in last.items()}
    depth = 0
    while last:
        for file, levels in outside.items():
            if depth < len(levels):
                last[file] = levels[depth]
        last = _take_step(links, last, closed, seen)
        depth += 1
    return closed


def _take_step(
    links: Links, last: Mapping[int, int], closed: dict[int, list[int]], seen: dict[int, int]
) -> dict[int, int]:
    """Add the next level: whatever a neighbour has in its last level and is new here."""
    get = last.get
    found: dict[int, int] = {}
    for file in last:
        levels = closed.get(file)
        if levels is None:
            continue
        reached = 0
        for neighbour in links[file]:
            reached |= get(neighbour, 0)
        reached &= ~seen[file]
        if reached:
            found[file] = reached
            levels.append(reached)
            seen[file] |= reached
    return found


def search_levels(links: Links, starts: Iterable[int], depth: int | None = None) -> list[list[int]]:
    """Return what is 1, 2, 3, ... steps away from the nearest start, one step at a time."""
    frontier = set(starts)
    seen = set(frontier)
    levels: list[list[int]] = []
    while frontier and (depth is None or len(levels) < depth):
        frontier = {near for file in frontier for near in links.get(file, ())} - seen
        seen |= frontier
        if frontier:
            levels.append(sorted(frontier))
    return levels


def pack_bits(members: Iterable[int]) -> int:
    bits = 0
    for member in members:
        bits |= 1 << member
    return bits


def find_members(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, smallest first."""
    digits = bin(bits)[:1:-1]
    position = digits.find("1")
    while position >= 0:
        yield position
        position = digits.find("1", position + 1)


def pack_levels(levels: Levels) -> bytes:
    """Write levels as compressed bytes that depend on nothing but their members."""
    return zlib.compress(b"".join(map(_pack_level, levels)), 1)


def unpack_levels(data: bytes, depth: int | None = None) -> list[int]:
    """Read what `pack_levels` wrote, or as many levels of it as are wanted."""
    content = zlib.decompress(data)
    levels: list[int] = []
    position = 0
    while position < len(content) and (depth is None or len(levels) < depth):
        skipped, size = _LEVEL.unpack_from(content, position)
        position += _LEVEL.size
        bits = int.from_bytes(content[position : position + size], "little")
        levels.append(bits << 8 * skipped)
        position += size
    return levels


def _pack_level(bits: int) -> bytes:
    content = bits.to_bytes((bits.bit_length() + 7) // 8, "little")
    used = content.lstrip(b"\0")
    return _LEVEL.pack(len(content) - len(used), len(used)) + used
