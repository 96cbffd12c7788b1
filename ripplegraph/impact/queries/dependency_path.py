"""Says why one thing depends on another: a shortest path, step by step, with the edges."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from ripplegraph.closure.query import find_file_path, find_path
from ripplegraph.graph.ids import SEPARATOR, get_path
from ripplegraph.impact.dependents.edge_kinds import STATED
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import EDGE_KINDS, RESOLUTIONS
from ripplegraph.targets.resolution import find_exact
from ripplegraph.targets.target import ResolvedTarget

if TYPE_CHECKING:
    from ripplegraph.graph.knowledge import LogicalEdge, Overlay


@dataclass(frozen=True)
class StepEdge:
    """An edge that a step of a path rests on."""

    source: str
    target: str
    kind: str
    line: int | None
    resolution: str
    evidence: str | None = None
    """What shows it, where that is not the code itself."""


@dataclass(frozen=True)
class PathStep:
    """One step: *source depends on target*."""

    source: str
    target: str
    edges: tuple[StepEdge, ...]
    """The strongest ones; between files there may be many."""
    count: int


@dataclass(frozen=True)
class DependencyPath:
    """Why the source depends on the target; no steps where it does not."""

    source: str
    target: str
    steps: tuple[PathStep, ...]
    files_only: bool
    """Whether there is no path between the symbols, but one between their files."""


_SHOWN = 3


def explain(
    connection: sqlite3.Connection,
    *,
    source: ResolvedTarget,
    target: ResolvedTarget,
    overlay: Overlay | None = None,
) -> DependencyPath:
    """Find a shortest path; where symbols have none, one between their files."""
    describe = partial(_describe, connection, overlay.edges if overlay is not None else ())
    path = find_path(connection, source=source, target=target, overlay=overlay)
    if path or not (source.is_symbol or target.is_symbol):
        return DependencyPath(source.id, target.id, describe(path), False)
    ends = [_find_place(connection, end) for end in (source, target)]
    path = _find_path_of_places(connection, ends, overlay)
    return DependencyPath(source.id, target.id, describe(path), len(path) > 1)


def _find_path_of_places(
    connection: sqlite3.Connection, ends: Sequence[ResolvedTarget], overlay: Overlay | None
) -> tuple[str, ...]:
    """Find a path from a file or to one; over files only where nothing in them has one."""
    if any(end.files for end in ends):
        for search in (find_path, find_file_path):
            path = search(connection, source=ends[0], target=ends[1], overlay=overlay)
            if path:
                return path
    return ()


def _find_place(connection: sqlite3.Connection, end: ResolvedTarget) -> ResolvedTarget:
    """Return the file of a symbol, and any other end as it is."""
    place = find_exact(connection, end.path) if end.is_symbol and end.path is not None else None
    return place or end


def _describe(
    connection: sqlite3.Connection, added: Sequence[LogicalEdge], path: Sequence[str]
) -> tuple[PathStep, ...]:
    steps = []
    for source, target in pairwise(path):
        edges = sorted(
            _read_edges(connection, source, target),
            key=lambda edge: (edge.resolution != "exact", edge.line or 0, edge.source),
        )
        edges += _find_added(added, source=source, target=target)
        steps.append(PathStep(source, target, tuple(edges[:_SHOWN]), len(edges)))
    return tuple(steps)


def _find_added(added: Sequence[LogicalEdge], *, source: str, target: str) -> Iterator[StepEdge]:
    """Yield the edges that people added between the ends of a step, or what is in these."""
    for edge in added:
        if _is_at(edge.source, source) and _is_at(edge.target, target):
            yield StepEdge(edge.source, edge.target, edge.kind.value, None, STATED, edge.why)


def _is_at(end: str, place: str) -> bool:
    """Tell whether an end of an added edge stands for a node or a file of a path."""
    if end.endswith("/"):
        return SEPARATOR not in place and place.startswith(end)
    return end == place or get_path(end) == place


def _read_edges(connection: sqlite3.Connection, source: str, target: str) -> Iterator[StepEdge]:
    first, last = (node.partition(SEPARATOR) for node in (source, target))
    values = {
        "source_path": first[0],
        "source_label": first[2] if first[1] else None,
        "target_path": last[0],
        "target_label": last[2] if last[1] else None,
        "outside": target,
    }
    for row in connection.execute(statements.SELECT_EDGES_OF_STEP, values):
        own, other_path, other, kind, line, resolution, evidence = row
        begin = f"{first[0]}{SEPARATOR}{own}" if own else first[0]
        end = f"{other_path}{SEPARATOR}{other}" if other_path and other else other_path or other
        found = RESOLUTIONS[resolution].value
        yield StepEdge(begin, end, EDGE_KINDS[kind].value, line, found, evidence)
