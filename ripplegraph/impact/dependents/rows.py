"""The dependents of targets as rows of an answer, with exact counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from ripplegraph.graph.file_order import rank_file
from ripplegraph.impact.dependents.reach import Reach
from ripplegraph.impact.ranking.candidates import Candidates, merge_candidates
from ripplegraph.impact.report import Dependent


class Scope(NamedTuple):
    """How far to look and how much to show; None means all."""

    depth: int | None = 3
    limit: int | None = 50
    largest_commit: int = 50
    """A commit with more files than this ties none of them."""
    most_places: int | None = 40
    """How many places where a name stands are shown."""
    all_places: bool = False
    """Whether all of them are, and not only uses and possible uses."""


class Rows(NamedTuple):
    """Dependents in order, with exact numbers."""

    direct: list[Dependent]
    """Behind those that are certain, all that are only possible."""
    transitive: list[Dependent]
    counts: tuple[int, ...]
    """How many there are at each distance that was asked for."""
    beyond: int | None
    """How many are farther away; None: not counted."""
    near_paths: Mapping[str, int]
    """The files among them, or around them, with their distance."""
    near_symbols: Mapping[str, int] | None
    """The symbols among them; None where only files were asked about."""
    candidates: Candidates
    """Files that change with the targets for other reasons."""
    reached: Mapping[str, int]
    """The distance of every dependent, shown or not."""
    strengths: Mapping[str, float]
    """The best product of weights and confidences along a path, for every dependent."""
    possible: frozenset[str] = frozenset()
    """Who uses a name that may mean a target, shown or not."""


NO_ROWS = Rows([], [], (), 0, {}, None, {}, {}, {})


def mark_breaking(rows: Rows, breaking: Collection[str]) -> Rows:
    """Mark those who use what is gone, or used otherwise now."""
    return rows._replace(
        direct=[
            row._replace(breaks=not row.possible and row.steps[-1] in breaking)
            for row in rows.direct
        ]
    )


def merge_rows(parts: Sequence[Rows], scope: Scope) -> Rows:
    """Put the dependents of several kinds of targets together; the nearest way of each counts."""
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return NO_ROWS
    best: dict[str, Dependent] = {}
    maybe: dict[str, Dependent] = {}
    for row in (row for part in parts for row in (*part.direct, *part.transitive)):
        rows = maybe if row.possible else best
        known = rows.get(row.id)
        if known is None or (row.depth, -row.score) < (known.depth, -known.score):
            rows[row.id] = row
    reached = _merge_distances(part.reached for part in parts)
    possible = frozenset(
        node for part in parts for node in part.possible if reached.get(node, 0) != 1
    )
    certain, unsure = (
        sorted(rows.values(), key=lambda row: (rank_file(row.path or ""), -row.score, row.id))
        for rows in (best, maybe)
    )
    symbols = [part.near_symbols for part in parts if part.near_symbols is not None]
    return Rows(
        [row for row in certain if row.depth == 1][: scope.limit]
        + [row for row in unsure if row.id in possible],
        [row for row in certain if row.depth > 1][: scope.limit],
        _count_depths(reached),
        # Of what is farther away only numbers are known, and the same may be in several.
        0 if not any(part.beyond != 0 for part in parts) else None,
        _merge_distances(part.near_paths for part in parts),
        _merge_distances(symbols) if symbols else None,
        merge_candidates([part.candidates for part in parts]),
        reached,
        {node: max(part.strengths.get(node, 0.0) for part in parts) for node in reached},
        possible,
    )


def _count_depths(reached: Mapping[str, int]) -> tuple[int, ...]:
    counts = Counter(reached.values())
    return tuple(counts[depth] for depth in range(1, max(counts, default=0) + 1))


def _merge_distances(parts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    merged: dict[str, int] = {}
    for part in parts:
        for key, distance in part.items():
            merged[key] = min(distance, merged.get(key, distance))
    return merged


def count_rows(reach: Reach, scope: Scope) -> tuple[tuple[int, ...], int | None]:
    within = reach.counts[: scope.depth]
    return within, sum(reach.counts[len(within) :]) if reach.complete else None
