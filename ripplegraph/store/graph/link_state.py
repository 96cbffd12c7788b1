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


@dataclass(frozen=True)
class LinkRows:
    """Rows to write; the files' own rows and keys replace those that were there."""

    files: Mapping[int, LinkFileRow] = field(default_factory=dict)
    params: Mapping[int, bytes] = field(default_factory=dict)
    sought: Collection[tuple[int, str]] = ()
    missed: Mapping[int, Mapping[str, tuple[int, int]]] = field(default_factory=dict)
    """For the linked files, the names whose calls lead nowhere: how many calls, first line."""


def read_link_file(connection: sqlite3.Connection, file_id: int) -> bytes | None:
    """Return the data of a file; None when nothing is kept."""
    row = connection.execute(statements.SELECT_LINK_FILE, (file_id,)).fetchone()
    return None if row is None else bytes(row[0])


def read_files_of_key(connection: sqlite3.Connection, key: int) -> tuple[int, ...]:
    """Return the files that a key is kept for."""
    row = connection.execute(statements.SELECT_LINK_INDEX, (key,)).fetchone()
    return () if row is None else tuple(_unpack_ids(row[0]))


def read_link_params(connection: sqlite3.Connection, key: int) -> bytes | None:
    row = connection.execute(statements.SELECT_LINK_PARAMS, (key,)).fetchone()
    return None if row is None else bytes(row[0])


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
        statements.DELETE_LINK_PARAMS,
        statements.DELETE_LINK_SOUGHT,
        statements.DELETE_MISSED_CALLS,
    ):
        connection.execute(statement)
    entries = sum(len(row.keys) for row in rows.files.values()) // array(_KEY).itemsize
    parts = entries // _MOST_INDEXED + 1
    for part in range(parts):
        limits = part * KEY_LIMIT // parts, (part + 1) * KEY_LIMIT // parts
        index = _index_keys(rows.files, limits)
        connection.executemany(
            statements.INSERT_LINK_INDEX, ((key, _pack_ids(index[key])) for key in sorted(index))
        )
    _write_rest(connection, rows)


def _index_keys(
    files: Mapping[int, LinkFileRow], limits: tuple[int, int]
) -> "dict[int, array[int]]":
    """Return the files of each key within limits: for all keys at once the memory may not do."""
    first, end = limits
    index: dict[int, array[int]] = {}
    for file_id in sorted(files):
        keys = _unpack_keys(files[file_id].keys)
        for key in keys[bisect_left(keys, first) : bisect_left(keys, end)]:
            found = index.get(key)
            if found is None:
                found = index[key] = array("I")
            found.append(file_id)
    return index


def update_link_state(
    connection: sqlite3.Connection, rows: LinkRows, *, gone: Iterable[int]
) -> None:
    """Write the state of the files that were linked again, and forget those that are gone."""
    changed: dict[int, set[int]] = {}
    gone = set(gone)
    for file_id in sorted({*rows.files, *gone}):
        before = _read_keys(connection, file_id)
        row = rows.files.get(file_id)
        after = set(_unpack_keys(row.keys)) if row is not None else set()
        for key in before ^ after:
            files = changed.get(key)
            if files is None:
                files = changed[key] = set(read_files_of_key(connection, key))
            if key in after:
                files.add(file_id)
            else:
                files.discard(file_id)
    for key, files in sorted(changed.items()):
        if files:
            packed = _pack_ids(array("I", sorted(files)))
            connection.execute(statements.INSERT_LINK_INDEX, (key, packed))
        else:
            connection.execute(statements.DELETE_LINK_INDEX_KEY, (key,))
    connection.executemany(statements.DELETE_LINK_FILE, ((file_id,) for file_id in sorted(gone)))
    again = sorted({*rows.files, *gone})
    connection.executemany(
        statements.DELETE_MISSED_CALLS_OF_FILE, ((file_id,) for file_id in again)
    )
    _write_rest(connection, rows)


def pack_keys(keys: Collection[int]) -> bytes:
    """Return distinct keys as bytes, in order."""
    return array(_KEY, sorted(keys)).tobytes()


def _unpack_keys(data: bytes) -> "array[int]":
    keys = array(_KEY)
    keys.frombytes(data)
    return keys


def _write_rest(connection: sqlite3.Connection, rows: LinkRows) -> None:
    connection.executemany(
        statements.INSERT_LINK_FILE, (rows.files[file_id] for file_id in sorted(rows.files))
    )
    connection.executemany(statements.INSERT_LINK_PARAMS, sorted(rows.params.items()))
    connection.executemany(statements.INSERT_LINK_SOUGHT, sorted(rows.sought))
    connection.executemany(
        statements.INSERT_MISSED_CALLS,
        sorted(
            (name, file_id, calls, line)
            for file_id, names in rows.missed.items()
            for name, (calls, line) in names.items()
        ),
    )


def _read_keys(connection: sqlite3.Connection, file_id: int) -> set[int]:
    row = connection.execute(statements.SELECT_LINK_FILE, (file_id,)).fetchone()
    if row is None:
        return set()
    return set(_unpack_keys(bytes(row[1])))


def _pack_ids(ids: "array[int]") -> bytes:
    return ids.tobytes()


def _unpack_ids(data: bytes) -> "array[int]":
    ids = array("I")
    ids.frombytes(data)
    return ids
