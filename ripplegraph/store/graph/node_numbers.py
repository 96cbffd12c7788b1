"""The numbers of the nodes of a graph that is being written, of which not all stay in memory."""

from __future__ import annotations

import sqlite3
from typing import Final

from ripplegraph.store.sql import statements

MOST_KEPT: Final = 400_000
"""How many numbers of nodes are kept at a time."""


class NewNumbers:
    """The numbers of the nodes of a new graph: those of a file follow each other.

    What was written can be forgotten: it is read again from the rows of its file.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._last = 0
        self._spans: dict[str, tuple[int, int]] = {}
        self._read: dict[str, dict[str, int]] = {}
        self._count = 0

    def take(self) -> int:
        """Return a number that no node has."""
        self._last += 1
        return self._last

    def end_file(self, path: str, before: int) -> None:
        """Note that the numbers after another one, up to now, are those of a file."""
        self._spans[path] = before + 1, self._last

    @property
    def last(self) -> int:
        return self._last

    def find(self, key: str) -> int | None:
        """Return the number of a node of a file that was written, by its readable id."""
        path, _, label = key.partition("::")
        labels = self._read.get(path)
        if labels is None:
            span = self._spans.get(path)
            if span is None:
                return None
            labels = self._read_file(path, span)
        return labels.get(label)

    def _read_file(self, path: str, span: tuple[int, int]) -> dict[str, int]:
        if self._count > MOST_KEPT:
            self._make_room()
        rows = self._connection.execute(statements.SELECT_NODE_NUMBERS_BETWEEN, span)
        labels = self._read[path] = dict(rows)
        self._count += len(labels)
        return labels

    def _make_room(self) -> None:
        """Forget the files that were read first."""
        for path in list(self._read):
            if self._count <= MOST_KEPT // 2:
                return
            self._count -= len(self._read.pop(path))
