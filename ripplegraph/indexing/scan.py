"""The scan of a project: discover, extract, link, store; everything, or what changed."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ripplegraph.config import ScanConfig
from ripplegraph.git.index_state import read_index_state
from ripplegraph.git.worktree import read_worktree
from ripplegraph.indexing.freshness.graph_origin import Origin
from ripplegraph.indexing.freshness.index_state import is_unchanged
from ripplegraph.indexing.scan_report import ScanReport
from ripplegraph.indexing.stopwatch import Stopwatch
from ripplegraph.store.connection import open_for_writing
from ripplegraph.store.database import Database
from ripplegraph.store.graph.summary import read_meta

Progress = Callable[[str, int, int], None]
"""Is told the phase, how much of it is done, and of how much."""


def scan_project(
    root: Path,
    *,
    in_git: bool,
    graph: Database,
    config: ScanConfig,
    full: bool = False,
    on_progress: Progress | None = None,
) -> ScanReport:
    """Update the graph of a project; `full` makes it anew from every file."""
    watch = Stopwatch()
    with (
        _paused_collection(),
        open_for_writing(graph, check_references=False) as connection,
    ):
        with watch.measure("discover"):
            index = read_index_state(root) if in_git else ""
            worktree = read_worktree(root) if in_git else None
            origin = Origin.of(worktree, config, index=index)
            meta = read_meta(connection)
            usable = not full and "scanned_at" in meta and meta.get("maker") == origin.maker
            if (
                usable
                and worktree is not None
                and is_unchanged(connection, meta, worktree, root=root, config=config)
            ):
                from ripplegraph.indexing.unchanged_scan import confirm

                return confirm(connection, root, meta, origin, watch)
        # Imported here: parsers and linker take longer to load than it takes to see that
        # nothing has changed.
        from ripplegraph.indexing.pipeline import Scan

        scan = Scan(root, connection, config, origin, on_progress or _say_nothing, watch)
        return scan.update(worktree, meta) if usable else scan.make(worktree, full=full)


def _say_nothing(phase: str, done: int, total: int) -> None:
    pass


@contextmanager
def _paused_collection() -> Iterator[None]:
    """Keep Python from looking for cycles among millions of facts that have none."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
