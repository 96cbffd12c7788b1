"""Puts an answer together: what depends on the targets, tests, memories, history, score."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence

from ripplegraph.impact.companions import find_companions
from ripplegraph.impact.coverage import (
    count_unread,
    describe_missed,
    describe_missing,
    find_missed,
    find_warnings,
)
from ripplegraph.impact.note_groups import Found, group_notes
from ripplegraph.impact.ranking import weigh_test
from ripplegraph.impact.report import Impact, Index, Note, Target, Test
from ripplegraph.impact.rows import Rows, Scope
from ripplegraph.impact.scoring import compute_impact
from ripplegraph.impact.targets import Aim
from ripplegraph.impact.tests import FoundTests

_WARNING_GROUPS = ("gotchas", "dead_ends", "error_patterns", "e2e_observations")


def analyze(
    graph: sqlite3.Connection,
    memories: sqlite3.Connection | None,
    aims: Sequence[Aim],
    rows: Rows,
    scope: Scope,
    *,
    tests: FoundTests,
    targets: Sequence[Target],
    meta: Mapping[str, str],
    change: float | None = None,
    missing: Sequence[str] = (),
) -> Impact:
    """Answer for targets whose dependents were found; `change` is how much a change counts.

    `missing` is what a change touches and the graph does not have.
    """
    missed = find_missed(graph, aims)
    companions = find_companions(rows, targets, scope.limit)
    found = _find_notes(
        graph, memories, aims, rows, limit=scope.limit, own_stale=change is not None
    )
    groups = group_notes(found.notes)
    score, terms = compute_impact(
        rows.counts,
        warnings=_count_warnings(groups),
        tests=tests.total,
        change=1.0 if change is None else change,
    )
    return Impact(
        targets=tuple(targets),
        warnings=(
            *describe_missing(missing),
            *find_warnings(graph, aims),
            *describe_missed(missed),
            *_doubt_tests(tests),
        ),
        impact_score=score,
        impact_terms=terms,
        counts={
            "direct_dependents": rows.counts[0] if rows.counts else 0,
            "transitive_dependents": sum(rows.counts[1:]),
            "by_depth": rows.counts,
            "possible_dependents": len(rows.possible),
            "tests": tests.total,
            "memories": found.total,
            "unresolved_calls": missed["calls"],
            **companions.counts,
        },
        direct_dependents=tuple(rows.direct),
        transitive_dependents=tuple(rows.transitive),
        tests=_score_tests(tests, aims),
        memories=groups,
        co_changes=companions.partners,
        related=companions.related,
        index=Index(
            meta.get("commit"), None, None, "", meta.get("scanned_at", ""), count_unread(graph)
        ),
        omitted=_count_omitted(rows, tests, found),
    )


def _find_notes(
    graph: sqlite3.Connection,
    memories: sqlite3.Connection | None,
    aims: Sequence[Aim],
    rows: Rows,
    *,
    limit: int | None,
    own_stale: bool,
) -> Found:
    if memories is None:
        return Found([])
    # Imported here: a project without memories need not wait for it.
    from ripplegraph.impact.notes import find_attached, read_notes

    attached = find_attached(graph, aims, rows.near_paths, rows.near_symbols)
    if not attached:
        return Found([])
    return read_notes(graph, memories, attached, limit=limit, own_stale=own_stale)


def _score_tests(tests: FoundTests, aims: Sequence[Aim]) -> tuple[Test, ...]:
    """Return tests with scores on the scale of the rows that they are shown with."""
    if all(aim.is_symbol for aim in aims):
        return tests.tests
    return tuple(test._replace(score=weigh_test(test.score)) for test in tests.tests)


def _doubt_tests(tests: FoundTests) -> Iterator[str]:
    if not tests.is_complete:
        yield "the search for tests was stopped; there are more than are counted"


def _count_warnings(groups: Mapping[str, Sequence[Note]]) -> int:
    return sum(note.distance == 0 for key in _WARNING_GROUPS for note in groups[key])


def _count_omitted(rows: Rows, tests: FoundTests, found: Found) -> dict[str, int | None]:
    total = sum(rows.counts) + len(rows.possible)
    return {
        "by_limit": total - len(rows.direct) - len(rows.transitive),
        "beyond_depth": rows.beyond,
        "tests_by_limit": tests.total - len(tests.tests),
        "stale_memories": found.stale,
        "unchecked_memories": found.unchecked,
        "memories_by_limit": found.total - len(found.notes),
    }
