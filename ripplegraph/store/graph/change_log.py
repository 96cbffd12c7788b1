"""The log of graph changes: numbered rows that a scan appends in its own transaction.

Numbers start at 1 with each generation and go on from scan to scan. A generation ends when
numbers can no longer be trusted to lead from one graph to the next: when a graph is made from
nothing. Only the newest rows are kept; what is numbered below the first of them is forgotten.
"""

import sqlite3
import uuid
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from ripplegraph.graph.changes import (
    ChangeLog,
    GraphChange,
    NodeState,
    RecordedChange,
    RecordedScan,
)
from ripplegraph.graph.ids import build_node_id
from ripplegraph.store.graph.summary import read_change_range, read_content_hash, read_generation
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import CHANGE_KIND_CODES, CHANGE_KINDS, NODE_KIND_CODES, NODE_KINDS

KEPT_CHANGES: Final = 20_000


def start_generation(connection: sqlite3.Connection) -> str:
    """Forget all changes and number from 1 again; returns the new id, which `meta` must keep."""
    connection.execute(statements.DELETE_CHANGES)
    connection.execute(statements.DELETE_CHANGE_SCANS)
    return str(uuid.uuid4())


def append_changes(
    connection: sqlite3.Connection,
    changes: Sequence[GraphChange],
    *,
    scanned_at: str,
    commit: str | None,
    keep: int = KEPT_CHANGES,
) -> None:
    """Number the changes of one scan and add them; must be in the transaction of the scan."""
    if not changes:
        return
    _, last = read_change_range(connection)
    first = last + 1
    last += len(changes)
    rows = [_to_row(first + at, first, change) for at, change in enumerate(changes)]
    connection.executemany(statements.INSERT_CHANGE, rows[-keep:])
    connection.execute(statements.INSERT_CHANGE_SCAN, (first, last, scanned_at, commit))
    connection.execute(statements.DELETE_OLD_CHANGES, (last - keep,))
    connection.execute(statements.DELETE_OLD_CHANGE_SCANS, (last - keep,))


def read_changes(connection: sqlite3.Connection, since: int | None = None) -> ChangeLog:
    """Return the changes numbered above `since`, or all that are kept."""
    first, last = read_change_range(connection)
    after = 0 if since is None else since
    rows = connection.execute(statements.SELECT_CHANGES, (after,))
    return ChangeLog(
        generation=read_generation(connection),
        first=first,
        last=last,
        complete=first - 1 <= after <= last,
        scans=tuple(
            RecordedScan(*row)
            for row in connection.execute(statements.SELECT_CHANGE_SCANS, (after,))
        ),
        changes=tuple(map(_from_row, rows)),
    )


def read_states(connection: sqlite3.Connection, paths: Sequence[str]) -> Iterator[NodeState]:
    """Yield what the graph holds of files and of everything in them."""
    for path in paths:
        for label, code, *rest in connection.execute(statements.SELECT_NODE_STATES, (path,)):
            name, *more = rest
            yield NodeState(build_node_id(path, label), NODE_KINDS[code], name, path, *more)


def read_content_hashes(
    connection: sqlite3.Connection, paths: Collection[str] | None = None
) -> dict[str, str]:
    """Return the hash of every file as it was scanned, or of those among these paths."""
    if paths is None:
        return dict(connection.execute(statements.SELECT_CONTENT_HASHES))
    found = ((path, read_content_hash(connection, path)) for path in paths)
    return {path: value for path, value in found if value is not None}


def _to_row(number: int, scan: int, change: GraphChange) -> tuple[object, ...]:
    return (
        number,
        scan,
        CHANGE_KIND_CODES[change.kind],
        change.id,
        NODE_KIND_CODES[change.node_kind],
        change.previous_id,
        change.compatible,
        change.detail,
        change.old_signature,
        change.new_signature,
        change.old_signature_fingerprint,
        change.new_signature_fingerprint,
        change.old_body_fingerprint,
        change.new_body_fingerprint,
    )


def _from_row(row: Sequence[Any]) -> RecordedChange:
    number, scan, kind, node, node_kind, previous, compatible, detail, *looks = row
    known = None if compatible is None else bool(compatible)
    values: list[Any] = [CHANGE_KINDS[kind], node, NODE_KINDS[node_kind], detail, previous, known]
    values += (*looks, number, scan)
    return RecordedChange(*values)
