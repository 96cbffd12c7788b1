"""Adds memories about files that change together with those that a search led to."""

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from ripplegraph.config import HistoryConfig
from ripplegraph.errors import UsageError
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.indexing.history.cochange_queries import co_changes
from ripplegraph.memory.queries.places import find_about
from ripplegraph.store.memory.memory_reader import MemoryFilter, find_memories
from ripplegraph.store.records.memory_records import Memory

TYPES = ("gotcha", "pattern", "error_pattern", "dead_end")
STRONG = 0.6
"""The share of a file's changes that must have changed the other one, too."""
MOST_FILES = 5
MOST_MEMORIES = 5


def find_files(memories: Iterable[Memory]) -> list[str]:
    """Return every file that memories are about, in their order."""
    files = [
        anchor.current_target.partition(SEPARATOR)[0]
        for memory in memories
        for anchor in memory.anchors
        if anchor.role == "subject" and anchor.kind not in ("glob", "directory", "knowledge")
    ]
    return list(dict.fromkeys(files))


def find_companions(
    graph: sqlite3.Connection, files: Collection[str], history: HistoryConfig
) -> list[tuple[str, str]]:
    """Return the files that most surely change with any of these, each with the one it follows."""
    best: dict[str, tuple[float, str]] = {}
    for file in files:
        for path, share in _find_together(graph, file, history):
            if path not in files and share > best.get(path, (STRONG, ""))[0]:
                best[path] = (share, file)
    order = sorted(best, key=lambda path: (-best[path][0], path))
    return [(path, best[path][1]) for path in order[:MOST_FILES]]


def find_more(
    memories: sqlite3.Connection,
    graph: sqlite3.Connection,
    companions: Iterable[tuple[str, str]],
    wanted: MemoryFilter,
    known: Collection[int],
) -> Iterator[tuple[int, str]]:
    """Yield the numbers of more memories, with why: those about companions that help to avoid."""
    types = [name for name in TYPES if wanted.types is None or name in wanted.types]
    for path, followed in companions:
        about = find_about(memories, graph, path)
        ids = about if wanted.ids is None else about & set(wanted.ids)
        for number in find_memories(memories, replace(wanted, types=types, ids=ids)):
            if number not in known:
                yield number, f"{path} changes together with {followed}"


def _find_together(
    graph: sqlite3.Connection, file: str, history: HistoryConfig
) -> Iterator[tuple[str, float]]:
    try:
        together = co_changes(graph, file, config=history, limit=MOST_FILES * 2)
    except UsageError:
        return
    for item in together.files:
        yield item.path, item.confidence
