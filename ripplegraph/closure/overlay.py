"""Maps the edges that people added to the numbers of files or of nodes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping

from ripplegraph.closure.added_edges import AddedEdge, AddedEdges
from ripplegraph.closure.direction import Direction
from ripplegraph.graph.ids import split_node_id
from ripplegraph.graph.knowledge import Overlay
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import EDGE_KIND_CODES

Ends = Mapping[str, frozenset[int]]
"""The numbers that each id stands for: a directory for those of its files."""


def map_edges_to_files(
    connection: sqlite3.Connection, overlay: Overlay, direction: Direction, kinds: int | None
) -> AddedEdges:
    """Map added edges to the graph of files: a symbol stands for the file that it is in.

    A package is there as far as edges of the overlay lead to it.
    """
    ids = _list_ends(overlay)
    ends = {name: frozenset((file,)) for name, file, _ in _find_in_files(connection, ids)}
    for name in filter(_is_directory, ids):
        ends[name] = _find_below(connection, statements.SELECT_FILES_BELOW, name)
    added = sorted({*overlay.nodes, *(name for name, _ in _find_packages(connection, ids))})
    first = _get_last(connection, statements.SELECT_LAST_FILE) + 1
    return _build(overlay, ends, dict(enumerate(added, first)), direction, kinds)


def map_edges_to_nodes(
    connection: sqlite3.Connection, overlay: Overlay, direction: Direction, kinds: int | None
) -> AddedEdges:
    """Map added edges to the graph of nodes."""
    ids = _list_ends(overlay)
    ends = {name: frozenset((node,)) for name, _, node in _find_in_files(connection, ids)}
    ends |= {name: frozenset((node,)) for name, node in _find_packages(connection, ids)}
    for name in filter(_is_directory, ids):
        ends[name] = _find_below(connection, statements.SELECT_FILE_NODES_BELOW, name)
    first = _get_last(connection, statements.SELECT_LAST_NODE) + 1
    return _build(overlay, ends, dict(enumerate(sorted(overlay.nodes), first)), direction, kinds)


def _list_ends(overlay: Overlay) -> list[str]:
    ends = dict.fromkeys(end for edge in overlay.edges for end in (edge.source, edge.target))
    return [end for end in ends if end not in overlay.nodes]


def _build(
    overlay: Overlay, ends: Ends, names: Mapping[int, str], direction: Direction, kinds: int | None
) -> AddedEdges:
    numbers = dict(ends) | {name: frozenset((number,)) for number, name in names.items()}
    return AddedEdges(_find_added_edges(overlay, numbers, direction, kinds), names)


def _find_added_edges(
    overlay: Overlay, numbers: Ends, direction: Direction, kinds: int | None
) -> Iterator[AddedEdge]:
    for edge in overlay.edges:
        if kinds is not None and not 1 << EDGE_KIND_CODES[edge.kind] & kinds:
            continue
        source, target = numbers.get(edge.source), numbers.get(edge.target)
        if source and target:
            near, far = (target, source) if direction.against else (source, target)
            yield AddedEdge(near, far, edge.kind, edge.weight * edge.confidence)


def _find_in_files(
    connection: sqlite3.Connection, ids: Collection[str]
) -> Iterator[tuple[str, int, int]]:
    """Yield each file and definition with the numbers of its file and of its node."""
    wanted = [name for name in ids if split_node_id(name)[0] is not None]
    listed = json.dumps([split_node_id(name) for name in wanted])
    for place, file, node in connection.execute(statements.SELECT_NODES_CALLED, (listed,)):
        yield wanted[place], file, node


def _find_packages(connection: sqlite3.Connection, ids: Iterable[str]) -> Iterator[tuple[str, int]]:
    for name in ids:
        if split_node_id(name)[0] is None and not _is_directory(name):
            row = connection.execute(statements.SELECT_NODE_WITHOUT_FILE, (name,)).fetchone()
            if row is not None:
                yield name, row[0]


def _find_below(connection: sqlite3.Connection, statement: str, name: str) -> frozenset[int]:
    # "0" is the character after "/", so these are all paths that begin with the folder.
    rows = connection.execute(statement, (name, f"{name[:-1]}0"))
    return frozenset(number for (number,) in rows)


def _is_directory(name: str) -> bool:
    return split_node_id(name)[0] is None and name.endswith("/")


def _get_last(connection: sqlite3.Connection, statement: str) -> int:
    return int(connection.execute(statement).fetchone()[0])
