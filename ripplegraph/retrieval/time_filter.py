"""Time filters of a search: the last sessions, or around an event."""

import sqlite3
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ripplegraph.errors import UsageError
from ripplegraph.git.command import run_git
from ripplegraph.memory.clock import read_time, write_time
from ripplegraph.memory.lookup import UnknownMemoryError, resolve_memory
from ripplegraph.retrieval.request import SearchRequest
from ripplegraph.store.memory.memory_reader import MemoryFilter
from ripplegraph.store.sql import statements

Span = tuple[datetime, datetime]


def narrow(
    connection: sqlite3.Connection, wanted: MemoryFilter, request: SearchRequest, *, root: Path
) -> MemoryFilter:
    """Add the time of a request to a filter."""
    if request.last_sessions is not None:
        rows = connection.execute(statements.MEMORY_LATEST_SESSIONS, (request.last_sessions,))
        wanted = replace(wanted, sessions=[session for (session,) in rows])
    if request.around is None:
        return wanted
    first, last = find_span(connection, request.around, root=root)
    window = timedelta(days=request.window_days)
    after, before = write_time(first - window), write_time(last + window)
    return replace(
        wanted,
        after=max(after, wanted.after or after),
        before=min(before, wanted.before or before),
    )


def find_span(connection: sqlite3.Connection, text: str, *, root: Path) -> Span:
    """Return when something happened: a work unit or task, a memory, or a commit."""
    row = connection.execute(statements.MEMORY_UNIT_TIMES, {"unit": text}).fetchone()
    if row and row[0]:
        return read_time(row[0]), read_time(row[1])
    try:
        moment = read_time(resolve_memory(connection, text).created_at)
    except UnknownMemoryError:
        moment = _get_commit_time(root, text)
    return moment, moment


def _get_commit_time(root: Path, text: str) -> datetime:
    # The text is data: `--end-of-options` keeps git from taking it for an option.
    result = run_git(root, "show", "-s", "--format=%ct", "--end-of-options", f"{text}^{{commit}}")
    seconds = result.output.decode(errors="replace").strip()
    if result.code or not seconds.isdigit():
        raise UsageError(
            f"{text!r:.80} is no work unit, no memory and no commit.",
            hint="Give the id of a memory, of a task, or a revision such as HEAD~3.",
        )
    return datetime.fromtimestamp(int(seconds), UTC)
