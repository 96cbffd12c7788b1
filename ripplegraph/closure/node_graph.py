"""The graph of single nodes, searched one step at a time."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from heapq import merge
from itertools import chain, islice
from typing import Final

from ripplegraph.closure.added_edges import NO_ADDED_EDGES, AddedEdges
from ripplegraph.closure.direction import NODE_LINK_KINDS, Direction
from ripplegraph.closure.file_graph import reverse, search
from ripplegraph.closure.hub_dependents import read_hub
from ripplegraph.closure.packed_dependents import PackedDependents
from ripplegraph.graph.ids import build_node_id
from ripplegraph.store.sql import statements

Row = tuple[int, str | None, str]

_MANY: Final = 2_000


class NodeGraph:
    """The edges between nodes, with the packed dependents of a large graph."""

    of_files: Final = False

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
        self._kinds = NODE_LINK_KINDS if kinds is None else kinds
        packed = connection.execute(statements.HAS_BLOCKS).fetchone()[0]
        usable = packed and kinds is None and direction.against
        added = len(added_edges.names)
        self._packed = PackedDependents(connection, added=added) if usable else None

    def find_levels(self, starts: Collection[int], depth: int | None) -> Iterator[Collection[int]]:
        """Yield what is 1, 2, 3, ... steps away from the nearest start."""
        if self._packed is None:
            return search(starts, depth, self._follow)
        kept = None
        if len(starts) == 1:
            kept = read_hub(self._connection, next(iter(starts)), depth)
        if kept is None or self.added_edges.are_met([starts, *kept]):
            return self._packed.search(starts, depth, self.added_edges.follow)
        return iter(kept)

    def find_nearer(self, member: int) -> Iterable[int]:
        """Return the other ends of the edges that were followed to a member."""
        return self._read_edges((member,), reverse(self._direction).select_node_links)

    def find_possible(self, starts: Collection[int]) -> set[int]:
        return self._read_edges(starts, self._direction.select_possible_links) - set(starts)

    def sort(self, members: Collection[int], limit: int | None) -> dict[int, str]:
        """Return the first members in the order of their paths and names, with their ids."""
        rows: Iterable[Row]
        if limit is not None and len(members) > max(_MANY, limit):
            # Of so many, the first are found sooner by going through all nodes in order.
            every = self._connection.execute(statements.SELECT_ORDERED_NODES)
            known = (row for row in every if row[0] in members)
            added = sorted(self._find_added(members), key=_get_order)
            rows = merge(known, added, key=_get_order) if added else known
        else:
            rows = sorted(self._read(members), key=_get_order)
        return {node: build_node_id(path, label) for node, path, label in islice(rows, limit)}

    def name(self, members: Collection[int]) -> dict[int, str]:
        return {node: build_node_id(path, label) for node, path, label in self._read(members)}

    def _read(self, members: Collection[int]) -> Iterable[Row]:
        known = self._connection.execute(statements.SELECT_NODE_IDS, (_list(members),))
        return chain(known, self._find_added(members))

    def _find_added(self, members: Collection[int]) -> Iterator[Row]:
        names = self.added_edges.names
        return ((number, None, names[number]) for number in names if number in members)

    def _follow(self, nodes: Collection[int]) -> set[int]:
        found = self._read_edges(nodes, self._direction.select_node_links)
        return found | self.added_edges.follow(nodes)

    def _read_edges(self, nodes: Collection[int], statement: str) -> set[int]:
        rows = self._connection.execute(statement, (_list(nodes), self._kinds))
        return {near for (near,) in rows}


def _get_order(row: Row) -> tuple[str, str]:
    return row[1] or "", row[2]


def _list(numbers: Collection[int]) -> str:
    return json.dumps(sorted(numbers))
