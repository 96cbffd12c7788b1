"""Says what an answer does not cover: files that were not read, and names that lead nowhere."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ripplegraph.impact.targets import Aim
from ripplegraph.store import statements

_UNREAD = {
    "known": "is in no language that ripple reads",
    "skipped": "was not read",
    "failed": "could not be parsed",
    "partial": "has a syntax error: only a part of it is known",
}


def find_warnings(graph: sqlite3.Connection, aims: Sequence[Aim]) -> Iterator[str]:
    """Yield what is not known about targets; an answer without this would seem safe."""
    for aim in aims:
        if aim.type == "file" and aim.status in _UNREAD:
            row = graph.execute(statements.SELECT_FILE_REASON, (aim.id,)).fetchone()
            reason = f" ({row[0]})" if row and row[0] else ""
            yield (
                f"{aim.id} {_UNREAD[aim.status]}{reason}; "
                "what depends on it is known only as far as others name it"
            )


def count_unread(graph: sqlite3.Connection) -> Mapping[str, Any]:
    """Return how many files were not read, or only in part."""
    rows = graph.execute(statements.COUNT_UNREAD_FILES)
    return {status: count for status, count in rows if status != "known"}
