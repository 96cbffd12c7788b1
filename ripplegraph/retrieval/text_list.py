"""Finds memories by the words of a question, any of them, by BM25."""

import sqlite3

from ripplegraph.memory.queries.search import find_by_all_words
from ripplegraph.memory.text import find_words
from ripplegraph.retrieval.query_kinds import find_terms
from ripplegraph.store.memory.memory_reader import MemoryFilter, scan_texts
from ripplegraph.store.memory.memory_reader import find_words as find_by_words
from ripplegraph.store.memory.text_index import can_search_words

MOST = 200


def find_all_words(
    connection: sqlite3.Connection, query: str, wanted: MemoryFilter, limit: int | None
) -> tuple[list[tuple[int, float]], int]:
    """Find memories with every word, or the literal query, and count them."""
    found, matched = find_by_all_words(connection, query, wanted, limit)
    return [(number, -value) for number, value in found], matched


def find_any_words(
    connection: sqlite3.Connection, query: str, wanted: MemoryFilter
) -> list[tuple[int, float]]:
    """Find memories with any word that matters; rare words count most."""
    terms = find_terms(query)
    if not terms:
        return []
    if not can_search_words(connection):
        return _scan(connection, terms, wanted)
    words = " OR ".join(f'"{term}"*' for term in terms)
    found, _ = find_by_words(connection, words, wanted, limit=MOST)
    return [(number, -value) for number, value in found]


def _scan(
    connection: sqlite3.Connection, terms: list[str], wanted: MemoryFilter
) -> list[tuple[int, float]]:
    found = []
    for number, title, content in scan_texts(connection, wanted):
        text = f" {' '.join(find_words(f'{title} {content}'))}"
        hits = sum(f" {term}" in text for term in terms)
        if hits:
            found.append((number, hits / len(terms)))
    return sorted(found, key=lambda item: (-item[1], item[0]))[:MOST]
