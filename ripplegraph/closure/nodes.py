"""The graph of single nodes, searched one step at a time."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import Final

from ripplegraph.closure.blocks import PackedDependents
from ripplegraph.closure.direction import Direction
from ripplegraph.closure.files import reverse, search
from ripplegraph.closure.hubs import read_hub
from ripplegraph.graph.ids import build_node_id
from ripplegraph.store import statements

Row = tuple[int, str | None, str]

_MANY: Final = 2_000


class NodeGraph:
    """The edges between nodes, with the packed dependents of a large graph."""

    def __init__(
        self, connection: sqlite3.Connection, direction: Direction, kinds: int | None
    ) -> None:
        self._connection = connection
        self._direction = direction
        self._kinds = -1 if kinds is None else kinds
        packed = connection.execute(statements.HAS_BLOCKS).fetchone()[0]
        usable = packed and kinds is None and direction.against
        self._packed = PackedDependents(connection) if usable else None

    def find_levels(self, starts: Collection[int], depth: int | None) -> Iterator[Collection[int]]:
        """Yield what is 1, 2, 3, ... steps away from the nearest start."""
        if self._packed is not None:
            kept = None
            if len(starts) == 1:
                kept = read_hub(self._connection, next(iter(starts)), depth)
            return self._packed.search(starts, depth) if kept is None else iter(kept)
        statement = self._direction.select_node_links
        return search(starts, depth, lambda nodes: self._read_edges(nodes, statement))

    def find_nearer(self, member: int) -> Iterable[int]:
        """Return the other ends of the edges that were followed to a member."""
        return self._read_edges((member,), reverse(self._direction).select_node_links)

    def find_possible(self, starts: Collection[int]) -> set[int]:
        return self._read_edges(starts, self._direction.select_possible_links)

    def sort(self, members: Collection[int], limit: int | None) -> dict[int, str]:
        """Return the first members in the order of their paths and names, with their ids."""
        rows: Iterable[Row]
        if limit is not None and len(members) > max(_MANY, limit):
            # Of so many, the first are found sooner by going through all nodes in order.
            every = self._connection.execute(statements.SELECT_ORDERED_NODES)
            rows = (row for row in every if row[0] in members)
        else:
            rows = sorted(self._read(members), key=lambda row: (row[1] or "", row[2]))
        return {node: build_node_id(path, label) for node, path, label in islice(rows, limit)}

    def name(self, members: Collection[int]) -> dict[int, str]:
        return {node: build_node_id(path, label) for node, path, label in self._read(members)}

    def _read(self, members: Collection[int]) -> Iterable[Row]:
        return self._connection.execute(statements.SELECT_NODE_IDS, (_list(members),))

    def _read_edges(self, nodes: Collection[int], statement: str) -> set[int]:
        rows = self._connection.execute(statement, (_list(nodes), self._kinds))
        return {near for (near,) in rows}


def _list(numbers: Collection[int]) -> str:
    return json.dumps(sorted(numbers))
