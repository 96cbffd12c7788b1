"""Records, while a scan writes the new graph over the old one, what changed between them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ripplegraph.git.renames import find_renames
from ripplegraph.indexing.changes.graph_changes import compute_changes
from ripplegraph.store.graph.change_log import (
    append_changes,
    read_content_hashes,
    read_states,
    start_generation,
)
from ripplegraph.store.graph.summary import read_generation
from ripplegraph.store.memory.freshness_rows import mark_same_files
from ripplegraph.store.sql import statements

_EXTRACTORS: Final = "extractors"


class ChangeRecorder:
    """Compares the graph before and after the writes inside `record`.

    The log starts a new generation when there is no graph yet, when everything is made `afresh`,
    and when a language is extracted by another version, whose fingerprints mean other things.
    `hashes` are those of all files, and `meta` is what the scan records about itself. Where only
    some files can differ, `among` names them, and `hashes` has those of them that are there.
    """

    def __init__(
        self,
        root: Path,
        hashes: Mapping[str, str],
        meta: Mapping[str, str],
        *,
        extractors: Mapping[str, str],
        afresh: bool,
        among: Collection[str] | None = None,
    ) -> None:
        self.generation = ""
        self._root = root
        self._hashes = hashes
        self._meta = meta
        self._among = among
        self._extractors = extractors
        self._afresh = afresh

    @contextmanager
    def record(self, connection: sqlite3.Connection) -> Iterator[None]:
        """Surround the writes of a scan, inside its transaction."""
        meta: dict[str, str] = dict(connection.execute(statements.SELECT_META))
        generation = None if self._is_new(meta) else read_generation(connection)
        old = read_content_hashes(connection, self._among)
        new = self._hashes
        changed = sorted(path for path in old.keys() | new.keys() if old.get(path) != new.get(path))
        before = list(read_states(connection, changed)) if generation else []
        yield
        self.generation = generation or start_generation(connection)
        if not generation:
            mark_same_files(connection, [path for path in old if old[path] == new.get(path)])
        extractors = json.dumps({**_read_extractors(meta), **self._extractors}, sort_keys=True)
        connection.executemany(
            statements.INSERT_META,
            [("generation", self.generation), (_EXTRACTORS, extractors)],
        )
        if generation and changed:
            after = list(read_states(connection, changed))
            moved = meta.get("commit") and old.keys() - new.keys() and new.keys() - old.keys()
            renames = find_renames(self._root, meta["commit"]) if moved else {}
            append_changes(
                connection,
                compute_changes(before, after, renames),
                scanned_at=self._meta["scanned_at"],
                commit=self._meta.get("commit"),
            )

    def _is_new(self, meta: Mapping[str, str]) -> bool:
        known = _read_extractors(meta)
        others = any(known.get(name, now) != now for name, now in self._extractors.items())
        return self._afresh or others


def _read_extractors(meta: Mapping[str, str]) -> Mapping[str, str]:
    found: Mapping[str, str] = json.loads(meta.get(_EXTRACTORS, "{}"))
    return found
