"""Writes memories for other tools and for keeping: a common JSON, and lossless JSON lines."""

import json
import sqlite3
from collections.abc import Iterator
from typing import Any

from ripplegraph.memory.work.transfer import export_work
from ripplegraph.store.memory.memory_reader import (
    MemoryFilter,
    read_aliases,
    read_all_events,
    read_all_memories,
    read_wanted,
)
from ripplegraph.store.records.memory_records import Memory, to_plain

JSONL_KIND = "ripple_memories"
VERSION = 1


def export_lines(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield everything that is kept as JSON lines, in an order that suits version control.

    Importing them into an empty database brings back the same lines.
    """
    yield _write({"kind": JSONL_KIND, "version": VERSION})
    for memory in read_all_memories(connection):
        yield _write({"kind": "memory", **to_plain(memory)})
    for event in read_all_events(connection):
        yield _write({"kind": "event", **to_plain(event)})
    for alias, memory_id in read_aliases(connection):
        yield _write({"kind": "alias", "alias": alias, "memory_id": memory_id})
    for line in export_work(connection):
        yield _write(line)


def write_document(
    connection: sqlite3.Connection | None, wanted: MemoryFilter, *, project: str, now: str
) -> Iterator[str]:
    """Yield the JSON document that other memory tools read, with types as they were written."""
    head = json.dumps({"version": VERSION, "project": project, "exported_at": now}, indent=2)
    yield head.removesuffix("\n}") + ',\n  "memories": ['
    separator = "\n"
    for memory in read_wanted(connection, wanted) if connection is not None else ():
        entry = json.dumps(_build_entry(memory), indent=2).replace("\n", "\n    ")
        yield f"{separator}    {entry}"
        separator = ",\n"
    yield "]\n}\n" if separator == "\n" else "\n  ]\n}\n"


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
