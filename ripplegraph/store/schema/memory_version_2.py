"""The table of anchors of memory schema version 2, as it was on that day, and how to replace it."""

import json
import sqlite3
from collections.abc import Iterator

from ripplegraph.store.records.memory_records import build_look

STATEMENTS = (
    """
    CREATE TABLE memory_anchors (
        id INTEGER NOT NULL,
        memory INTEGER NOT NULL,
        position INTEGER NOT NULL,
        target TEXT NOT NULL,
        role TEXT NOT NULL,
        kind TEXT NOT NULL,
        body_fingerprint TEXT,
        signature_fingerprint TEXT,
        signature TEXT,
        commit_id TEXT,
        resolved INTEGER NOT NULL,
        PRIMARY KEY (id),
        UNIQUE (memory, role, target),
        FOREIGN KEY(memory) REFERENCES memories (number) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX memory_anchors_by_target ON memory_anchors (target)",
)
_SELECT = (
    "SELECT memory_anchors.id, memory, position, target, role, kind, resolved, body_fingerprint, "
    "signature_fingerprint, signature, memory_anchors.commit_id, created_at "
    "FROM memory_anchors JOIN memories ON memories.number = memory_anchors.memory"
)
_INSERT = (
    "INSERT INTO memory_anchors (id, memory, position, target, role, kind, resolved, looks) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)


def read_anchors(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Return all anchors as rows of the next version; the one look they had was the first."""
    return list(_convert(connection))


def insert_anchors(connection: sqlite3.Connection, rows: list[tuple[object, ...]]) -> None:
    connection.executemany(_INSERT, rows)


def _convert(connection: sqlite3.Connection) -> Iterator[tuple[object, ...]]:
    for *own, body, surface, signature, commit, at in connection.execute(_SELECT):
        is_subject = own[4] == "subject" and own[6]
        yield *own, json.dumps([build_look(at, body, surface, signature, commit)] * is_subject)
