"""The full text index of the memories, where this SQLite can make one.

It is derived and may be missing or behind: a SQLite without FTS5 marks it so when it writes, and
the next one with FTS5 that writes makes it anew. Until then searches read the texts themselves.
"""

import sqlite3

from ripplegraph.store import statements

_BEHIND = "text_index_behind"
DERIVED_META = frozenset({_BEHIND})
"""What is recorded about the index, and about no memory."""
_CREATE = (
    "CREATE VIRTUAL TABLE memory_text USING fts5"
    "(title, body, places, tokenize = 'unicode61 remove_diacritics 0')"
)


def has_fts5(connection: sqlite3.Connection) -> bool:
    options = {row[0] for row in connection.execute("PRAGMA compile_options")}
    return "ENABLE_FTS5" in options


def can_search_words(connection: sqlite3.Connection) -> bool:
    """Tell whether there is an index that holds every memory."""
    if connection.execute(statements.MEMORY_HAS_TEXT_INDEX).fetchone() is None:
        return False
    behind = _BEHIND in dict(connection.execute(statements.MEMORY_SELECT_META))
    return not behind and has_fts5(connection)


def needs_rebuild(connection: sqlite3.Connection) -> bool:
    """Tell whether an index can and should be made from all memories."""
    return has_fts5(connection) and not can_search_words(connection)


def start_text_index(connection: sqlite3.Connection) -> None:
    """Begin an empty index in place of what there is."""
    connection.execute("DROP TABLE IF EXISTS memory_text")
    connection.execute(_CREATE)
    connection.execute(statements.MEMORY_DELETE_META, (_BEHIND,))


def put_words(connection: sqlite3.Connection, number: int, words: tuple[str, str, str]) -> None:
    """Set the words of a memory."""
    if not remove_words(connection, number):
        return
    connection.execute(statements.MEMORY_INSERT_WORDS, (number, *words))


def remove_words(connection: sqlite3.Connection, number: int) -> bool:
    """Take a memory out of the index; without an index, remember that it fell behind."""
    if not can_search_words(connection):
        connection.execute(statements.MEMORY_SET_META, (_BEHIND, "1"))
        return False
    connection.execute(statements.MEMORY_DELETE_WORDS, (number,))
    return True
