"""The graph of files, answered from the stored closure where that is possible."""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator

from ripplegraph.closure.direction import DEPENDENCIES, DEPENDENTS, Direction
from ripplegraph.closure.levels import find_members, pack_bits, unpack_levels
from ripplegraph.closure.links import select_kinds
from ripplegraph.store import statements


class FileGraph:
    """The links between files; without a choice of kinds, answers come from the closure."""

    def __init__(
        self, connection: sqlite3.Connection, direction: Direction, kinds: int | None
    ) -> None:
        self._connection = connection
        self._direction = direction
        self._kinds = -1 if kinds is None else select_kinds(kinds)
        stored = connection.execute(direction.has_levels).fetchone()[0]
        self._closed = bool(stored) and kinds is None

    def find_levels(self, starts: Collection[int], depth: int | None) -> Iterator[Collection[int]]:
        """Yield what is 1, 2, 3, ... steps away from the nearest start."""
        if self._closed:
            return self._read_levels(starts, depth)
        return search(starts, depth, lambda files: self._read_links(files, self._direction))

    def find_nearer(self, member: int) -> Iterable[int]:
        """Return the other ends of the links that were followed to a member."""
        return self._read_links((member,), reverse(self._direction))

    def find_possible(self, starts: Collection[int]) -> set[int]:
        statement = self._direction.select_possible_files
        rows = (row for file in starts for row in self._connection.execute(statement, (file,)))
        return {near for near, kind in rows if 1 << kind & self._kinds} - set(starts)

    def sort(self, members: Collection[int], limit: int | None) -> dict[int, str]:
        """Return the first members in the order of their ids, with their ids."""
        names = self.name(members)
        return {file: names[file] for file in sorted(members, key=names.__getitem__)[:limit]}

    def name(self, members: Collection[int]) -> dict[int, str]:
        return {
            file: self._connection.execute(statements.SELECT_FILE_PATH, (file,)).fetchone()[0]
            for file in members
        }

    def _read_levels(self, starts: Collection[int], depth: int | None) -> Iterator[Collection[int]]:
        rows = [self._read_row(file, depth) for file in starts]
        seen = pack_bits(starts)
        for step in range(max(map(len, rows), default=0)):
            found = 0
            for row in rows:
                found |= row[step] if step < len(row) else 0
            found &= ~seen
            if not found:
                return
            seen |= found
            yield set(find_members(found))

    def _read_row(self, file: int, depth: int | None) -> list[int]:
        row = self._connection.execute(self._direction.select_levels, (file,)).fetchone()
        return [] if row is None else unpack_levels(row[0], depth)

    def _read_links(self, files: Iterable[int], direction: Direction) -> set[int]:
        statement, read = direction.select_file_links, self._connection.execute
        return {
            near
            for file in files
            for near, kinds in read(statement, (file,))
            if kinds & self._kinds
        }


def search(
    starts: Iterable[int], depth: int | None, follow: Callable[[Collection[int]], set[int]]
) -> Iterator[Collection[int]]:
    """Yield what is 1, 2, 3, ... steps away from the nearest start, one step at a time."""
    frontier = set(starts)
    seen = set(frontier)
    step = 0
    while depth is None or step < depth:
        step += 1
        frontier = follow(frontier) - seen
        if not frontier:
            return
        seen |= frontier
        yield frontier


def reverse(direction: Direction) -> Direction:
    return DEPENDENCIES if direction is DEPENDENTS else DEPENDENTS
