"""Finds the link that is there already: whatever its reason, a pair of ends has one of a kind."""

from __future__ import annotations

import sqlite3

from ripplegraph.memory.states import LIVE_STATES
from ripplegraph.memory.types.definition import LINK
from ripplegraph.memory.types.links import get_ends
from ripplegraph.store.memory.memory_reader import find_about, get_memory
from ripplegraph.store.records.memory_records import Memory


def find_same_link(connection: sqlite3.Connection, link: Memory) -> Memory | None:
    """Return another live link of the same kind between the same ends, wherever they were."""
    for memory_id in sorted(find_about(connection, get_ends(link).source.target)):
        other = get_memory(connection, memory_id)
        if other is not None and other.id != link.id and _is_same(other, link):
            return other
    return None


def _is_same(known: Memory, link: Memory) -> bool:
    if known.type != LINK or known.state not in LIVE_STATES:
        return False
    pairs = zip(get_ends(known), get_ends(link), strict=True)
    same_ends = all(new.target in old.targets for old, new in pairs)
    return same_ends and known.details["kind"] == link.details["kind"]
