"""Stamps of databases: what is not the same any more once somebody has written."""

from __future__ import annotations

import os
from typing import Final

from ripplegraph.store.database import Database

Stamp = tuple[object, ...]

_HEADER: Final = 48
"""So many bytes of the shared memory of a write-ahead log say which transaction was the last."""


def read_stamp(database: Database) -> Stamp:
    """Return what changes with every transaction of a database; quick, and opens nothing."""
    return (
        _read_status(os.fspath(database.path)),
        _read_status(os.fspath(database.write_ahead_log)),
        _read_header(os.fspath(database.shared_memory)),
    )


def _read_status(path: str) -> tuple[int, int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _read_header(path: str) -> bytes:
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read(_HEADER)
    except OSError:
        return b""
