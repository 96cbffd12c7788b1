"""Lookup of a memory by its id, the end of it, or an imported id."""

import sqlite3

from ripplegraph.errors import UsageError
from ripplegraph.store.memory.memory_reader import (
    find_ids_ending,
    get_alias,
    get_memory,
    read_events,
)
from ripplegraph.store.records.memory_records import Memory

SHORTEST_ENDING = 6


class UnknownMemoryError(UsageError):
    """An id that names no memory."""


class NoSuchMemoryError(UnknownMemoryError):
    """An id that never named a memory."""


def resolve_memory(connection: sqlite3.Connection, text: str) -> Memory:
    """Return the memory with an id, with the end of one, or that an imported id stands for."""
    found = get_memory(connection, text) or get_memory(
        connection, get_alias(connection, text) or ""
    )
    if found:
        return found
    ending = find_ids_ending(connection, text) if len(text) >= SHORTEST_ENDING else []
    if len(ending) > 1:
        raise UnknownMemoryError(
            f"{text!r:.80} may be one of several memories.", hint=f"Say which: {', '.join(ending)}."
        )
    memory = get_memory(connection, ending[0]) if ending else None
    if memory is None:
        raise build_unknown_error(connection, text)
    return memory


def build_unknown_error(connection: sqlite3.Connection, text: str) -> UnknownMemoryError:
    removals = [event for event in read_events(connection, text) if event.after is None]
    if removals:
        return UnknownMemoryError(
            f"The memory {text} was removed at {removals[-1].at} by {removals[-1].actor}.",
            hint=f"`ripple memories undo {text}` brings it back.",
        )
    return NoSuchMemoryError(
        f"There is no memory {text!r:.80}.", hint="`ripple memories list` shows what there is."
    )
