"""Finds the account of targets: a search runs in git while other parts of an answer are built."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from ripplegraph.git.word_search import WordSearch
from ripplegraph.impact.account.account import Account, AccountBuilder
from ripplegraph.impact.account.occurrences import Matches
from ripplegraph.impact.account.subjects import find_subjects
from ripplegraph.store.sql import statements
from ripplegraph.targets.target import ResolvedTarget

MOST_NAMES = 400
"""Names of one question that are accounted for."""


class PendingAccount:
    """An account whose search may still run."""

    def __init__(
        self,
        graph: sqlite3.Connection,
        root: Path,
        targets: Sequence[ResolvedTarget],
        lost: Sequence[str] = (),
        *,
        in_git: bool,
    ) -> None:
        """Take targets, and the ids of symbols that the graph has no more."""
        self._graph = graph
        self._root = root
        nodes = dict.fromkeys(_find_nodes(graph, targets))
        self._subjects = find_subjects(graph, nodes, lost)[:MOST_NAMES]
        names = [subject.name for subject in self._subjects]
        self._search = WordSearch(root, names) if in_git and names else None

    def finish(self, *, everything: bool = False) -> Account | None:
        """Return the account; None where no target has a name to account for."""
        if not self._subjects:
            return None
        builder = AccountBuilder(self._graph, self._root, self._subjects, everything=everything)
        return builder.build(self._find_matches())

    def _find_matches(self) -> Matches:
        """Return where to look: where git finds names, or all files that the index knows."""
        found = self._search.read() if self._search is not None else None
        if found is not None:
            return found
        return {path: None for (path,) in self._graph.execute(statements.SELECT_ALL_PATHS)}


def _find_nodes(graph: sqlite3.Connection, targets: Sequence[ResolvedTarget]) -> Iterator[int]:
    """Yield the symbols of targets; of a file those that it offers."""
    for target in targets:
        if target.type == "file" and target.files:
            rows = graph.execute(statements.SELECT_OFFERED_SYMBOLS, (target.files[0],))
            yield from (node for (node,) in rows)
        elif target.node is not None:
            yield target.node
