"""Reads the settings that the memory database keeps about itself, such as the project's id."""

import sqlite3
from collections.abc import Mapping

from ripplegraph.store.sql import statements


def read_memory_meta(connection: sqlite3.Connection) -> Mapping[str, str]:
    return dict(connection.execute(statements.MEMORY_SELECT_META))
