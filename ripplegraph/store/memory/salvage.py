"""Reads what can still be read of a damaged database of memories, from a copy of it.

Rows are read one by one where a table cannot be read at once. What is garbled is left out.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from ripplegraph.store.database import Database
from ripplegraph.store.memory.memory_reader import read_aliases, read_event, read_memories
from ripplegraph.store.memory.meta import read_memory_meta
from ripplegraph.store.memory.work_storage import read_work_at
from ripplegraph.store.records.memory_records import Event, Memory
from ripplegraph.store.sql import statements

_HEADER = 100
_PAGE = 4096
_MOST_TRIES = 200_000
_UNREADABLE = (sqlite3.Error, ValueError, TypeError, LookupError, AttributeError)
Item = TypeVar("Item")


@dataclass
class Salvage:
    """The readable content of a damaged database, and the unreadable parts."""

    memories: dict[str, Memory] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    aliases: list[tuple[str, str]] = field(default_factory=list)
    work: list[dict[str, Any]] = field(default_factory=list)
    meta: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def salvage(database: Database, model: Path | None, *, at_least: int) -> Salvage:
    """Read a database; `model` is a sound one of the same kind, whose header it may be given.

    `at_least` is how many events it is known to have had.
    """
    found = Salvage()
    if not database.path.is_file() or not database.path.stat().st_size:
        found.problems.append(f"{database.path} holds nothing")
        return found
    with _open_copy(database, model) as connection:
        if connection is None:
            found.problems.append(f"nothing in {database.path} can be read")
            return found
        _read_all(connection, found, at_least)
    return found


def _read_all(connection: sqlite3.Connection, found: Salvage, at_least: int) -> None:
    memories = _Table(connection, "memories", at_least)
    for (memory,) in memories.read(lambda number: read_memories(connection, [number])):
        found.memories[memory.id] = memory
    events = _Table(connection, "memory_events", at_least)
    found.events.extend(events.read(lambda number: read_event(connection, number)))
    work = _Table(connection, "work_events", at_least)
    for lines in work.read(lambda number: read_work_at(connection, number)):
        found.work.extend(lines)
    try:
        found.aliases.extend(read_aliases(connection))
        found.meta.update(read_memory_meta(connection))
    except _UNREADABLE as error:
        found.problems.append(f"aliases or meta: {error}")
    for table in (memories, events, work):
        if table.failed:
            found.problems.append(table.describe())


class _Table:
    """A table whose rows have numbers, some of which may be lost."""

    def __init__(self, connection: sqlite3.Connection, name: str, at_least: int) -> None:
        self._connection = connection
        self._name = name
        self._at_least = at_least
        self.failed = 0
        self._reason = ""

    def read(self, get: Callable[[int], Item | None]) -> Iterator[Item]:
        """Yield what can be read, in the order of the numbers."""
        for number in self._find_numbers():
            try:
                item = get(number)
            except _UNREADABLE as error:
                self._fail(error)
            else:
                if item is not None and item != []:
                    yield item

    def describe(self) -> str:
        return f"{self.failed} or more rows of {self._name} cannot be read ({self._reason})"

    def _find_numbers(self) -> list[int]:
        found = set(self._list("ASC"))
        if not self.failed:
            return sorted(found)
        found.update(self._list("DESC"))
        last = max([*found, self._at_least])
        # Each row is found on its own way through the tree; only some ways are broken.
        candidates = range(1, min(last, _MOST_TRIES) + 1)
        return sorted(found.union(candidates))

    def _list(self, direction: str) -> Iterator[int]:
        query = f"SELECT number FROM {self._name} NOT INDEXED ORDER BY number {direction}"  # noqa: S608
        try:
            for (number,) in self._connection.execute(query):
                if isinstance(number, int):
                    yield number
        except _UNREADABLE as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        self.failed += 1
        self._reason = self._reason or f"{error}"


@contextmanager
def _open_copy(database: Database, model: Path | None) -> Iterator[sqlite3.Connection | None]:
    with TemporaryDirectory(prefix="ripple-") as folder:
        for repair in (_leave, _put_header, _put_first_page):
            copy = Path(folder, f"{repair.__name__}.db")
            shutil.copyfile(database.path, copy)
            with suppress(OSError):
                log = copy.with_name(f"{copy.name}-wal")
                shutil.copyfile(database.write_ahead_log, log)
            if not repair(copy, model):
                continue
            with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
                if _has_tables(connection):
                    yield connection
                    return
        yield None


def _has_tables(connection: sqlite3.Connection) -> bool:
    try:
        tables = {name for (name,) in connection.execute(statements.SELECT_TABLES)}
    except sqlite3.Error:
        return False
    return {"memories", "memory_events"} <= tables


def _leave(_: Path, __: Path | None) -> bool:
    return True


def _put_header(copy: Path, model: Path | None) -> bool:
    return _put_first_bytes(copy, model, _HEADER)


def _put_first_page(copy: Path, model: Path | None) -> bool:
    return _put_first_bytes(copy, model, _PAGE)


def _put_first_bytes(copy: Path, model: Path | None, size: int) -> bool:
    """Overwrite the beginning of a file with that of another one, but keep how long it is."""
    if model is None:
        return False
    with model.open("rb") as source, copy.open("r+b") as target:
        head = bytearray(source.read(size))
        pages = copy.stat().st_size // _PAGE
        head[28:32] = pages.to_bytes(4, "big")
        target.write(head)
    return True
