"""The entry points among the targets of an answer: what runs them without a call in sight."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Final

from ripplegraph.impact.report import EntryPoint
from ripplegraph.store.sql import statements
from ripplegraph.targets.target import ResolvedTarget

MOST: Final = 200
"""Of a folder there may be thousands."""


def find_entry_points(
    graph: sqlite3.Connection, resolved: Sequence[ResolvedTarget]
) -> tuple[EntryPoint, ...]:
    """Return how each target, or what lies in it, is started from outside."""
    nodes = [one.node for one in resolved if one.node is not None]
    files = [number for one in resolved for number in one.files]
    found: dict[tuple[str, str], None] = {}
    for query, numbers in (
        (statements.SELECT_STARTS_OF_NODES, nodes),
        (statements.SELECT_STARTS_IN_FILES, files),
    ):
        if numbers:
            for path, label, words, source in graph.execute(query, (json.dumps(numbers), MOST)):
                own = f"{path}::{label}" if label else path
                found[own, words or f"started by {source}"] = None
    return tuple(EntryPoint(own, words) for own, words in sorted(found))
