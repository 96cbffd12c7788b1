"""Says why one thing depends on another: a shortest path, step by step, with the edges."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ripplegraph.closure.query import find_path
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import EDGE_KINDS, RESOLUTIONS
from ripplegraph.targets.target import ResolvedTarget


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
    connection: sqlite3.Connection, *, source: ResolvedTarget, target: ResolvedTarget
) -> DependencyPath:
    """Find a shortest path; where symbols have none, one between their files."""
    if source.is_symbol and target.is_symbol:
        path = find_path(connection, source=source.id, target=target.id)
        if path:
            return DependencyPath(source.id, target.id, _describe(connection, path), False)
    ends = [_get_place(end) for end in (source, target)]
    if ends[0] == ends[1]:
        return DependencyPath(source.id, target.id, (), False)
    path = find_path(connection, source=ends[0], target=ends[1])
    whole = source.is_symbol or target.is_symbol
    return DependencyPath(source.id, target.id, _describe(connection, path), whole and bool(path))


def _get_place(end: ResolvedTarget) -> str:
    return end.path if end.is_symbol and end.path is not None else end.id


def _describe(connection: sqlite3.Connection, path: Sequence[str]) -> tuple[PathStep, ...]:
    steps = []
    for source, target in pairwise(path):
        edges = sorted(
            _read_edges(connection, source, target),
            key=lambda edge: (edge.resolution != "exact", edge.line or 0, edge.source),
        )
        steps.append(PathStep(source, target, tuple(edges[:_SHOWN]), len(edges)))
    return tuple(steps)


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
