"""Says what an answer does not cover: files that were not read, and names that lead nowhere."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ripplegraph.impact.targets import Aim
from ripplegraph.store import statements

_NAMES = 3
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


def find_missed(graph: sqlite3.Connection, aims: Sequence[Aim]) -> Mapping[str, Any]:
    """Count the calls by name that lead nowhere and may mean a target, or something in it."""
    names: dict[str, int] = {}
    for aim in aims:
        if aim.type == "file":
            rows = graph.execute(statements.SELECT_MISSED_CALLS_OF_FILE, (aim.files[0],))
        elif aim.node is not None:
            rows = graph.execute(statements.SELECT_MISSED_CALLS_OF_NAME, (aim.node,))
        else:
            continue
        names |= {name: calls for name, calls, _ in rows}
    order = sorted(names, key=lambda name: (-names[name], name))
    return {"calls": sum(names.values()), "names": {name: names[name] for name in order[:_NAMES]}}


def describe_missed(missed: Mapping[str, Any]) -> Iterator[str]:
    if missed["calls"]:
        names = ", ".join(f"`{name}`" for name in missed["names"])
        calls = "1 call" if missed["calls"] == 1 else f"{missed['calls']:,} calls"
        yield f"{calls} by name ({names}) lead to nothing known and may mean it"


def count_unread(graph: sqlite3.Connection) -> Mapping[str, Any]:
    """Return how many files were not read, or only in part."""
    rows = graph.execute(statements.COUNT_UNREAD_FILES)
    return {status: count for status, count in rows if status != "known"}
