"""Searches from targets that are written as text, in graphs that tests make by hand."""

import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ripplegraph.closure import query
from ripplegraph.graph.knowledge import Overlay
from ripplegraph.targets.resolution import find_target
from ripplegraph.targets.target import ResolvedTarget


def resolve(connection: sqlite3.Connection, text: str, overlay: Overlay | None) -> ResolvedTarget:
    known = overlay.nodes if overlay is not None else ()
    with TemporaryDirectory() as folder:
        root = Path(folder)
        return find_target(connection, text, root=root, folder=root, knowledge=known)


def find_dependents(
    connection: sqlite3.Connection, text: str, *, overlay: Overlay | None = None, **options: Any
) -> query.Reach:
    target = resolve(connection, text, overlay)
    return query.find_dependents(connection, target, overlay=overlay, **options)


def find_dependencies(
    connection: sqlite3.Connection, text: str, *, overlay: Overlay | None = None, **options: Any
) -> query.Reach:
    target = resolve(connection, text, overlay)
    return query.find_dependencies(connection, target, overlay=overlay, **options)


def find_path(
    connection: sqlite3.Connection,
    *,
    source: str,
    target: str,
    overlay: Overlay | None = None,
    **options: Any,
) -> tuple[str, ...]:
    ends = [resolve(connection, text, overlay) for text in (source, target)]
    return query.find_path(connection, source=ends[0], target=ends[1], overlay=overlay, **options)
