"""The dependents of the hubs of a large graph, to a depth of three.

Hubs are the nodes with thousands of direct dependents: a search from one of them visits
most of the graph. There are few of them, so what such a search finds is kept, a byte per node: 0,
or how far the node is from the hub. A change is repaired where it happened.
"""

import sqlite3
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import Final

from ripplegraph.closure.direction import NODE_LINK_KINDS
from ripplegraph.closure.file_links import Pair
from ripplegraph.closure.packed_dependents import (
    Marked,
    PackedDependents,
    build_blocks,
    find_block_differences,
    has_blocks,
    is_worth_packing,
    update_blocks,
)
from ripplegraph.store.sql import statements

MANY: Final = 5_000
DEPTH: Final = 3


def build_packed(connection: sqlite3.Connection) -> None:
    """Write the packed dependents of a large graph and those of its hubs anew."""
    build_blocks(connection)
    connection.execute(statements.DELETE_HUBS)
    if has_blocks(connection):
        packed = PackedDependents(connection)
        for hub in packed.find_with_many(MANY):
            _write(connection, hub, _measure(packed, hub))


def update_packed(connection: sqlite3.Connection, edges: Collection[Pair] | None) -> None:
    """Bring these tables up to date; `edges` are those that came or went, None if not known."""
    stored, worth = has_blocks(connection), is_worth_packing(connection)
    if stored != worth or (worth and edges is None):
        build_packed(connection)
    elif worth and edges:
        targets = {target for _, target in edges}
        update_blocks(connection, targets)
        _update_hubs(connection, {source for source, _ in edges}, targets)


def read_hub(
    connection: sqlite3.Connection, node: int, depth: int | None
) -> list[Collection[int]] | None:
    """Return what is 1, 2, ... steps away from a hub; None when that was not kept."""
    if depth is None or depth > DEPTH:
        return None
    row = connection.execute(statements.SELECT_HUB, (node,)).fetchone()
    if row is None:
        return None
    distances = zlib.decompress(row[0])
    levels = (Marked(distances.translate(_MARKS[step])) for step in range(1, depth + 1))
    return [level for level in levels if level]


def find_packed_differences(connection: sqlite3.Connection, sample: int | None) -> Iterator[str]:
    """Compare these tables with the edges and with plain searches."""
    yield from find_block_differences(connection, sample)
    if has_blocks(connection):
        packed = PackedDependents(connection)
        hubs = islice(packed.find_with_many(MANY), sample)
        stored = dict(connection.execute(statements.SELECT_HUBS))
        for hub in hubs:
            data = stored.get(hub)
            if data is None or zlib.decompress(data) != _measure(packed, hub).rstrip(b"\0"):
                yield f"the dependents of node number {hub} differ"


def _update_hubs(connection: sqlite3.Connection, sources: set[int], targets: set[int]) -> None:
    packed = PackedDependents(connection)
    old = dict(connection.execute(statements.SELECT_HUBS).fetchall())
    for hub in sorted(targets):
        if len(packed.find(hub)) < MANY:
            if old.pop(hub, None) is not None:
                connection.execute(statements.DELETE_HUB, (hub,))
        elif hub not in old:
            _write(connection, hub, _measure(packed, hub))
    length = max(packed.length, *(source + 1 for source in sources))
    for hub, data in old.items():
        before = zlib.decompress(data)
        distances = bytearray(before.ljust(length, b"\0"))
        _repair(
            distances,
            hub,
            sources,
            find_ahead=lambda node: _read_dependencies(connection, node),
            find_behind=packed.find,
        )
        if distances.rstrip(b"\0") != before:
            _write(connection, hub, distances)


def _repair(
    distances: bytearray,
    hub: int,
    changed: Iterable[int],
    *,
    find_ahead: Callable[[int], Iterable[int]],
    find_behind: Callable[[int], Iterable[int]],
) -> None:
    """Measure the distances of nodes with changed edges again, and of whoever that moves.

    A node keeps its distance unless its own edges changed or the distance of a node it depends on
    did. Going outward a step at a time, whoever may move is in doubt until it is placed.
    """
    doubtful = {node: find_ahead(node) for node in changed if node != hub}
    placed = {hub: 0}
    for depth in range(1, DEPTH + 1):
        moved = _place(depth, doubtful, placed, distances)
        for node in {near for item in moved for near in find_behind(item)}:
            if not 0 < distances[node] <= depth and node not in placed:
                doubtful.setdefault(node, find_ahead(node))
    for node in doubtful:
        distances[node] = placed.get(node, 0)


def _place(
    depth: int,
    doubtful: dict[int, Iterable[int]],
    placed: dict[int, int],
    distances: bytearray,
) -> list[int]:
    """Place the doubtful nodes of one depth; returns those that came there or left."""

    def is_nearer(node: int) -> bool:
        if node in doubtful or node in placed:
            return placed.get(node) == depth - 1
        return depth > 1 and distances[node] == depth - 1

    here = {
        node
        for node, ahead in doubtful.items()
        if node not in placed and any(map(is_nearer, ahead))
    }
    placed.update(dict.fromkeys(here, depth))
    return [node for node in doubtful if (node in here) != (distances[node] == depth)]


def _read_dependencies(connection: sqlite3.Connection, node: int) -> list[int]:
    values = (f"[{node}]", NODE_LINK_KINDS)
    rows = connection.execute(statements.SELECT_NODE_DEPENDENCIES, values)
    return [near for (near,) in rows]


def _measure(packed: PackedDependents, hub: int) -> bytearray:
    distances = bytearray(packed.length)
    for depth, level in enumerate(packed.search((hub,), DEPTH), 1):
        if isinstance(level, Marked):
            # The levels have no node in common: all of one are set at once.
            found = level.weigh(depth) | int.from_bytes(distances, "little")
            distances[:] = found.to_bytes(packed.length, "little")
        else:
            for node in level:
                distances[node] = depth
    return distances


def _write(connection: sqlite3.Connection, hub: int, distances: bytearray) -> None:
    data = zlib.compress(distances.rstrip(b"\0"), 1)
    connection.execute(statements.INSERT_HUB, (hub, data))


_MARKS: Final = [bytes(number == step for number in range(256)) for step in range(DEPTH + 1)]
