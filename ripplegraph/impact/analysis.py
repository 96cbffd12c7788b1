"""Builds the answer of an impact analysis: dependents, tests, memories, history, score."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence

from ripplegraph.impact.dependents.rows import Rows, Scope
from ripplegraph.impact.memory_groups import FoundMemories, group_memories
from ripplegraph.impact.ranking.score import weigh_test
from ripplegraph.impact.related_files import find_related_files
from ripplegraph.impact.report import AttachedMemory, Impact, Index, Target, Test
from ripplegraph.impact.scoring import compute_impact
from ripplegraph.impact.test_selection.finder import FoundTests
from ripplegraph.impact.warnings import (
    count_unread,
    describe_missed,
    describe_missing,
    find_missed,
    find_warnings,
)
from ripplegraph.targets.target import ResolvedTarget

_WARNING_GROUPS = ("gotchas", "dead_ends", "error_patterns", "e2e_observations")


def analyze(
    graph: sqlite3.Connection,
    memories: sqlite3.Connection | None,
    resolved: Sequence[ResolvedTarget],
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
    missed = find_missed(graph, resolved)
    related = find_related_files(rows, targets, scope.limit)
    found = _find_memories(
        graph, memories, resolved, rows, limit=scope.limit, own_stale=change is not None
    )
    groups = group_memories(found.memories)
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
            *find_warnings(graph, resolved),
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
            **related.counts,
        },
        direct_dependents=tuple(rows.direct),
        transitive_dependents=tuple(rows.transitive),
        tests=_score_tests(tests, resolved),
        memories=groups,
        co_changes=related.co_changes,
        related=related.related,
        index=Index(
            meta.get("commit"), None, None, "", meta.get("scanned_at", ""), count_unread(graph)
        ),
        omitted=_count_omitted(rows, tests, found),
    )


def _find_memories(
    graph: sqlite3.Connection,
    memories: sqlite3.Connection | None,
    resolved: Sequence[ResolvedTarget],
    rows: Rows,
    *,
    limit: int | None,
    own_stale: bool,
) -> FoundMemories:
    if memories is None:
        return FoundMemories([])
    # Imported here: a project without memories need not wait for it.
    from ripplegraph.impact.attached_memories import find_attached, read_memories

    attached = find_attached(graph, resolved, rows.near_paths, rows.near_symbols)
    if not attached:
        return FoundMemories([])
    return read_memories(graph, memories, attached, limit=limit, own_stale=own_stale)


def _score_tests(tests: FoundTests, resolved: Sequence[ResolvedTarget]) -> tuple[Test, ...]:
    """Return tests with scores on the scale of the rows that they are shown with."""
    if all(target.is_symbol for target in resolved):
        return tests.tests
    return tuple(test._replace(score=weigh_test(test.score)) for test in tests.tests)


def _doubt_tests(tests: FoundTests) -> Iterator[str]:
    if not tests.is_complete:
        yield "the search for tests was stopped; there are more than are counted"


def _count_warnings(groups: Mapping[str, Sequence[AttachedMemory]]) -> int:
    return sum(memory.distance == 0 for key in _WARNING_GROUPS for memory in groups[key])


def _count_omitted(rows: Rows, tests: FoundTests, found: FoundMemories) -> dict[str, int | None]:
    total = sum(rows.counts) + len(rows.possible)
    return {
        "by_limit": total - len(rows.direct) - len(rows.transitive),
        "beyond_depth": rows.beyond,
        "tests_by_limit": tests.total - len(tests.tests),
        "stale_memories": found.stale,
        "unchecked_memories": found.unchecked,
        "memories_by_limit": found.total - len(found.memories),
    }
