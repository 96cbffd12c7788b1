"""Finds the account of targets: a search runs in git while other parts of an answer are built."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator, Sequence
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
        subjects = find_subjects(graph, nodes, lost)
        self._subjects = subjects[:MOST_NAMES]
        self._left_out = len(subjects) - len(self._subjects)
        names = [subject.name for subject in self._subjects]
        self._search = WordSearch(root, names) if in_git and names else None

    def finish(
        self, *, everything: bool = False, changed: Collection[str] | None = None
    ) -> Account | None:
        """Return the account; None where no target has a name to account for.

        `changed`: see `AccountBuilder`.
        """
        if not self._subjects:
            return None
        builder = AccountBuilder(
            self._graph, self._root, self._subjects, everything=everything, changed=changed
        )
        account = builder.build(self._find_matches())
        return account._replace(names_left_out=self._left_out)

    def _find_matches(self) -> Matches:
        """Return where to look: where git finds names, or all files that the index knows."""
        found = self._search.read() if self._search is not None else None
        if found is not None:
            return found
        return {path: None for (path,) in self._graph.execute(statements.SELECT_ALL_PATHS)}


def _find_nodes(graph: sqlite3.Connection, targets: Sequence[ResolvedTarget]) -> Iterator[int]:
    """Yield the symbols of targets; of files those that they offer."""
    for target in targets:
        if target.type == "file" or (target.files and not _is_used(graph, target.files)):
            for file in target.files:
                rows = graph.execute(statements.SELECT_OFFERED_SYMBOLS, (file,))
                yield from (node for (node,) in rows)
        elif target.node is not None:
            yield target.node


def _is_used(graph: sqlite3.Connection, files: Sequence[int]) -> bool:
    """Whether something depends on the files of a folder; its names are many to look for."""
    rows = graph.execute(statements.SELECT_FILES_NEAR, (json.dumps(files),))
    inside = frozenset(files)
    return any(source not in inside for (source,) in rows)
