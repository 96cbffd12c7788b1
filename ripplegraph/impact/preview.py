"""A first look at what an edit of a file reaches, for who has only milliseconds.

The files that depend on it are counted from the stored closure. Those right next to it are ordered
by the strength of their links alone; the whole answer, with its scores, is in `analysis.py`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from ripplegraph.closure.edge_strengths import LINK_STRENGTHS
from ripplegraph.closure.levels import unpack_levels
from ripplegraph.graph.tests import is_test_path
from ripplegraph.store.sql import statements


class FilePreview(NamedTuple):
    """A preview of a file's impact, quick to read."""

    path: str
    by_depth: tuple[int, ...]
    """How many files are 1, 2, 3, ... steps away; only the first where no closure is stored."""
    direct: tuple[str, ...]
    """Files that depend on it directly, strongest links first, tests apart."""
    direct_count: int
    tests: tuple[str, ...]
    """Test files that depend on it directly."""
    test_count: int


def preview_file(graph: sqlite3.Connection, path: str, *, listed: int) -> FilePreview | None:
    """Look at a file; None: the graph does not know it."""
    row = graph.execute(statements.SELECT_FILE_AND_STATUS, (path,)).fetchone()
    if row is None:
        return None
    links = graph.execute(statements.SELECT_LINKS_INTO, (json.dumps([row[0]]),)).fetchall()
    paths = _name_by_strength(graph, links)
    direct = [name for name in paths if not is_test_path(name)]
    tests = [name for name in paths if is_test_path(name)]
    return FilePreview(
        path=path,
        by_depth=_count_levels(graph, row[0]) or ((len(paths),) if paths else ()),
        direct=tuple(direct[:listed]),
        direct_count=len(direct),
        tests=tuple(tests[:listed]),
        test_count=len(tests),
    )


def _name_by_strength(
    graph: sqlite3.Connection, links: Sequence[tuple[int, int, int]]
) -> list[str]:
    strengths = {source: LINK_STRENGTHS[kinds] for target, source, kinds in links}
    rows = graph.execute(statements.SELECT_PATHS_OF_FILES, (json.dumps(list(strengths)),))
    return [path for _, path in sorted((-strengths[file], path) for file, path in rows)]


def _count_levels(graph: sqlite3.Connection, file: int) -> tuple[int, ...]:
    row = graph.execute(statements.SELECT_FILE_DEPENDENTS, (file,)).fetchone()
    return () if row is None else tuple(level.bit_count() for level in unpack_levels(row[0], None))
