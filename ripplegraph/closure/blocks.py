"""The dependents of every node of a large graph, packed so that a search can run over them fast.

A block has the nodes with `SIZE` successive numbers: first where the dependents of each begin,
counted in numbers, then the dependents themselves. Sets of a node's dependents are not stored:
those of the hubs of a large graph have billions of members, and any edit changes most of them.
Below `FEW_EDGES` the index over the edges is fast enough, and no block is stored.
"""

import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import accumulate, compress
from typing import Final

from ripplegraph.store import statements

SIZE: Final = 4096
FEW_EDGES: Final = 500_000
_NUMBER: Final = "I"
_SMALL: Final = 10_000
"""Up to so many nodes a step works on sets of numbers, and from there on a byte per node."""


def build_blocks(connection: sqlite3.Connection) -> None:
    """Write all blocks anew, if there are so many edges that it pays."""
    connection.execute(statements.DELETE_BLOCKS)
    if not is_worth_packing(connection):
        return
    last = connection.execute(statements.SELECT_LAST_NODE).fetchone()[0]
    for block in range(last // SIZE + 1):
        _write_block(connection, block, _read_edges(connection, block))


def update_blocks(connection: sqlite3.Connection, targets: Collection[int] | None) -> None:
    """Bring the blocks of these targets up to date; None means that any may have changed."""
    stored = bool(connection.execute(statements.HAS_BLOCKS).fetchone()[0])
    worth = is_worth_packing(connection)
    if stored != worth or (worth and targets is None):
        build_blocks(connection)
    elif worth:
        for block in sorted({target // SIZE for target in targets or ()}):
            _write_block(connection, block, _read_edges(connection, block))


def is_worth_packing(connection: sqlite3.Connection) -> bool:
    (count,) = connection.execute(statements.COUNT_MANY_EDGES, (FEW_EDGES + 1,)).fetchone()
    return int(count) > FEW_EDGES


def _read_edges(connection: sqlite3.Connection, block: int) -> list[tuple[int, int]]:
    limits = block * SIZE, (block + 1) * SIZE
    return connection.execute(statements.SELECT_SORTED_DEPENDENTS, limits).fetchall()


def _write_block(
    connection: sqlite3.Connection, block: int, edges: Collection[tuple[int, int]]
) -> None:
    if not edges:
        connection.execute(statements.DELETE_BLOCK, (block,))
        return
    counts = array(_NUMBER, bytes(4 * (SIZE + 1)))
    pairs = sorted(set(edges))
    for target, _ in pairs:
        counts[target % SIZE + 1] += 1
    packed = array(_NUMBER, accumulate(counts))
    packed.extend(source for _, source in pairs)
    connection.execute(statements.INSERT_BLOCK, (block, packed.tobytes()))


class PackedDependents:
    """The blocks of a graph, read as they are needed and kept."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._blocks: dict[int, array[int]] = {}
        (last,) = connection.execute(statements.SELECT_LAST_NODE).fetchone()
        self._length: int = last + 1

    def search(self, starts: Iterable[int], depth: int | None) -> Iterator[Collection[int]]:
        """Yield the nodes that are 1, 2, 3, ... steps away from the nearest start."""
        frontier: Collection[int] = set(starts)
        seen = bytearray(self._length)
        for node in frontier:
            seen[node] = 1
        step = 0
        while frontier and (depth is None or step < depth):
            step += 1
            if len(frontier) < _SMALL:
                frontier = self._take_small_step(frontier, seen)
            else:
                frontier = self._take_large_step(frontier, seen)
            if frontier:
                yield frontier

    def _take_small_step(self, frontier: Iterable[int], seen: bytearray) -> list[int]:
        found: list[int] = []
        for node in frontier:
            block = self._get_block(node // SIZE)
            place = node % SIZE
            for near in block[SIZE + 1 + block[place] : SIZE + 1 + block[place + 1]]:
                if not seen[near]:
                    seen[near] = 1
                    found.append(near)
        return found

    def _take_large_step(self, frontier: Iterable[int], seen: bytearray) -> list[int]:
        """Mark without looking, and find out what is new for all nodes at once."""
        hit = bytearray(self._length)
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
        seen[:] = (before | fresh).to_bytes(self._length, "little")
        return list(compress(range(self._length), fresh.to_bytes(self._length, "little")))

    def _get_block(self, number: int) -> "array[int]":
        block = self._blocks.get(number)
        if block is None:
            block = array(_NUMBER)
            row = self._connection.execute(statements.SELECT_BLOCK, (number,)).fetchone()
            block.frombytes(row[0] if row else bytes(4 * (SIZE + 1)))
            self._blocks[number] = block
        return block


def unpack_blocks(connection: sqlite3.Connection) -> Mapping[int, list[int]]:
    """Return the dependents of each node as they are stored."""
    found: dict[int, list[int]] = {}
    for number, data in connection.execute(statements.SELECT_BLOCKS):
        block = array(_NUMBER)
        block.frombytes(data)
        for place in range(SIZE):
            sources = block[SIZE + 1 + block[place] : SIZE + 1 + block[place + 1]]
            if sources:
                found[number * SIZE + place] = sources.tolist()
    return found
