"""Writes the closure as lines that depend on nothing but the code, to compare two databases."""

import sqlite3
from collections.abc import Iterator

from ripplegraph.closure.direction import DIRECTIONS
from ripplegraph.closure.edge_strengths import INFERRED_SHIFT
from ripplegraph.closure.file_graph import FileGraph
from ripplegraph.closure.file_links import read_links
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import EDGE_KINDS


def dump_closure(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield every link between files and, for each direction, every pair with its depth."""
    paths = dict(connection.execute(statements.SELECT_FILE_PATHS))
    yield from sorted(
        f"link {paths[source]} {paths[target]} {_name_kinds(kinds)}"
        for (source, target), kinds in read_links(connection).items()
    )
    for direction in DIRECTIONS:
        graph = FileGraph(connection, direction, None)
        for file in sorted(paths, key=paths.__getitem__):
            for depth, level in enumerate(graph.find_levels((file,), None), 1):
                for path in sorted(paths[member] for member in level):
                    yield f"{direction.name} {paths[file]} {depth} {path}"


def _name_kinds(kinds: int) -> str:
    exact = [kind.value for code, kind in enumerate(EDGE_KINDS) if kinds >> code & 1]
    inferred = kinds >> INFERRED_SHIFT
    return ",".join(
        [*exact, *(f"{k.value}?" for code, k in enumerate(EDGE_KINDS) if inferred >> code & 1)]
    )
