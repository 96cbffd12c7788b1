"""How far the history of a project was read, in what takes no time to load."""

import sqlite3
from collections.abc import Collection

from ripplegraph.config import HistoryConfig
from ripplegraph.git.repository import Repository, read_shallow_boundary
from ripplegraph.store import statements
from ripplegraph.store.hashing import hash_content

_FORMAT = "2"


def is_history_at(
    head: str | None,
    connection: sqlite3.Connection,
    repository: Repository,
    *,
    config: HistoryConfig,
) -> bool:
    """Tell whether the history up to a commit is what was read last."""
    wanted = describe_settings(read_shallow_boundary(repository), config)
    return wanted.items() | {("head", head or "")} <= read_state(connection).items()


def read_state(connection: sqlite3.Connection) -> dict[str, str]:
    """Return what is recorded about the history: how far it was read, and how."""
    return dict(connection.execute(statements.SELECT_HISTORY_STATE))


def describe_settings(boundary: Collection[str], config: HistoryConfig) -> dict[str, str]:
    """Return what decides, besides the commit, what is kept of a history."""
    return {
        "format": _FORMAT,
        "max_commits": str(config.max_commits),
        "shallow": hash_content("\n".join(sorted(boundary)).encode()) if boundary else "",
    }
