"""The full text index of the memories, where this SQLite can make one.

It is derived and may be missing or behind: a SQLite without FTS5 marks it so when it writes, and
the next one with FTS5 that writes makes it anew. Until then searches read the texts themselves.
"""

import sqlite3
from contextlib import closing
from functools import cache

from ripplegraph.store.sql import statements

_BEHIND = "text_index_behind"
DERIVED_META = frozenset({_BEHIND})
"""What is recorded about the index, and about no memory."""
_CREATE = (
    "CREATE VIRTUAL TABLE memory_text USING fts5"
    "(title, body, places, tokenize = 'unicode61 remove_diacritics 0')"
)


@cache
def has_fts5() -> bool:
    """Tell whether this SQLite can make a full text index."""
    with closing(sqlite3.connect(":memory:")) as connection:
        return ("ENABLE_FTS5",) in connection.execute("PRAGMA compile_options").fetchall()


def can_search_words(connection: sqlite3.Connection) -> bool:
    """Tell whether there is an index that holds every memory."""
    if connection.execute(statements.MEMORY_HAS_TEXT_INDEX).fetchone() is None:
        return False
    behind = _BEHIND in dict(connection.execute(statements.MEMORY_SELECT_META))
    return not behind and has_fts5()


def needs_rebuild(connection: sqlite3.Connection) -> bool:
    """Tell whether an index can and should be made from all memories."""
    return has_fts5() and not can_search_words(connection)


def start_text_index(connection: sqlite3.Connection) -> None:
    """Begin an empty index in place of what there is."""
    connection.execute("DROP TABLE IF EXISTS memory_text")
    connection.execute(_CREATE)
    connection.execute(statements.MEMORY_DELETE_META, (_BEHIND,))


def add_words(connection: sqlite3.Connection, number: int, words: tuple[str, str, str]) -> None:
    """Put the words of a memory into the index, which does not have it yet."""
    if _can_write_words(connection):
        connection.execute(statements.MEMORY_INSERT_WORDS, (number, *words))


def put_words(connection: sqlite3.Connection, number: int, words: tuple[str, str, str]) -> None:
    """Set the words of a memory."""
    if _can_write_words(connection):
        connection.execute(statements.MEMORY_DELETE_WORDS, (number,))
        connection.execute(statements.MEMORY_INSERT_WORDS, (number, *words))


def remove_words(connection: sqlite3.Connection, number: int) -> None:
    """Take a memory out of the index."""
    if _can_write_words(connection):
        connection.execute(statements.MEMORY_DELETE_WORDS, (number,))


def _can_write_words(connection: sqlite3.Connection) -> bool:
    """Tell whether there is an index to write to; without one, remember that it fell behind."""
    if can_search_words(connection):
        return True
    connection.execute(statements.MEMORY_SET_META, (_BEHIND, "1"))
    return False
