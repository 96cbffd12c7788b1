"""Reads the links among the memories, and little else: what answers about code have time for."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from typing import Any, NamedTuple

from ripplegraph.store.sql import statements


class LinkRow(NamedTuple):
    """A live link."""

    memory: str
    content: str
    details: dict[str, Any]
    confidence: float


def has_links(connection: sqlite3.Connection) -> bool:
    """Tell whether there is any live link."""
    return bool(connection.execute(statements.MEMORY_HAS_LINKS).fetchone()[0])


def read_links(connection: sqlite3.Connection) -> Iterator[LinkRow]:
    """Yield every live link, oldest first."""
    for memory, content, details, confidence in connection.execute(statements.MEMORY_LINKS):
        yield LinkRow(memory, content, json.loads(details), confidence)


def read_knowledge(connection: sqlite3.Connection) -> frozenset[str]:
    """Return the nodes of knowledge that live memories are about."""
    return frozenset(name for (name,) in connection.execute(statements.MEMORY_KNOWLEDGE_NODES))
