"""Finds memories: by id, by what they are like, and by the words in them."""

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ripplegraph.memory.confidence import compute_confidence
from ripplegraph.memory.freshness.verdicts import TRUST
from ripplegraph.memory.queries.views import MemoryView
from ripplegraph.memory.text import find_query_words, find_words
from ripplegraph.memory.types.registry import TypeRegistry
from ripplegraph.store.memory.memory_reader import (
    MemoryFilter,
    find_memories,
    read_memories,
    scan_texts,
)
from ripplegraph.store.memory.memory_reader import (
    find_words as find_by_words,
)
from ripplegraph.store.memory.text_index import can_search_words
from ripplegraph.store.records.memory_records import Memory

_RANKED = 200
"""How many of the best matches by words are ranked by trust, too."""


@dataclass(frozen=True)
class Found:
    """Memories in order, and how many there are with those that were left out."""

    memories: list[Memory]
    matched: int


@dataclass(frozen=True)
class MemoryList:
    """The memories that were asked for, best first, and how many there are besides."""

    memories: tuple[MemoryView, ...]
    matched: int
    returned: int
    omitted: int


def list_memories(
    connection: sqlite3.Connection, wanted: MemoryFilter, *, limit: int | None
) -> Found:
    """List memories, the most trusted and newest first."""
    numbers = find_memories(connection, wanted)
    return Found(read_memories(connection, numbers[:limit]), len(numbers))


def search_memories(
    connection: sqlite3.Connection,
    query: str,
    wanted: MemoryFilter,
    *,
    trust: Callable[[Memory], float],
    limit: int | None,
) -> Found:
    """Find memories that hold all words of a question, each at least as the start of a word.

    Where there is none, those that hold the question literally are found. The order is that of
    relevance times trust.
    """
    ranked, matched = find_by_all_words(connection, query, wanted, limit)
    best = sorted(ranked, key=lambda item: item[1])[: max(limit or 0, _RANKED) if limit else None]
    numbers = [number for number, _ in best]
    memories = dict(zip(numbers, read_memories(connection, numbers, anchors=False), strict=True))
    order = sorted(
        best,
        key=lambda item: (
            item[1] * (0.1 + trust(memories[item[0]])),
            memories[item[0]].id,
        ),
    )
    chosen = [number for number, _ in order[:limit]]
    return Found(read_memories(connection, chosen), matched)


def find_by_all_words(
    connection: sqlite3.Connection, query: str, wanted: MemoryFilter, limit: int | None
) -> tuple[list[tuple[int, float]], int]:
    """Find what holds all words of a query, or else the query literally: the lowest rank first."""
    ranked, matched = _find_by_words(connection, find_query_words(query), wanted, limit)
    if not ranked:
        ranked = _find_literally(connection, query.strip(), wanted)
        matched = len(ranked)
    return ranked, matched


def build_trust(
    registry: TypeRegistry, verdicts: Mapping[str, str], *, now: str
) -> Callable[[Memory], float]:
    """Return what says how much a memory is trusted, given the known verdicts."""

    def compute(memory: Memory) -> float:
        share = TRUST.get(verdicts.get(memory.id, ""), 1.0)
        return compute_confidence(memory, registry, now=now) * share

    return compute


def _find_by_words(
    connection: sqlite3.Connection, words: list[str], wanted: MemoryFilter, limit: int | None
) -> tuple[list[tuple[int, float]], int]:
    if not words:
        return [], 0
    if can_search_words(connection):
        query = " AND ".join(f'"{word}"*' for word in words)
        most = -1 if limit is None else max(limit, _RANKED)
        return find_by_words(connection, query, wanted, limit=most)
    found = []
    for number, title, content in scan_texts(connection, wanted):
        text = f" {' '.join(find_words(f'{title} {content}'))}"
        if all(f" {word}" in text for word in words):
            found.append((number, -1.0))
    return found, len(found)


def _find_literally(
    connection: sqlite3.Connection, query: str, wanted: MemoryFilter
) -> list[tuple[int, float]]:
    wanted_text = query.casefold()
    return [
        (number, -1.0)
        for number, title, content in scan_texts(connection, wanted)
        if wanted_text in content.casefold() or wanted_text in title.casefold()
    ]
