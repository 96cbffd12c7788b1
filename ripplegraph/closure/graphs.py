"""The two graphs that can be asked: files with their stored closure, and single nodes."""

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Protocol

from ripplegraph.closure.direction import DEPENDENCIES, DEPENDENTS, Direction
from ripplegraph.closure.levels import find_members, pack_bits, unpack_levels
from ripplegraph.graph.ids import build_node_id
from ripplegraph.store import statements


class Walkable(Protocol):
    """A graph in one direction, whose members are numbers with readable ids."""

    def find_levels(
        self, starts: Collection[int], depth: int | None
    ) -> Iterator[Collection[int]]: ...
    def find_nearer(self, member: int) -> Iterator[int]: ...
    def find_possible(self, starts: Collection[int]) -> set[int]: ...
    def get_id(self, member: int) -> str: ...


class FileGraph:
    """The links between files; without a choice of kinds, answers come from the closure."""

    def __init__(
        self, connection: sqlite3.Connection, direction: Direction, kinds: int | None
    ) -> None:
        self._connection = connection
        self._direction = direction
        self._kinds = -1 if kinds is None else kinds
        self._closed = kinds is None and _is_stored(connection, direction)
        self.get_id = cache(self._get_path)

    def find_levels(self, starts: Collection[int], depth: int | None) -> Iterator[Collection[int]]:
        """Yield what is 1, 2, 3, ... steps away from the nearest start."""
        if self._closed:
            return self._read_levels(starts, depth)
        return _search(starts, depth, lambda file: self._read_links(file, self._direction))

    def find_nearer(self, member: int) -> Iterator[int]:
        """Yield the other ends of the links that were followed to a member."""
        return self._read_links(member, _reverse(self._direction))

    def find_possible(self, starts: Collection[int]) -> set[int]:
        statement = (
            statements.SELECT_FILE_POSSIBLE_DEPENDENTS
            if self._direction.against
            else statements.SELECT_FILE_POSSIBLE_DEPENDENCIES
        )
        rows = (row for file in starts for row in self._connection.execute(statement, (file,)))
        return {near for near, kind in rows if 1 << kind & self._kinds} - set(starts)

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
            yield list(find_members(found))

    def _read_row(self, file: int, depth: int | None) -> list[int]:
        row = self._connection.execute(self._direction.select_levels, (file,)).fetchone()
        return [] if row is None else unpack_levels(row[0], depth)

    def _read_links(self, file: int, direction: Direction) -> Iterator[int]:
        for near, kinds in self._connection.execute(direction.select_file_links, (file,)):
            if kinds & self._kinds:
                yield near

    def _get_path(self, file: int) -> str:
        return str(self._connection.execute(statements.SELECT_FILE_PATH, (file,)).fetchone()[0])


class NodeGraph:
    """The edges between single nodes, searched one step at a time."""

    def __init__(
        self, connection: sqlite3.Connection, direction: Direction, kinds: int | None
    ) -> None:
        self._connection = connection
        self._direction = direction
        self._kinds = -1 if kinds is None else kinds
        self.get_id = cache(self._read_id)

    def find_levels(self, starts: Collection[int], depth: int | None) -> Iterator[Collection[int]]:
        """Yield what is 1, 2, 3, ... steps away from the nearest start."""
        statement = self._direction.select_node_links
        return _search(starts, depth, lambda node: self._read_edges(node, statement))

    def find_nearer(self, member: int) -> Iterator[int]:
        """Yield the other ends of the edges that were followed to a member."""
        return self._read_edges(member, _reverse(self._direction).select_node_links)

    def find_possible(self, starts: Collection[int]) -> set[int]:
        statement = self._direction.select_possible_links
        return {near for node in starts for near in self._read_edges(node, statement)}

    def _read_edges(self, node: int, statement: str) -> Iterator[int]:
        for near, kind in self._connection.execute(statement, (node,)):
            if 1 << kind & self._kinds:
                yield near

    def _read_id(self, node: int) -> str:
        row = self._connection.execute(statements.SELECT_NODE_ID, (node,)).fetchone()
        return build_node_id(*row)


def _search(
    starts: Iterable[int], depth: int | None, follow: "Follow"
) -> Iterator[Collection[int]]:
    frontier = set(starts)
    seen = set(frontier)
    step = 0
    while depth is None or step < depth:
        step += 1
        frontier = {near for member in frontier for near in follow(member)} - seen
        if not frontier:
            return
        seen |= frontier
        yield frontier


class Follow(Protocol):
    """Finds the neighbours of a member."""

    def __call__(self, member: int, /) -> Iterable[int]: ...


def _reverse(direction: Direction) -> Direction:
    return DEPENDENCIES if direction is DEPENDENTS else DEPENDENTS


def _is_stored(connection: sqlite3.Connection, direction: Direction) -> bool:
    return bool(connection.execute(direction.has_levels).fetchone()[0])
