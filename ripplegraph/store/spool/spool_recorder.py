"""Makes a view of the memories in memory, and records what a transaction changes there."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping

from ripplegraph.store.backups.memory_marker import refuse_known_to_graph
from ripplegraph.store.connection import exists
from ripplegraph.store.database import Database
from ripplegraph.store.memory.memory_reader import (
    get_memory,
    read_aliases,
    read_events_since,
)
from ripplegraph.store.memory.meta import read_memory_meta
from ripplegraph.store.memory.spool_view import SpoolView
from ripplegraph.store.memory.text_index import DERIVED_META
from ripplegraph.store.memory.work_storage import read_work_since
from ripplegraph.store.records.memory_records import Plain, to_plain
from ripplegraph.store.spool.spool_records import Recording, SpooledRow
from ripplegraph.store.sql import statements
from ripplegraph.store.sqlite.copies import copy_steadily
from ripplegraph.store.sqlite.failures import translate_errors
from ripplegraph.store.sqlite.raw_connection import open_as_it_is, read_version

# Which memories were touched, in order.
_WATCH = (
    "CREATE TEMP TABLE touched_memories (position INTEGER PRIMARY KEY, id TEXT UNIQUE)",
    "CREATE TEMP TRIGGER note_insert AFTER INSERT ON main.memories "
    "BEGIN INSERT OR IGNORE INTO touched_memories (id) VALUES (new.id); END",
    "CREATE TEMP TRIGGER note_update AFTER UPDATE ON main.memories "
    "BEGIN INSERT OR IGNORE INTO touched_memories (id) VALUES (new.id); END",
    "CREATE TEMP TRIGGER note_delete AFTER DELETE ON main.memories "
    "BEGIN INSERT OR IGNORE INTO touched_memories (id) VALUES (old.id); END",
)
_SELECT_TOUCHED = "SELECT id FROM touched_memories ORDER BY position"
_FORGET_TOUCHED = "DELETE FROM touched_memories"

Replay = Callable[[sqlite3.Connection], object]
"""Applies what waits in a spool."""


def open_view(database: Database, replay: Replay) -> SpoolView:
    """Copy the memories, which may not be there yet, and apply what waits; close it after use."""
    view = sqlite3.connect(":memory:", isolation_level=None, factory=SpoolView)
    try:
        with translate_errors(database):
            _fill(view, database)
        view.database = database
        _apply(view, replay)
    except BaseException:
        view.close()
        raise
    return view


class Recorder:
    """A transaction whose changes are to be known; they come to stay in the spool only."""

    def __init__(self, view: SpoolView) -> None:
        self._view = view
        self._event = view.execute(statements.MEMORY_LAST_EVENT).fetchone()[0]
        self._aliases = set(read_aliases(view))
        self._meta = read_memory_meta(view)
        self._work_event = view.execute(statements.MEMORY_LAST_WORK_EVENT).fetchone()[0]
        view.execute("BEGIN")

    def finish(self) -> Recording:
        """End the transaction and return what it changed."""
        view = self._view
        events = tuple(read_events_since(view, self._event))
        aliases = tuple(alias for alias in read_aliases(view) if alias not in self._aliases)
        meta = _find_new(self._meta, read_memory_meta(view))
        work = tuple(read_work_since(view, self._work_event))
        touched = _read_touched(view)
        after = _read_plain(view, touched)
        view.rollback()
        before = _read_plain(view, touched)
        rows = (_build_row(name, before[name], after[name]) for name in touched)
        changed = tuple(row for row in rows if row is not None)
        return Recording(events, changed, aliases, meta, work)


def _fill(view: SpoolView, database: Database) -> None:
    if exists(database):
        with open_as_it_is(database) as source:
            read_version(source, database)
            copy_steadily(source, database, view)
    else:
        refuse_known_to_graph(database)
    if read_version(view, database) < database.version:
        from ripplegraph.store.schema.migrations import migrate_copy

        migrate_copy(view, database)
    view.base_event = view.execute(statements.MEMORY_LAST_EVENT).fetchone()[0]


def _apply(view: SpoolView, replay: Replay) -> None:
    view.execute("PRAGMA foreign_keys = ON")
    for statement in _WATCH:
        view.execute(statement)
    view.execute("BEGIN")
    replay(view)
    view.waiting = frozenset(_read_touched(view))
    view.execute(_FORGET_TOUCHED)
    view.execute("COMMIT")


def _read_touched(view: SpoolView) -> list[str]:
    return [name for (name,) in view.execute(_SELECT_TOUCHED)]


def _read_plain(view: SpoolView, names: Iterable[str]) -> dict[str, Plain | None]:
    found = {name: get_memory(view, name) for name in names}
    return {name: to_plain(memory) if memory else None for name, memory in found.items()}


def _build_row(name: str, before: Plain | None, after: Plain | None) -> SpooledRow | None:
    return None if before == after else SpooledRow(name, before, after)


def _find_new(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    return {
        key: value
        for key, value in after.items()
        if before.get(key) != value and key not in DERIVED_META
    }
