"""Reads memories and their events with the standard library alone."""

import json
import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ripplegraph.store.memory.spool_view import SpoolView
from ripplegraph.store.records.memory_records import (
    Anchor,
    Event,
    Memory,
    Move,
    Provenance,
    Relation,
    read_looks,
)
from ripplegraph.store.sql import statements
from ripplegraph.store.sqlite.owned_connection import read_content

_CHUNK = 500


@dataclass(frozen=True)
class MemoryFilter:
    """A filter of memories; a field that is None does not matter."""

    types: Collection[str] | None = None
    states: Collection[str] | None = None
    scope: str | None = None
    scope_ref: str | None = None
    channel: str | None = None
    min_confidence: float | None = None
    tag: str | None = None
    not_session: str | None = None
    sessions: Collection[str] | None = None
    after: str | None = None
    before: str | None = None
    needs_review: bool | None = None
    about: str | None = None
    """A file, folder or symbol; memories about what is inside count, too."""
    ids: Collection[str] | None = None
    """Which memories `about` comes down to: where code is depends on the worktree."""
    but_types: Collection[str] | None = None

    def build_values(self) -> dict[str, Any]:
        """Return the values for the filters of a statement."""
        values = {name: value for name, value in vars(self).items() if name != "about"}
        for name in ("types", "but_types", "states", "ids", "sessions"):
            if values[name] is not None:
                values[name] = json.dumps(list(values[name]))
        return values


def find_about(connection: sqlite3.Connection, about: str) -> set[str]:
    """Return the memories with an anchor that is, or once was, at a place or in it."""
    first, end = get_inside(about)
    values = {"about": about, "first": first, "end": end}
    return {memory_id for (memory_id,) in connection.execute(statements.MEMORY_ABOUT, values)}


def get_inside(place: str) -> tuple[str, str]:
    """Return the first id inside a place, and the first one after all of them."""
    if place in (".", "./"):
        return "", "\U0010ffff"
    if place.endswith("/"):
        return place, f"{place[:-1]}0"
    if "::" in place:
        return f"{place}.", f"{place}/"
    return f"{place}::", f"{place}:;"


def get_memory(connection: sqlite3.Connection, memory_id: str) -> Memory | None:
    row = connection.execute(statements.MEMORY_NUMBER, (memory_id,)).fetchone()
    return next(iter(read_memories(connection, row)), None) if row else None


def read_by_ids(connection: sqlite3.Connection, ids: Iterable[str]) -> list[Memory]:
    """Read the memories among these ids that are there, oldest first."""
    rows = connection.execute(statements.MEMORY_NUMBERS, (json.dumps(sorted(ids)),))
    return read_memories(connection, [number for (number,) in rows])


def read_memories(
    connection: sqlite3.Connection, numbers: Iterable[int], *, anchors: bool = True
) -> list[Memory]:
    """Read memories by number, in the order of the numbers; without anchors it is quicker."""
    with read_content(connection, "a memory"):
        return _read_memories(connection, list(numbers), anchors=anchors)


def _read_memories(
    connection: sqlite3.Connection, wanted: list[int], *, anchors: bool
) -> list[Memory]:
    listed = json.dumps(wanted)
    tags = _group(connection.execute(statements.MEMORY_SELECT_TAGS, (listed,)))
    claims = _group(connection.execute(statements.MEMORY_SELECT_CLAIMS, (listed,)))
    relations = _group(connection.execute(statements.MEMORY_SELECT_RELATIONS, (listed,)))
    anchored = _read_anchors(connection, listed) if anchors else {}
    found = {}
    for row in connection.execute(statements.MEMORY_SELECT_BY_NUMBER, (listed,)):
        number = row[0]
        found[number] = _build_memory(
            row,
            tags=tuple(tag for (tag,) in tags[number]),
            anchors=tuple(anchored.get(number, ())),
            claims=tuple(claim for (claim,) in claims[number]),
            relations=tuple(
                Relation(kind, memory, path, confidence, bool(auto), at)
                for kind, memory, path, confidence, auto, at in relations[number]
            ),
        )
    return [found[number] for number in wanted if number in found]


def read_live(connection: sqlite3.Connection) -> Iterator[Memory]:
    """Yield every memory that counts, without holding all of them at once."""
    numbers = [number for (number,) in connection.execute(statements.MEMORY_LIVE)]
    for start in range(0, len(numbers), _CHUNK):
        yield from read_memories(connection, numbers[start : start + _CHUNK])


def read_all_memories(connection: sqlite3.Connection) -> Iterator[Memory]:
    """Yield every memory by its id, without holding all of them at once."""
    yield from _read_in_chunks(connection, connection.execute(statements.MEMORY_NUMBERS_BY_ID))


def read_wanted(connection: sqlite3.Connection, wanted: MemoryFilter) -> Iterator[Memory]:
    """Yield the memories that are wanted, the most trusted and newest first."""
    rows = connection.execute(statements.MEMORY_FIND, wanted.build_values())
    yield from _read_in_chunks(connection, rows)


def _read_in_chunks(connection: sqlite3.Connection, rows: Iterable[tuple[int]]) -> Iterator[Memory]:
    numbers = array("q", (number for (number,) in rows))
    for start in range(0, len(numbers), _CHUNK):
        yield from read_memories(connection, numbers[start : start + _CHUNK])


def read_origins(connection: sqlite3.Connection) -> set[str]:
    """Return the commits at which memories were learned."""
    return {commit for (commit,) in connection.execute(statements.MEMORY_ORIGINS)}


def find_memories(connection: sqlite3.Connection, wanted: MemoryFilter) -> list[int]:
    """Return the numbers of all memories that are wanted, the most trusted and newest first."""
    rows = connection.execute(statements.MEMORY_FIND, wanted.build_values())
    return [number for (number,) in rows]


def find_words(
    connection: sqlite3.Connection, words: str, wanted: MemoryFilter, *, limit: int
) -> tuple[list[tuple[int, float]], int]:
    """Return the best matches for a full text query with their rank, and how many there are."""
    values = {**wanted.build_values(), "words": words, "limit": limit}
    rows = list(connection.execute(statements.MEMORY_FIND_WORDS, values))
    if len(rows) < limit:
        return rows, len(rows)
    return rows, int(connection.execute(statements.MEMORY_COUNT_WORDS, values).fetchone()[0])


def scan_texts(
    connection: sqlite3.Connection, wanted: MemoryFilter
) -> Iterator[tuple[int, str, str]]:
    """Yield number, title and content of each memory that is wanted."""
    yield from connection.execute(statements.MEMORY_SCAN_TEXTS, wanted.build_values())


def find_ids_ending(connection: sqlite3.Connection, ending: str) -> list[str]:
    rows = connection.execute(statements.MEMORY_IDS_ENDING, {"ending": ending})
    return [found for (found,) in rows]


def find_with_text(connection: sqlite3.Connection, text_hash: str) -> list[str]:
    return [found for (found,) in connection.execute(statements.MEMORY_WITH_TEXT, (text_hash,))]


def find_like(
    connection: sqlite3.Connection, memory: Memory, bands: Collection[int], *, limit: int
) -> list[tuple[str, str]]:
    """Return ids and texts of memories in the same place whose texts may be like one's."""
    values = {
        "bands": json.dumps(list(bands)),
        "type": memory.type,
        "scope": memory.scope,
        "scope_ref": memory.scope_ref,
        "limit": limit,
    }
    rows = connection.execute(statements.MEMORY_LIKE_BANDS, values)
    return [(memory_id, content) for _, memory_id, content in rows]


def get_alias(connection: sqlite3.Connection, alias: str) -> str | None:
    row = connection.execute(statements.MEMORY_SELECT_ALIAS, (alias,)).fetchone()
    return None if row is None else str(row[0])


def read_aliases(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    return list(connection.execute(statements.MEMORY_ALIASES))


def read_events(connection: sqlite3.Connection, memory_id: str | None = None) -> list[Event]:
    """Return the events of a memory, or all, oldest first."""
    if memory_id is None:
        return _build_events(connection, connection.execute(statements.MEMORY_EVENTS))
    rows = connection.execute(statements.MEMORY_EVENTS_OF, (memory_id,))
    return _build_events(connection, rows)


def read_all_events(connection: sqlite3.Connection) -> Iterator[Event]:
    """Yield all events by time and id, without holding all of them at once."""
    rows = connection.execute(statements.MEMORY_EVENT_NUMBERS)
    numbers = array("q", (number for (number,) in rows))
    for start in range(0, len(numbers), _CHUNK):
        listed = json.dumps(numbers[start : start + _CHUNK].tolist())
        rows = connection.execute(statements.MEMORY_EVENTS_BY_NUMBER, (listed,))
        yield from (_build_event(row) for row in rows)


def has_events_of(connection: sqlite3.Connection, memory_id: str) -> bool:
    """Tell whether anything ever happened to a memory."""
    return connection.execute(statements.MEMORY_HAS_EVENTS_OF, (memory_id,)).fetchone() is not None


def read_events_since(connection: sqlite3.Connection, number: int) -> list[Event]:
    """Return what was written after a numbered event, in that order."""
    rows = connection.execute(statements.MEMORY_EVENTS_SINCE, (number,))
    return _build_events(connection, rows)


def read_event(connection: sqlite3.Connection, number: int) -> Event | None:
    """Return an event by its number."""
    row = connection.execute(statements.MEMORY_EVENT_AT, (number,)).fetchone()
    return None if row is None else _build_event(row)


def read_events_caused_by(connection: sqlite3.Connection, event_id: str) -> list[Event]:
    """Return what an event made happen, newest first."""
    rows = connection.execute(statements.MEMORY_EVENTS_CAUSED_BY, (event_id,))
    return _build_events(connection, rows)


def read_latest_events(
    connection: sqlite3.Connection, *, after: str | None, action: str | None, limit: int
) -> list[Event]:
    values = {"after": after, "action": action, "limit": limit}
    rows = connection.execute(statements.MEMORY_LATEST_EVENTS, values)
    return _build_events(connection, rows)


def read_last_event(connection: sqlite3.Connection) -> int:
    """Return the number of the latest event; 0 where there is none.

    Events that wait in a spool have no number yet that lasts, and do not count.
    """
    if isinstance(connection, SpoolView):
        return connection.base_event
    return int(connection.execute(statements.MEMORY_LAST_EVENT).fetchone()[0])


def find_changed_since(connection: sqlite3.Connection, event: int) -> set[str]:
    """Return the ids of memories to which something happened after a numbered event."""
    rows = connection.execute(statements.MEMORY_CHANGED_SINCE, (event,))
    return {memory_id for (memory_id,) in rows}


def has_event(connection: sqlite3.Connection, event_id: str) -> bool:
    return connection.execute(statements.MEMORY_HAS_EVENT, (event_id,)).fetchone() is not None


def read_counts(connection: sqlite3.Connection) -> list[tuple[str, str, str, int]]:
    """Return how many memories there are of each type, scope and state."""
    return list(connection.execute(statements.MEMORY_COUNTS))


def _read_anchors(connection: sqlite3.Connection, listed: str) -> Mapping[int, list[Anchor]]:
    rows = list(connection.execute(statements.MEMORY_SELECT_ANCHORS, (listed,)))
    anchor_ids = json.dumps([row[1] for row in rows])
    moves = _group(connection.execute(statements.MEMORY_SELECT_MOVES, (anchor_ids,)))
    anchors = defaultdict(list)
    for memory, anchor_id, target, role, kind, resolved, looks in rows:
        trail = tuple(Move(*move) for move in moves[anchor_id])
        seen = read_looks(looks)
        anchor = Anchor(target, role, kind, bool(resolved), seen, trail)
        anchors[memory].append(anchor)
    return anchors


def _group(rows: Iterable[tuple[Any, ...]]) -> Mapping[int, list[tuple[Any, ...]]]:
    grouped = defaultdict(list)
    for key, *values in rows:
        grouped[key].append(tuple(values))
    return grouped


def _build_memory(row: tuple[Any, ...], **parts: Any) -> Memory:
    (
        _, memory_id, kind, raw_type, title, content, details, state, scope, scope_ref, confidence,
        importance, half_life, pinned, verified, review, tainted, provenance, created_at,
        updated_at, verified_at, last_used_at, use_count, confirmations, expires_at, archived_at,
        merged_at,
    ) = row  # fmt: skip
    origin = json.loads(provenance)
    origin["confirmed_by"] = tuple(origin["confirmed_by"])
    return Memory(
        id=memory_id,
        type=kind,
        raw_type=raw_type,
        title=title,
        content=content,
        details=json.loads(details),
        state=state,
        scope=scope,
        scope_ref=scope_ref,
        confidence=confidence,
        importance=importance,
        half_life_days=half_life,
        pinned=bool(pinned),
        user_verified=bool(verified),
        needs_review=bool(review),
        tainted=bool(tainted),
        provenance=Provenance(**origin),
        created_at=created_at,
        updated_at=updated_at,
        verified_at=verified_at,
        last_used_at=last_used_at,
        use_count=use_count,
        confirmations=confirmations,
        expires_at=expires_at,
        archived_at=archived_at,
        merged_at=merged_at,
        **parts,
    )


def _build_events(connection: sqlite3.Connection, rows: Iterable[tuple[Any, ...]]) -> list[Event]:
    with read_content(connection, "an event of a memory"):
        return [_build_event(row) for row in rows]


def _build_event(row: tuple[Any, ...]) -> Event:
    event_id, memory_id, at, action, actor, reason, cause, undoes, before, after = row
    return Event(
        event_id,
        memory_id,
        at,
        action,
        actor,
        reason,
        cause,
        undoes,
        _decode(before),
        _decode(after),
    )


def _decode(text: str | None) -> dict[str, Any] | None:
    return None if text is None else json.loads(text)
