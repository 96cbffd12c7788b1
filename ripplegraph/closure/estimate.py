"""An estimate of what it takes to store the closure of all files, made before it is built.

The closure of a file has a level for each distance, and a level has a bit for each file. A project
whose files import each other broadly has about ten levels for each file; one with long chains of
imports has as many as the chains are long, and would take hours. So the levels of some files are
counted by a search, and the closure is stored only where all of them take a small part of a scan.
"""

import sqlite3
from collections.abc import Collection, Iterable, Mapping
from heapq import nsmallest
from typing import Final
from zlib import crc32

from ripplegraph.closure.direction import DIRECTIONS
from ripplegraph.closure.file_links import Pair, find_neighbours, read_pairs
from ripplegraph.store.sql import statements

MOST_FILES: Final = 25_000
"""If more files than this depend on others, the bits of their levels alone are too many."""
FEW_FILES: Final = 300
"""So few files have no more levels than always may be stored, whatever they import."""
SAMPLE: Final = 256
"""How many files are searched from, in each direction."""
_FREE: Final = 400_000
_FREE_FOR_FILE: Final = 400
"""Microseconds that the closure may take in any case, and for each file: a third of a scan."""


def is_worth_storing(connection: sqlite3.Connection, pairs: Collection[Pair] | None = None) -> bool:
    """Tell whether storing the closure of all files takes little, against the rest of a scan.

    The answer depends on the paths of the files and the links between them, and on nothing else:
    not on how the graph came to be. `pairs` are the links, where they have been read already.
    """
    (count,) = connection.execute(statements.COUNT_LINKED_FILES, (MOST_FILES + 1,)).fetchone()
    if not FEW_FILES < count <= MOST_FILES:
        return bool(count <= MOST_FILES)
    links = read_pairs(connection) if pairs is None else pairs
    affordable = (_FREE + _FREE_FOR_FILE * count) / _weigh_level(count, len(links))
    starts = _choose_files(connection, {source for source, _ in links})
    enough = int(affordable * len(starts) / count)
    found = 0
    for direction in DIRECTIONS:
        neighbours = find_neighbours(links, direction)
        found += count_levels(neighbours, starts, enough=enough - found)
    return found <= enough


def _weigh_level(files: int, links: int) -> float:
    """Return the microseconds that one level of one file takes: to find, pack and compress it."""
    return 1 + links / files / 16 + files / 512


def _choose_files(connection: sqlite3.Connection, among: Collection[int]) -> list[int]:
    """Choose by path, and so that neighbours are not chosen together."""
    rows = connection.execute(statements.SELECT_FILE_PATHS)
    ranked = ((crc32(path.encode()), path, file) for file, path in rows if file in among)
    return [file for _, _, file in nsmallest(SAMPLE, ranked)]


def count_levels(
    links: Mapping[int, Collection[int]], starts: Iterable[int], *, enough: int
) -> int:
    """Count the levels of some files, all searched at once; stops when they are more than enough.

    Each start has a bit, and each file the bits of the starts that reached it.
    """
    frontier = {file: 1 << place for place, file in enumerate(starts)}
    seen = dict(frontier)
    found = 0
    while frontier and found <= enough:
        reached: dict[int, int] = {}
        for file, bits in frontier.items():
            for near in links.get(file, ()):
                reached[near] = reached.get(near, 0) | bits
        frontier, arrived = {}, 0
        for file, bits in reached.items():
            before = seen.get(file, 0)
            new = bits & ~before
            if new:
                frontier[file] = new
                seen[file] = before | new
                arrived |= new
        found += arrived.bit_count()
    return found
