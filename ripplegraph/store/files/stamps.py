"""Stamps of databases, which differ once somebody has written."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ripplegraph.store.database import Database

Stamp = tuple[object, ...]

_HEADER: Final = 48
"""So many bytes of the shared memory of a write-ahead log say which transaction was the last."""


def read_stamp(database: Database) -> Stamp:
    """Return what changes with every transaction of a database; quick, and opens nothing."""
    return (
        _read_status(database.path),
        _read_status(database.write_ahead_log),
        _read_header(database.shared_memory),
    )


def _read_status(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _read_header(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_HEADER)
    except OSError:
        return b""
