"""Reads and writes what a scan keeps about its links for the next one."""

import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ripplegraph.store.sql import statements

_KEY = "Q"
KEY_LIMIT = 1 << 48
"""Keys are smaller than this."""
_MOST_INDEXED = 2_000_000


class LinkFileRow(NamedTuple):
    """The links of one file, as they are kept; `data` is the linker's own."""

    file_id: int
    data: bytes
    keys: bytes


class LinkAnswerRow(NamedTuple):
    """An answer that files share: what it depends on, and how it came out.

    `answers` are the linker's own.
    """

    key: int
    question: str
    digests: bytes
    answers: bytes
    keys: bytes


@dataclass(frozen=True)
class LinkRows:
    """Rows to write; the files' own rows and keys replace those that were there."""

    files: Mapping[int, LinkFileRow] = field(default_factory=dict)
    answers: Mapping[int, LinkAnswerRow | None] = field(default_factory=dict)
    """Answers by their keys; None for one that nobody uses any more."""
    sought: Collection[tuple[int, str]] = ()
    missed: Mapping[int, Mapping[str, tuple[int, int]]] = field(default_factory=dict)
    """For the linked files, the names whose calls lead nowhere: how many calls, first line."""
    places: Mapping[int, bytes] = field(default_factory=dict)
    """For the linked files, what their names are bound to, see `graph/name_places.py`."""
    amended: Mapping[int, LinkFileRow] = field(default_factory=dict)
    """Rows of files that were not linked; their missed calls stay."""


def read_link_file(connection: sqlite3.Connection, file_id: int) -> bytes | None:
    """Return the data of a file; None when nothing is kept."""
    row = connection.execute(statements.SELECT_LINK_FILE, (file_id,)).fetchone()
    return None if row is None else bytes(row[0])


def read_link_keys(connection: sqlite3.Connection, file_id: int) -> set[int]:
    """Return the keys of a file."""
    row = connection.execute(statements.SELECT_LINK_FILE, (file_id,)).fetchone()
    return set() if row is None else set(unpack_keys(bytes(row[1])))


def read_files_of_key(connection: sqlite3.Connection, key: int) -> tuple[int, ...]:
    """Return the files that a key is kept for."""
    return tuple(_read_users(connection, key)[0])


def read_answers_of_key(connection: sqlite3.Connection, key: int) -> tuple[int, ...]:
    """Return the keys of the answers that a key is kept for."""
    return tuple(_read_users(connection, key)[1])


def read_link_answer(connection: sqlite3.Connection, key: int) -> LinkAnswerRow | None:
    """Return what is kept of an answer."""
    row = connection.execute(statements.SELECT_LINK_ANSWER, (key,)).fetchone()
    return None if row is None else LinkAnswerRow(*row)


def read_sought_names(connection: sqlite3.Connection, key: int) -> tuple[str, ...]:
    """Return the names of members that were sought in the subclasses of a class."""
    return tuple(name for (name,) in connection.execute(statements.SELECT_LINK_SOUGHT, (key,)))


def read_missed_calls(connection: sqlite3.Connection) -> list[tuple[str, str, int, int]]:
    """Return every name whose calls lead nowhere, with the file, how many calls, the first line."""
    return list(connection.execute(statements.SELECT_ALL_MISSED_CALLS))


def replace_link_state(connection: sqlite3.Connection, rows: LinkRows) -> None:
    """Write the state of a scan that linked everything."""
    for statement in (
        statements.DELETE_LINK_FILES,
        statements.DELETE_LINK_INDEX,
        statements.DELETE_LINK_ANSWERS,
        statements.DELETE_LINK_SOUGHT,
        statements.DELETE_MISSED_CALLS,
        statements.DELETE_NAME_PLACES,
    ):
        connection.execute(statement)
    packed = [row.keys for row in rows.files.values()]
    packed += [row.keys for row in rows.answers.values() if row is not None]
    entries = sum(map(len, packed)) // array(_KEY).itemsize
    parts = entries // _MOST_INDEXED + 1
    for part in range(parts):
        limits = part * KEY_LIMIT // parts, (part + 1) * KEY_LIMIT // parts
        files, answers = _index_keys(rows.files, limits), _index_keys(rows.answers, limits)
        connection.executemany(
            statements.INSERT_LINK_INDEX,
            (
                (key, _pack_ids(files.get(key, ())), pack_keys(answers.get(key, ())))
                for key in sorted(files.keys() | answers.keys())
            ),
        )
    _write_rest(connection, rows)


def _index_keys(
    rows: Mapping[int, LinkFileRow] | Mapping[int, LinkAnswerRow | None], limits: tuple[int, int]
) -> "dict[int, array[int]]":
    """Return who each key within limits is kept for: for all at once the memory may not do."""
    first, end = limits
    index: dict[int, array[int]] = {}
    for own in sorted(rows):
        row = rows[own]
        keys = unpack_keys(row.keys) if row is not None else array(_KEY)
        for key in keys[bisect_left(keys, first) : bisect_left(keys, end)]:
            found = index.get(key)
            if found is None:
                found = index[key] = array(_KEY)
            found.append(own)
    return index


def update_link_state(
    connection: sqlite3.Connection, rows: LinkRows, *, gone: Iterable[int]
) -> None:
    """Write the state of the files that were linked again, and forget those that are gone."""
    gone = set(gone)
    users = _Users(connection)
    own = {**rows.amended, **rows.files}
    for file_id in sorted({*own, *gone}):
        row = own.get(file_id)
        users.change(0, file_id, read_link_keys(connection, file_id), row.keys if row else b"")
    for key, answer in sorted(rows.answers.items()):
        known = read_link_answer(connection, key)
        before = set(unpack_keys(known.keys)) if known is not None else set()
        users.change(1, key, before, answer.keys if answer else b"")
    users.write()
    connection.executemany(statements.DELETE_LINK_FILE, ((file_id,) for file_id in sorted(gone)))
    again = sorted({*rows.files, *gone})
    connection.executemany(
        statements.DELETE_MISSED_CALLS_OF_FILE, ((file_id,) for file_id in again)
    )
    connection.executemany(statements.DELETE_NAME_PLACES_OF_FILE, ((file_id,) for file_id in again))
    _write_rest(connection, rows)
    connection.executemany(
        statements.INSERT_LINK_FILE,
        (row for file_id, row in sorted(rows.amended.items()) if file_id not in rows.files),
    )


class _Users:
    """Who each key is kept for: the files, and the answers that depend on it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._changed: dict[int, tuple[set[int], set[int]]] = {}

    def change(self, kind: int, own: int, before: set[int], packed: bytes) -> None:
        """Keep an owner's own keys in place of those it had."""
        after = set(unpack_keys(packed))
        for key in before ^ after:
            users = self._changed.get(key)
            if users is None:
                files, answers = _read_users(self._connection, key)
                users = self._changed[key] = set(files), set(answers)
            if key in after:
                users[kind].add(own)
            else:
                users[kind].discard(own)

    def write(self) -> None:
        for key, (files, answers) in sorted(self._changed.items()):
            if files or answers:
                row = key, _pack_ids(files), pack_keys(answers)
                self._connection.execute(statements.INSERT_LINK_INDEX, row)
            else:
                self._connection.execute(statements.DELETE_LINK_INDEX_KEY, (key,))


def pack_keys(keys: Iterable[int]) -> bytes:
    """Return distinct keys as bytes, in order."""
    return array(_KEY, sorted(keys)).tobytes()


def unpack_keys(data: bytes) -> "array[int]":
    """Return keys that were packed, in order."""
    keys = array(_KEY)
    keys.frombytes(data)
    return keys


def _write_rest(connection: sqlite3.Connection, rows: LinkRows) -> None:
    connection.executemany(
        statements.INSERT_LINK_FILE, (rows.files[file_id] for file_id in sorted(rows.files))
    )
    gone = [(key,) for key, row in sorted(rows.answers.items()) if row is None]
    connection.executemany(statements.DELETE_LINK_ANSWER, gone)
    kept = [row for _, row in sorted(rows.answers.items()) if row is not None]
    connection.executemany(statements.INSERT_LINK_ANSWER, kept)
    connection.executemany(statements.INSERT_LINK_SOUGHT, sorted(rows.sought))
    connection.executemany(
        statements.INSERT_MISSED_CALLS,
        sorted(
            (name, file_id, calls, line)
            for file_id, names in rows.missed.items()
            for name, (calls, line) in names.items()
        ),
    )
    connection.executemany(statements.INSERT_NAME_PLACES, sorted(rows.places.items()))


def _read_users(connection: sqlite3.Connection, key: int) -> "tuple[array[int], array[int]]":
    """Return the files and the answers that a key is kept for."""
    row = connection.execute(statements.SELECT_LINK_INDEX, (key,)).fetchone()
    files, answers = array("I"), array(_KEY)
    if row is not None:
        files.frombytes(row[0])
        answers.frombytes(row[1])
    return files, answers


def _pack_ids(ids: Iterable[int]) -> bytes:
    return array("I", sorted(ids)).tobytes()
