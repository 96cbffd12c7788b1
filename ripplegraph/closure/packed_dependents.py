"""The dependents of every node of a large graph, packed so that a search can run over them fast.

A block has the nodes with `SIZE` successive numbers: first where the dependents of each begin,
counted in numbers, then the dependents themselves. Up to `FEW_NODES` the index over the edges is
fast enough, and no block is stored.
"""

import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import accumulate, compress, islice
from typing import Final

from ripplegraph.store.sql import statements

SIZE: Final = 4096
FEW_NODES: Final = 150_000
_NUMBER: Final = "I"
_SMALL: Final = 10_000
"""Up to so many nodes a step works on sets of numbers, and from there on a byte per node."""


def build_blocks(connection: sqlite3.Connection) -> None:
    """Write all blocks anew, if there are so many nodes that it pays."""
    connection.execute(statements.DELETE_BLOCKS)
    if not is_worth_packing(connection):
        return
    for block in range(_get_last_node(connection) // SIZE + 1):
        _write_block(connection, block)


def update_blocks(connection: sqlite3.Connection, targets: Iterable[int]) -> None:
    """Write the blocks of targets that lost or gained a dependent again."""
    for block in sorted({target // SIZE for target in targets}):
        _write_block(connection, block)


def has_blocks(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute(statements.HAS_BLOCKS).fetchone()[0])


def is_worth_packing(connection: sqlite3.Connection) -> bool:
    return _get_last_node(connection) > FEW_NODES


def _get_last_node(connection: sqlite3.Connection) -> int:
    return int(connection.execute(statements.SELECT_LAST_NODE).fetchone()[0])


def find_block_differences(connection: sqlite3.Connection, sample: int | None) -> Iterator[str]:
    """Compare blocks with the edges, or as many of them as are wanted."""
    if not is_worth_packing(connection):
        if has_blocks(connection):
            yield "dependents are packed, but there are few nodes"
        return
    for block in islice(range(_get_last_node(connection) // SIZE + 1), sample):
        row = connection.execute(statements.SELECT_BLOCK, (block,)).fetchone()
        if (row[0] if row else None) != _pack_block(_read_edges(connection, block)):
            yield f"the packed dependents of nodes {block * SIZE} and following differ"


def _read_edges(connection: sqlite3.Connection, block: int) -> set[tuple[int, int]]:
    limits = block * SIZE, (block + 1) * SIZE
    return set(connection.execute(statements.SELECT_DEPENDENTS_BETWEEN, limits))


def _write_block(connection: sqlite3.Connection, block: int) -> None:
    data = _pack_block(_read_edges(connection, block))
    if data is None:
        connection.execute(statements.DELETE_BLOCK, (block,))
    else:
        connection.execute(statements.INSERT_BLOCK, (block, data))


def _pack_block(edges: Collection[tuple[int, int]]) -> bytes | None:
    """Pack pairs of a target and a source; nothing when there are none."""
    if not edges:
        return None
    pairs = sorted(edges)
    counts = array(_NUMBER, bytes(4 * (SIZE + 1)))
    for target, _ in pairs:
        counts[target % SIZE + 1] += 1
    packed = array(_NUMBER, accumulate(counts))
    packed.extend(source for _, source in pairs)
    return packed.tobytes()


class Marked(Collection[int]):
    """The numbers whose place in a string of bytes is marked with 1."""

    def __init__(self, marks: bytes) -> None:
        self._marks = marks

    def __len__(self) -> int:
        return self._marks.count(1)

    def weigh(self, weight: int) -> int:
        """Return the marks as the bytes of a number, each with a weight below 256."""
        return int.from_bytes(self._marks, "little") * weight

    def __iter__(self) -> Iterator[int]:
        return compress(range(len(self._marks)), self._marks)

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self._marks[number : number + 1] == b"\x01"


class PackedDependents:
    """The blocks of a graph, read as they are needed and kept.

    So many numbers as are `added` come after those of all nodes, and are in no block.
    """

    def __init__(self, connection: sqlite3.Connection, *, added: int = 0) -> None:
        self._connection = connection
        self._blocks: dict[int, array[int]] = {}
        self.length = _get_last_node(connection) + 1 + added

    def find(self, node: int) -> "array[int]":
        """Return the direct dependents of a node."""
        block, place = self._get_block(node // SIZE), node % SIZE
        return block[SIZE + 1 + block[place] : SIZE + 1 + block[place + 1]]

    def find_with_many(self, many: int) -> Iterator[int]:
        """Yield the nodes with so many direct dependents."""
        for number in range((self.length - 1) // SIZE + 1):
            block = self._get_block(number)
            for place in range(SIZE):
                if block[place + 1] - block[place] >= many:
                    yield number * SIZE + place

    def search(
        self,
        starts: Iterable[int],
        depth: int | None,
        find_more: Callable[[Collection[int]], set[int]] | None = None,
    ) -> Iterator[Collection[int]]:
        """Yield the nodes that are 1, 2, 3, ... steps away from the nearest start.

        `find_more` says what else is a step away from some nodes.
        """
        frontier: Collection[int] = set(starts)
        seen = bytearray(self.length)
        for node in frontier:
            seen[node] = 1
        step = 0
        while frontier and (depth is None or step < depth):
            step += 1
            take_step = self._take_small_step if len(frontier) < _SMALL else self._take_large_step
            others = find_more(frontier) if find_more is not None else ()
            frontier = take_step(frontier, seen)
            new = {node for node in others if not seen[node]}
            if new:
                for node in new:
                    seen[node] = 1
                frontier = {*frontier, *new}
            if frontier:
                yield frontier

    def _take_small_step(self, frontier: Iterable[int], seen: bytearray) -> Collection[int]:
        found: set[int] = set()
        for node in frontier:
            for near in self.find(node):
                if not seen[near]:
                    seen[near] = 1
                    found.add(near)
        return found

    def _take_large_step(self, frontier: Iterable[int], seen: bytearray) -> Collection[int]:
        """Mark without looking, and find out what is new for all nodes at once."""
        hit = bytearray(self.length)
        nodes = sorted(frontier)
        for number in range(nodes[0] // SIZE, nodes[-1] // SIZE + 1):
            first = number * SIZE
            here = nodes[bisect_left(nodes, first) : bisect_left(nodes, first + SIZE)]
            if not here:
                continue
            block = self._get_block(number)
            sources = block[SIZE + 1 :]
            for node in here:
                place = node - first
                for near in sources[block[place] : block[place + 1]]:
                    hit[near] = 1
        before = int.from_bytes(seen, "little")
        fresh = int.from_bytes(hit, "little") & ~before
        seen[:] = (before | fresh).to_bytes(self.length, "little")
        return Marked(fresh.to_bytes(self.length, "little"))

    def _get_block(self, number: int) -> "array[int]":
        block = self._blocks.get(number)
        if block is None:
            block = array(_NUMBER)
            row = self._connection.execute(statements.SELECT_BLOCK, (number,)).fetchone()
            block.frombytes(row[0] if row else bytes(4 * (SIZE + 1)))
            self._blocks[number] = block
        return block
