"""A small file beside the memories that says how many events they had when last written.

With it an emptied, vanished or older file is told from a new one. It is written after each
change, so it never claims more than was there.
"""

import json
import os
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from ripplegraph.errors import LostMemoriesError
from ripplegraph.store.database import Database

_START_ANEW = "`ripple doctor --start-empty` begins without memories."


class Marker(NamedTuple):
    """The least content of the memories: numbers of the last events, of memories and of work."""

    events: int = 0
    work_events: int = 0


UNKNOWN = Marker(-1, -1)
"""There is a marker, but nobody knows any more what it said."""


def get_marker_path(database: Database) -> Path:
    return database.path.with_name(f"{database.path.stem}.known.json")


def read_marker(database: Database) -> Marker | None:
    """Return what is known to have been there; None where nothing is."""
    try:
        text = get_marker_path(database).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return UNKNOWN
    try:
        plain = json.loads(text)
        return Marker(int(plain["events"]), int(plain["work_events"]))
    except (ValueError, KeyError, TypeError):
        return UNKNOWN


def write_marker(database: Database, marker: Marker) -> None:
    """Note what is there; where that fails, an older note stays and says less."""
    path = get_marker_path(database)
    partial = path.with_name(f"{path.name}.partial-{os.getpid()}")
    with suppress(OSError):
        try:
            partial.write_text(json.dumps(marker._asdict()))
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)


def refuse_lost(database: Database) -> None:
    """Raise when a database that is not there, or holds nothing, once held memories."""
    marker = read_marker(database)
    if marker is not None and any(marker):
        raise build_lost_error(database, "is missing or empty, although it held memories")
    if marker is None and _has_backups(database):
        raise build_lost_error(database, "is missing or empty, although it has backups")


def refuse_known_to_graph(database: Database) -> None:
    """Raise when the graph of this worktree has followed memories that are not there."""
    if read_marker(database) is None and _read_followed(database):
        raise build_lost_error(
            database, "is missing or empty, although the graph knows of memories"
        )


def check_marker(database: Database, known: Marker | None, found: Marker) -> None:
    """Raise when memories have fewer events than they had: part of them is gone.

    The marker has to be read before the database: others may write meanwhile.
    """
    if known is None:
        return
    missing = max(known.events - found.events, known.work_events - found.work_events)
    if missing > 0:
        raise build_lost_error(
            database, f"is older than it was: at least {missing} changes of memories are gone"
        )


def build_lost_error(database: Database, what: str) -> LostMemoriesError:
    return LostMemoriesError(
        f"The {database} {what}.",
        hint="Run `ripple doctor --restore` to bring back a backup and all that can be read; "
        + _START_ANEW,
        path=database.path,
    )


def _has_backups(database: Database) -> bool:
    if not database.path.parent.is_dir():
        # So it is in most projects without memories, and hooks ask.
        return False
    from ripplegraph.store.backups.backup_list import find_backups

    return bool(find_backups(database))


def _read_followed(database: Database) -> int:
    """Return the last event that the graph beside the spool has followed; 0 if none is known."""
    import sqlite3

    from ripplegraph.store.memory_progress import CURSOR
    from ripplegraph.store.sql import statements

    if database.spool is None:
        return 0
    graph = database.spool.with_name("graph.db")
    with suppress(sqlite3.Error, ValueError, TypeError, AttributeError, OSError):
        if not graph.is_file():
            return 0
        uri = f"{graph.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            rows = dict(connection.execute(statements.SELECT_MEMORY_PROGRESS))
            return int(json.loads(rows.get(CURSOR, "{}")).get("event", 0))
    return 0
