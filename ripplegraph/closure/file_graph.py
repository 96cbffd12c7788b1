"""The graph of files, answered from the stored closure where that is possible."""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from ripplegraph.closure.added_edges import NO_ADDED_EDGES, AddedEdges
from ripplegraph.closure.direction import DEPENDENCIES, DEPENDENTS, Direction
from ripplegraph.closure.edge_strengths import select_kinds
from ripplegraph.closure.levels import find_members, pack_bits, unpack_levels
from ripplegraph.store.sql import statements

if TYPE_CHECKING:
    from ripplegraph.closure.packed_links import PackedLinks


class FileGraph:
    """The links between files; without a choice of kinds, answers come from the closure."""

    of_files: Final = True

    def __init__(
        self,
        connection: sqlite3.Connection,
        direction: Direction,
        kinds: int | None,
        added_edges: AddedEdges = NO_ADDED_EDGES,
    ) -> None:
        self.added_edges = added_edges
        self._connection = connection
        self._direction = direction
        self._kinds = -1 if kinds is None else select_kinds(kinds)
        stored = connection.execute(direction.has_levels).fetchone()[0]
        self._closed = bool(stored) and kinds is None
        self.packed = _find_packed(connection) if direction.against and kinds is None else None
        """The links of a large project, where they are what is searched."""

    def find_levels(self, starts: Collection[int], depth: int | None) -> Iterator[Collection[int]]:
        """Yield what is 1, 2, 3, ... steps away from the nearest start."""
        if self._closed:
            return self._read_levels(starts, depth)
        if self.packed is not None:
            return self.packed.search(starts, depth, self.added_edges.follow)
        return search(starts, depth, self._follow)

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
        return {member: self._get_name(member) for member in members}

    def _get_name(self, member: int) -> str:
        added = self.added_edges.names.get(member)
        if added is not None:
            return added
        path: str = self._connection.execute(statements.SELECT_FILE_PATH, (member,)).fetchone()[0]
        return path

    def _read_levels(self, starts: Collection[int], depth: int | None) -> Iterator[Collection[int]]:
        """Put levels together from those of the starts, and of files that added_edges lead to.

        What is reached from the far end of a edge is as far from it as its own levels say, which
        begin at the step in which the edge was crossed. A file that the other rows have reached
        by then needs no row of its own: they lead on from it, too.
        """
        rows: list[tuple[int, list[int]]] = []
        new, step = set(starts), 0
        found = seen = pack_bits(starts)
        while found and (depth is None or step < depth):
            rows += [(step, self._read_row(file, depth)) for file in sorted(new)]
            added = self.added_edges.follow(set(find_members(found))) if self.added_edges else set()
            found = 0
            for begin, levels in rows:
                found |= levels[step - begin] if step - begin < len(levels) else 0
            found &= ~seen
            new = {member for member in added if not (seen | found) >> member & 1}
            found |= pack_bits(new)
            seen |= found
            step += 1
            if found:
                yield set(find_members(found))

    def _read_row(self, file: int, depth: int | None) -> list[int]:
        row = self._connection.execute(self._direction.select_levels, (file,)).fetchone()
        return [] if row is None else unpack_levels(row[0], depth)

    def _follow(self, files: Collection[int]) -> set[int]:
        return self._read_links(files, self._direction) | self.added_edges.follow(files)

    def _read_links(self, files: Iterable[int], direction: Direction) -> set[int]:
        statement, read = direction.select_file_links, self._connection.execute
        return {
            near
            for file in files
            for near, kinds in read(statement, (file,))
            if kinds & self._kinds
        }


def _find_packed(connection: sqlite3.Connection) -> "PackedLinks | None":
    if not connection.execute(statements.HAS_LINK_BLOCKS).fetchone()[0]:
        return None
    # Imported here: few projects are so large.
    from ripplegraph.closure.packed_links import PackedLinks

    return PackedLinks(connection)


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
