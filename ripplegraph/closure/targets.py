"""Looks up a target by its id alone, for the history of files."""

import sqlite3

from ripplegraph.targets.resolution import find_exact
from ripplegraph.targets.target import ResolvedTarget
from ripplegraph.targets.unknown import build_missing_error


def find_target(connection: sqlite3.Connection, node_id: str) -> ResolvedTarget:
    """Return the target with an id, or raise the error that names similar ones."""
    found = find_exact(connection, node_id)
    if found is None:
        raise build_missing_error(connection, node_id)
    return found
