"""Reads how files depend on each other: exact and inferred edges, added up by file and kind."""

import json
import sqlite3
from collections.abc import Iterator
from typing import Final, NamedTuple

from ripplegraph.graph.facts import FOR_TYPES
from ripplegraph.graph.ids import build_node_id
from ripplegraph.graph.model import EdgeKind
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import EDGE_KINDS


class CodeFile(NamedTuple):
    """A file that was parsed, with how many functions, classes and interfaces it defines."""

    path: str
    language: str | None
    lines: int
    definitions: int


class FileDependency(NamedTuple):
    """The edges of one kind from one file to another."""

    source: str
    target: str
    kind: EdgeKind
    edges: int
    ties: int
    """How many of them the code is built on; see `read_file_dependencies`."""
    weight: int
    """What those weigh: what must be there when the source is loaded weighs ten times more."""
    for_types: bool
    """Whether the first of them is an import for types only, or stands in one."""


class EdgeBetween(NamedTuple):
    """An edge between what two files hold, by readable ids."""

    source: str
    target: str
    kind: EdgeKind
    line: int | None


def read_code_files(connection: sqlite3.Connection) -> list[CodeFile]:
    return [CodeFile(*row) for row in connection.execute(statements.SELECT_CODE_FILES)]


def read_paths(connection: sqlite3.Connection) -> list[str]:
    """Read the paths of all files, also of those that are no code."""
    return [path for _, path in connection.execute(statements.SELECT_FILE_PATHS)]


def read_file_dependencies(connection: sqlite3.Connection) -> Iterator[FileDependency]:
    """Yield the dependencies between different files, in no order.

    All exact and inferred edges count. Ties are what the code is built on: what it imports, other
    than for types only, passes on, extends, and calls by a name that is bound to it. A call that
    was inferred from a type often goes to something that was handed in from above, and an edge
    from a base to what overrides it goes against the direction in which the code is written.
    """
    imports = _read_import_kinds(connection)
    rows = connection.execute(statements.SELECT_FILE_TIES)
    for source, target, code, edges, exact, line in rows:
        kind = EDGE_KINDS[code]
        if not kind.is_dependency:
            continue
        how = imports.get((source, line), "")
        of_import = how if kind is EdgeKind.IMPORTS else ""
        ties = exact if kind in _TIES and of_import != FOR_TYPES else 0
        at_load = kind in _AT_LOAD and of_import not in _LATE
        weight = ties * (10 if at_load else 1)
        yield FileDependency(source, target, kind, edges, ties, weight, how == FOR_TYPES)


def find_links_for_types(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """Return the pairs of files, source first, that nothing ties but an import for types only.

    What is called on a value of an imported type was handed in by somebody else, who has a tie.
    """
    if FOR_TYPES not in _read_import_kinds(connection).values():
        return set()
    for_types: set[tuple[str, str]] = set()
    tied: set[tuple[str, str]] = set()
    for item in read_file_dependencies(connection):
        if item.ties:
            tied.add(item[:2])
        elif item.for_types:
            for_types.add(item[:2])
    return for_types - tied


def _read_import_kinds(connection: sqlite3.Connection) -> dict[tuple[str, int], str]:
    """Return how imports are made that are not plain ones, by file and line."""
    rows = connection.execute(statements.SELECT_IMPORT_METADATA)
    return {(path, line): json.loads(metadata)["import_kind"] for path, line, metadata in rows}


def read_external_uses(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """Yield each package outside the project with each file that uses it, once."""
    yield from connection.execute(statements.SELECT_EXTERNAL_USES)


_AT_LOAD: Final = frozenset(
    {EdgeKind.IMPORTS, EdgeKind.EXPORTS, EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS}
)
_TIES: Final = _AT_LOAD | {EdgeKind.CALLS, EdgeKind.IS_ENTRYPOINT_FOR}
_LATE: Final = frozenset({"lazy", "dynamic"})
_SHOWN_FIRST: Final = (EdgeKind.IMPORTS, EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS, EdgeKind.CALLS)


def read_edges_between(
    connection: sqlite3.Connection, *, source: str, target: str
) -> list[EdgeBetween]:
    """Return the dependency edges from one file to another, the most telling first."""
    rows = connection.execute(statements.SELECT_EDGES_BETWEEN_TWO_FILES, (source, target))
    found = [
        EdgeBetween(
            build_node_id(source, source_label),
            build_node_id(target, target_label),
            EDGE_KINDS[code],
            line,
        )
        for source_label, target_label, code, line in rows
        if EDGE_KINDS[code].is_dependency
    ]
    return sorted(found, key=lambda edge: (_rank(edge.kind), edge.line or 0, edge[:2]))


def _rank(kind: EdgeKind) -> int:
    return _SHOWN_FIRST.index(kind) if kind in _SHOWN_FIRST else len(_SHOWN_FIRST)
