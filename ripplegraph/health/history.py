"""Check of the history: whether all of it could be read."""

import sqlite3
from collections.abc import Iterator

from ripplegraph.health.report import Check, passed, warned
from ripplegraph.indexing.history.history_gaps import describe_gaps, is_damaged
from ripplegraph.indexing.history.history_state import read_state


def check_history(connection: sqlite3.Connection) -> Iterator[Check]:
    """Name what is missing; a clone that was made without its past is as it should be."""
    state = read_state(connection)
    if not state:
        return
    gaps = " ".join(describe_gaps(state))
    if is_damaged(state):
        fix = "Run `git fsck` to see what is missing, fetch it again, then `ripple scan`."
        yield warned("history", gaps, fix=fix)
    else:
        kept, total = state.get("kept", "0"), state.get("total", "0")
        yield passed("history", gaps or f"{kept} of {total} commits")
