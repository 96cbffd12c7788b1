"""Suggests ids that a misspelled target may have meant."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import islice

from ripplegraph.graph.ids import SEPARATOR, build_node_id, is_text, split_node_id
from ripplegraph.store.sql import statements

_SUGGESTIONS = 3
_SAME_START = 3
"""A misspelled name is first looked for among those that begin alike."""
_SHORTEST = 3
"""A shorter name is like too many others."""
_OFF = 2
"""A misspelled name is at most so much longer or shorter than the right one."""


def suggest(connection: sqlite3.Connection, text: str) -> tuple[str, tuple[str, ...]]:
    """Return a hint for a target that is unknown, and the ids that may have been meant."""
    # Invalid text, such as a path in another encoding, is never in the graph.
    found = find_similar_ids(connection, text) if is_text(text) else iter(())
    near = tuple(islice(dict.fromkeys(found), _SUGGESTIONS))
    return f"Did you mean {' or '.join(near)}?" if near else "Run `ripple scan` if it is new.", near


def find_similar_ids(connection: sqlite3.Connection, text: str) -> Iterator[str]:
    """Yield ids that may have been meant, the best first."""
    path, label = split_node_id(text.removeprefix("./"))
    named = label or text
    last = named.rpartition(".")[2]
    for name in _find_names_alike(connection, last) if len(last) >= _SHORTEST else ():
        rows = connection.execute(statements.SELECT_NODES_NAMED, (name,))
        ids = [build_node_id(*row) for row in rows]
        wanted = named.removesuffix(last) + name
        yield from sorted(ids, key=lambda item: (not item.endswith(wanted), item))
    file = connection.execute(statements.SELECT_FILE_ID, (path,)).fetchone() if label else None
    if file:
        rows = connection.execute(statements.SELECT_LABELS_IN_FILE, file)
        labels = [label for (label,) in rows]
        yield from (f"{path}{SEPARATOR}{found}" for found in get_close_matches(label, labels))
        return
    wanted = (path or text).rstrip("/")
    paths = [found for _, found in connection.execute(statements.SELECT_FILE_PATHS)]
    ending = sorted(found for found in paths if found.endswith(f"/{wanted}"))
    yield from ending or get_close_matches(wanted, paths)


def _find_names_alike(connection: sqlite3.Connection, name: str) -> list[str]:
    """Return a name and those like it: among names that begin alike, or of about its length."""
    start = name[:_SAME_START]
    similar = connection.execute(statements.SELECT_NAMES, (start, f"{start}\U0010ffff"))
    near = _match(name, similar)
    if not near:
        lengths = len(name) - _OFF, len(name) + _OFF
        near = _match(name, connection.execute(statements.SELECT_NAMES_BY_LENGTH, lengths))
    return [name, *near]


def _match(name: str, rows: Iterable[tuple[str]]) -> list[str]:
    """Return the names most like a name, whatever their case."""
    spelled: dict[str, list[str]] = {}
    for (found,) in rows:
        if found != name:
            spelled.setdefault(found.lower(), []).append(found)
    near = get_close_matches(name.lower(), spelled)
    return [found for folded in near for found in sorted(spelled[folded])]
