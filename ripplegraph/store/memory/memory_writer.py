"""Writes memories and their events; an acknowledged write survives a crash of the machine."""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import fields

from ripplegraph.errors import DatabaseBusyError
from ripplegraph.store.backups.backup import back_up_if_due
from ripplegraph.store.backups.memory_marker import check_marker, read_marker, write_marker
from ripplegraph.store.backups.restore_lock import is_being_restored
from ripplegraph.store.connection import open_for_writing, read_position
from ripplegraph.store.database import Database
from ripplegraph.store.memory.text_index import add_words, put_words, remove_words
from ripplegraph.store.records.memory_records import (
    Anchor,
    Event,
    Memory,
    Plain,
    TextKeys,
    looks_to_plain,
)
from ripplegraph.store.sql import statements
from ripplegraph.store.sqlite.failures import build_busy_error

_RETRY_SECONDS = 0.002


@contextmanager
def change_memories(database: Database) -> Iterator[sqlite3.Connection]:
    """Open the memories as their one writer; all changes of the block happen, or none."""
    with ExitStack() as stack:
        connection = _enter_writer(database, stack)
        known = read_marker(database)
        before = read_position(connection)
        check_marker(database, known, before)
        try:
            yield connection
            after = read_position(connection)
            connection.execute("COMMIT")
        except BaseException:
            connection.rollback()
            raise
    if after != before:
        write_marker(database, after)
        back_up_if_due(database)


def _enter_writer(database: Database, stack: ExitStack) -> sqlite3.Connection:
    """Become the writer of the file that is in place, also when another one was put there."""
    deadline = time.monotonic() + database.busy_timeout_ms / 1000
    while True:
        with ExitStack() as trial:
            place = _identify(database)
            connection = trial.enter_context(open_for_writing(database))
            connection.execute("PRAGMA synchronous = FULL")
            _begin(connection, database)
            restored = is_being_restored(database)
            if not restored and (place is None or place == _identify(database)):
                stack.push(trial.pop_all())
                return connection
            connection.rollback()
        if time.monotonic() > deadline:
            raise build_busy_error(database)
        time.sleep(_RETRY_SECONDS)


def _identify(database: Database) -> tuple[int, int] | None:
    try:
        status = database.path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _begin(connection: sqlite3.Connection, database: Database) -> None:
    """Become the writer; SQLite's own way of waiting would let a busy process starve others."""
    deadline = time.monotonic() + database.busy_timeout_ms / 1000
    connection.execute("PRAGMA busy_timeout = 0")
    while True:
        try:
            connection.execute("BEGIN IMMEDIATE")
            break
        except DatabaseBusyError:
            if time.monotonic() > deadline:
                raise
        time.sleep(_RETRY_SECONDS)
    connection.execute(f"PRAGMA busy_timeout = {database.busy_timeout_ms}")
    # SQLite lets even this transaction begin where it cannot write, and complains later.
    connection.execute(statements.MEMORY_WRITE_NOTHING)


def insert_memory(connection: sqlite3.Connection, memory: Memory, keys: TextKeys) -> None:
    cursor = connection.execute(statements.MEMORY_INSERT, _build_row(memory, keys))
    number = cursor.lastrowid
    if number is None:
        raise LookupError(memory.id)
    _write_parts(connection, number, memory, keys)
    add_words(connection, number, (keys.title_words, keys.body_words, keys.place_words))


def update_memory(connection: sqlite3.Connection, memory: Memory, keys: TextKeys) -> None:
    connection.execute(statements.MEMORY_UPDATE, _build_row(memory, keys))
    number = connection.execute(statements.MEMORY_NUMBER, (memory.id,)).fetchone()[0]
    for statement in (
        statements.MEMORY_DELETE_TAGS,
        statements.MEMORY_DELETE_BANDS,
        statements.MEMORY_DELETE_ANCHORS,
        statements.MEMORY_DELETE_CLAIMS,
        statements.MEMORY_DELETE_RELATIONS,
    ):
        connection.execute(statement, (number,))
    _write_parts(connection, number, memory, keys)
    put_words(connection, number, (keys.title_words, keys.body_words, keys.place_words))


def delete_memory(connection: sqlite3.Connection, memory_id: str) -> None:
    number = connection.execute(statements.MEMORY_NUMBER, (memory_id,)).fetchone()[0]
    remove_words(connection, number)
    connection.execute(statements.MEMORY_DELETE, (memory_id,))


def insert_event(connection: sqlite3.Connection, event: Event) -> None:
    connection.execute(
        statements.MEMORY_INSERT_EVENT,
        (
            event.id,
            event.memory_id,
            event.at,
            event.action,
            event.actor,
            event.reason,
            event.cause,
            event.undoes,
            _encode(event.before),
            _encode(event.after),
        ),
    )


def insert_alias(connection: sqlite3.Connection, *, alias: str, memory_id: str) -> None:
    """Remember that another id means a memory."""
    connection.execute(statements.MEMORY_INSERT_ALIAS, (alias, memory_id))


def set_meta(connection: sqlite3.Connection, key: str, value: str) -> None:
    connection.execute(statements.MEMORY_SET_META, (key, value))


def delete_meta(connection: sqlite3.Connection, key: str) -> None:
    connection.execute(statements.MEMORY_DELETE_META, (key,))


def _write_parts(
    connection: sqlite3.Connection, number: int, memory: Memory, keys: TextKeys
) -> None:
    connection.executemany(
        statements.MEMORY_INSERT_TAG,
        [(number, position, tag) for position, tag in enumerate(memory.tags)],
    )
    connection.executemany(statements.MEMORY_INSERT_BAND, [(band, number) for band in keys.bands])
    for position, anchor in enumerate(memory.anchors):
        _insert_anchor(connection, number, position, anchor)
    connection.executemany(
        statements.MEMORY_INSERT_CLAIM,
        [(number, position, claim) for position, claim in enumerate(memory.claims)],
    )
    connection.executemany(
        statements.MEMORY_INSERT_RELATION,
        [
            (
                number,
                position,
                relation.kind,
                relation.target_memory,
                relation.target_path,
                relation.confidence,
                relation.auto_extracted,
                relation.created_at,
            )
            for position, relation in enumerate(memory.relations)
        ],
    )


def _insert_anchor(
    connection: sqlite3.Connection, number: int, position: int, anchor: Anchor
) -> None:
    cursor = connection.execute(
        statements.MEMORY_INSERT_ANCHOR,
        (
            number,
            position,
            anchor.target,
            anchor.role,
            anchor.kind,
            anchor.resolved,
            json.dumps(looks_to_plain(anchor.looks), ensure_ascii=False),
        ),
    )
    connection.executemany(
        statements.MEMORY_INSERT_MOVE,
        [
            (cursor.lastrowid, move.at, move.old, move.new, move.reason, move.commit)
            for move in anchor.moves
        ],
    )


def _build_row(memory: Memory, keys: TextKeys) -> Plain:
    row = {name: getattr(memory, name) for name in _PLAIN_COLUMNS}
    provenance = memory.provenance
    return {
        **row,
        "details": _encode(memory.details),
        "channel": provenance.channel,
        "session": provenance.session,
        "commit_id": provenance.commit,
        "provenance": _encode(vars(provenance)),
        "text_hash": keys.text_hash,
    }


def _encode(value: Plain | None) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False)


_ELSEWHERE = {"provenance", "details", "tags", "anchors", "claims", "relations"}
_PLAIN_COLUMNS = tuple(item.name for item in fields(Memory) if item.name not in _ELSEWHERE)
