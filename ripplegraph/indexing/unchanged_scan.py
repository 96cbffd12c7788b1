"""The scan that finds nothing to do."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from ripplegraph.git.unchecked_files import recall_unchecked
from ripplegraph.indexing.freshness.graph_origin import Origin
from ripplegraph.indexing.scan_report import FileDiagnostic, ScanReport
from ripplegraph.indexing.stopwatch import Stopwatch
from ripplegraph.store.graph.summary import read_diagnostics, read_file_counts
from ripplegraph.store.sqlite.raw_connection import write_transaction


def confirm(
    connection: sqlite3.Connection,
    root: Path,
    meta: Mapping[str, str],
    origin: Origin,
    watch: Stopwatch,
) -> ScanReport:
    """Report on the graph as it is, and record where its files come from by now."""
    known = {key: value for key, value in meta.items() if key not in ("commit", "tree", "unseen")}
    unseen = recall_unchecked(root, meta) if origin.index else None
    current = known | origin.to_meta(unseen)
    if current != meta:
        # Imported here: mostly there is nothing to write.
        from ripplegraph.store.graph.graph_writer import write_meta

        with write_transaction(connection):
            write_meta(connection, current)
    return build_report(connection, root, current, watch)


def build_report(
    connection: sqlite3.Connection,
    root: Path,
    meta: Mapping[str, str],
    watch: Stopwatch,
    *,
    linked_files: int = 0,
) -> ScanReport:
    """Describe a graph from what its database says."""
    statuses, languages = read_file_counts(connection)
    return ScanReport(
        root=root,
        commit=meta.get("commit"),
        generation=meta["generation"],
        files=statuses,
        languages=languages,
        nodes=json.loads(meta["nodes"]),
        edges=json.loads(meta["edges"]),
        calls=json.loads(meta["calls"]),
        changed_files={},
        linked_files=linked_files,
        linked_all=False,
        facts_reused=statuses.get("parsed", 0) + statuses.get("partial", 0),
        nothing_parsed=not languages,
        diagnostics=tuple(FileDiagnostic(*row) for row in read_diagnostics(connection)),
        seconds=watch.seconds,
        slowest_files=(),
    )
