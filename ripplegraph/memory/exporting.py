"""Writes memories for other tools and for keeping: a common JSON, and lossless JSON lines."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

from ripplegraph.memory.layers.exchange import export_work
from ripplegraph.store.memory_reading import (
    MemoryFilter,
    find_memories,
    read_aliases,
    read_events,
    read_memories,
)
from ripplegraph.store.memory_records import Memory, to_plain

JSONL_KIND = "ripple_memories"
VERSION = 1


def export_lines(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield everything that is kept as JSON lines, in an order that suits version control.

    Importing them into an empty database brings back the same lines.
    """
    yield _write({"kind": JSONL_KIND, "version": VERSION})
    numbers = find_memories(connection, MemoryFilter())
    for memory in sorted(read_memories(connection, numbers), key=lambda item: item.id):
        yield _write({"kind": "memory", **to_plain(memory)})
    for event in sorted(read_events(connection), key=lambda item: (item.at, item.id)):
        yield _write({"kind": "event", **to_plain(event)})
    for alias, memory_id in read_aliases(connection):
        yield _write({"kind": "alias", "alias": alias, "memory_id": memory_id})
    for line in export_work(connection):
        yield _write(line)


def export_common(
    connection: sqlite3.Connection, wanted: MemoryFilter, *, project: str, now: str
) -> dict[str, Any]:
    """Build the JSON document that other memory tools read, with types as they were written."""
    memories = read_memories(connection, find_memories(connection, wanted))
    return build_document(memories, project=project, now=now)


def build_document(memories: Iterable[Memory], *, project: str, now: str) -> dict[str, Any]:
    return {
        "version": VERSION,
        "project": project,
        "exported_at": now,
        "memories": [_build_entry(memory) for memory in memories],
    }


def _build_entry(memory: Memory) -> dict[str, Any]:
    return {
        "id": memory.id,
        "type": memory.raw_type,
        "title": memory.title,
        "content": memory.content,
        "confidence": memory.confidence,
        "tags": list(memory.tags),
        "file_refs": [anchor.current_target for anchor in memory.subjects],
        "created_by_hat": memory.provenance.role,
        "source": memory.provenance.raw_channel,
        "use_count": memory.use_count,
    }


def _write(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, sort_keys=True)
