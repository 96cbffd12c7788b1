"""The progress of memories in the changes of a worktree, quick to read."""

import json
import sqlite3
from collections.abc import Mapping

from ripplegraph.store.sql import statements

CURSOR = "memory_cursor"
HEAD = "memory_head"


def read_progress(graph: sqlite3.Connection) -> Mapping[str, str]:
    return dict(graph.execute(statements.SELECT_MEMORY_PROGRESS))


def has_followed(graph: sqlite3.Connection, memories: sqlite3.Connection) -> bool:
    """Tell whether everything that happened to memories was compared with the code."""
    cursor = json.loads(read_progress(graph).get(CURSOR, "{}"))
    last = memories.execute(statements.MEMORY_LAST_EVENT).fetchone()[0]
    return bool(cursor.get("event", 0) == last)
