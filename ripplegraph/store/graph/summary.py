"""Reads the counts of a graph, and the record of the scan that built it."""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import EDGE_KINDS, NODE_KINDS


class GraphSummary(NamedTuple):
    """The counts of a graph, and what is recorded about the scan that built it."""

    meta: Mapping[str, str]
    languages: Mapping[str, int]
    files: Mapping[str, int]
    nodes: Mapping[str, int]
    edges: Mapping[str, int]
    diagnostics: int


def read_meta(connection: sqlite3.Connection) -> dict[str, str]:
    """Return what is recorded about the scan that built the graph."""
    return dict(connection.execute(statements.SELECT_META))


def read_generation(connection: sqlite3.Connection) -> str | None:
    """Return the id of the generation of the changes; None where no graph was written yet."""
    row = connection.execute(statements.SELECT_META_VALUE, ("generation",)).fetchone()
    return None if row is None else str(row[0])


def read_change_range(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return the lowest number of a change kept and the highest so far; 1 and 0 without any."""
    first, last = connection.execute(statements.SELECT_CHANGE_RANGE).fetchone()
    return (1, 0) if last is None else (first, last)


def read_file_counts(
    connection: sqlite3.Connection,
) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return how many files there are of each status, and in each language."""
    return (
        _read_counts(connection, statements.COUNT_FILES_BY_STATUS),
        _read_counts(connection, statements.COUNT_FILES_BY_LANGUAGE),
    )


def read_diagnostics(
    connection: sqlite3.Connection,
) -> list[tuple[str, int | None, str, str]]:
    """Return every remark with the path of its file, its line and its severity."""
    return list(connection.execute(statements.SELECT_DIAGNOSTICS))


def has_many_files(connection: sqlite3.Connection, many: int) -> bool:
    """Tell whether a graph has about so many files, or more."""
    return bool(connection.execute(statements.SELECT_LAST_FILE).fetchone()[0] >= many)


def was_scanned(connection: sqlite3.Connection) -> bool:
    """Tell whether a graph database holds a graph."""
    return "scanned_at" in dict(connection.execute(statements.SELECT_META))


def read_graph_summary(connection: sqlite3.Connection) -> GraphSummary:
    return GraphSummary(
        meta=dict(connection.execute(statements.SELECT_META)),
        languages=_read_counts(connection, statements.COUNT_FILES_BY_LANGUAGE),
        files=_read_counts(connection, statements.COUNT_FILES_BY_STATUS),
        nodes=_read_counts(connection, statements.COUNT_NODES_BY_KIND, NODE_KINDS),
        edges=_read_counts(connection, statements.COUNT_EDGES_BY_KIND, EDGE_KINDS),
        diagnostics=connection.execute(statements.COUNT_DIAGNOSTICS).fetchone()[0],
    )


def read_content_hash(connection: sqlite3.Connection, path: str) -> str | None:
    """Return the hash of a file as it was scanned; None when it was not there."""
    row = connection.execute(statements.SELECT_CONTENT_HASH, (path,)).fetchone()
    return None if row is None else str(row[0])


def read_file_size(connection: sqlite3.Connection, path: str) -> int | None:
    """Return the size of a file as it was scanned; None when it was not there."""
    row = connection.execute(statements.SELECT_FILE_SIZE, (path,)).fetchone()
    return None if row is None else int(row[0])


def count_reasons(connection: sqlite3.Connection) -> list[tuple[str, str, int]]:
    """Return how many files were skipped or failed (the status), and why."""
    return list(connection.execute(statements.COUNT_FILES_BY_REASON))


def count_dangling_edges(connection: sqlite3.Connection) -> int:
    return int(connection.execute(statements.COUNT_DANGLING_EDGES).fetchone()[0])


def read_failed_steps(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return the files that were not linked as they should be, each with a step and an error."""
    return list(connection.execute(statements.SELECT_FAILED_STEPS))


def count_bugs(connection: sqlite3.Connection) -> int:
    """Return how many remarks say that ripple itself is wrong."""
    return int(connection.execute(statements.COUNT_BUGS).fetchone()[0])


def _read_counts(
    connection: sqlite3.Connection, statement: str, words: Sequence[str] = ()
) -> Mapping[str, int]:
    """Return counts, largest first; `words` says what coded kinds mean."""
    rows = connection.execute(statement)
    counts = {str(words[kind]) if words else kind: count for kind, count in rows}
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
