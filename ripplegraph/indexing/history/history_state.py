"""The state of a read history, quick to load."""

import sqlite3
from collections.abc import Collection, Mapping

from ripplegraph.config import HistoryConfig
from ripplegraph.git.repository import Repository, read_shallow_boundary
from ripplegraph.store.files.content_hash import hash_content
from ripplegraph.store.sql import statements

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
    state = read_state(connection)
    is_there = wanted.items() | {("head", head or "")} <= state.items()
    return is_there and not may_be_mended(state, repository)


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


def may_be_mended(state: Mapping[str, str], repository: Repository) -> bool:
    """Tell whether objects came since a history was read in which some were missing."""
    return "problem" in state or state.get("objects", "") not in ("", describe_objects(repository))


def describe_objects(repository: Repository) -> str:
    """Return what changes when objects are added to a repository."""
    folder = repository.common_dir / "objects"
    try:
        places = [folder, *(place for place in folder.iterdir() if place.is_dir())]
        return str(max(place.stat().st_mtime_ns for place in places))
    except OSError:
        return "unknown"
