"""Puts an answer together: what depends on the targets, tests, memories, history, score."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

from ripplegraph.impact.coverage import count_unread, find_warnings
from ripplegraph.impact.notes import Found, find_attached, group_notes, read_notes
from ripplegraph.impact.report import Impact, Index, Note, Partner, Target, Test
from ripplegraph.impact.rows import Rows, Scope
from ripplegraph.impact.scoring import compute_impact
from ripplegraph.impact.targets import Aim

_WARNING_GROUPS = ("gotchas", "dead_ends", "error_patterns", "e2e_observations")


def analyze(
    graph: sqlite3.Connection,
    memories: sqlite3.Connection | None,
    aims: Sequence[Aim],
    rows: Rows,
    scope: Scope,
    *,
    targets: Sequence[Target],
    meta: Mapping[str, str],
    change: float | None = None,
) -> Impact:
    """Answer for targets whose dependents were found; `change` is how much a change counts."""
    tests: list[Test] = []
    partners: list[Partner] = []
    found = _find_notes(graph, memories, aims, rows, own_stale=change is not None)
    groups = group_notes(found.notes, scope.limit)
    score, terms = compute_impact(
        rows.counts,
        warnings=_count_warnings(groups),
        tests=len(tests),
        change=1.0 if change is None else change,
    )
    return Impact(
        targets=tuple(targets),
        warnings=tuple(find_warnings(graph, aims)),
        impact_score=score,
        impact_terms=terms,
        counts={
            "direct_dependents": rows.counts[0] if rows.counts else 0,
            "transitive_dependents": sum(rows.counts[1:]),
            "by_depth": rows.counts,
            "tests": len(tests),
            "memories": len(found.notes),
            "co_changes": len(partners),
        },
        direct_dependents=tuple(rows.direct),
        transitive_dependents=tuple(rows.transitive),
        tests=tuple(tests),
        memories=groups,
        co_changes=tuple(partners),
        index=Index(
            meta.get("commit"), None, None, "", meta.get("scanned_at", ""), count_unread(graph)
        ),
        omitted=_count_omitted(rows, found, groups),
    )


def _find_notes(
    graph: sqlite3.Connection,
    memories: sqlite3.Connection | None,
    aims: Sequence[Aim],
    rows: Rows,
    *,
    own_stale: bool,
) -> Found:
    if memories is None:
        return Found([], 0)
    attached = find_attached(graph, aims, rows.near_paths, rows.near_symbols)
    if not attached:
        return Found([], 0)
    return read_notes(graph, memories, attached, own_stale=own_stale)


def _count_warnings(groups: Mapping[str, Sequence[Note]]) -> int:
    return sum(note.distance == 0 for key in _WARNING_GROUPS for note in groups[key])


def _count_omitted(
    rows: Rows, found: Found, groups: Mapping[str, Sequence[Note]]
) -> dict[str, int]:
    certain = [row for row in (*rows.direct, *rows.transitive) if not row.possible]
    return {
        "by_limit": max(0, sum(rows.counts) - len(certain)),
        "beyond_depth": rows.beyond or 0,
        "stale_memories": found.stale,
        "memories_by_limit": len(found.notes) - sum(map(len, groups.values())),
    }
