"""Builds the answer of an impact analysis: dependents, tests, memories, history, score."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ripplegraph.impact.account.file_roles import is_unread
from ripplegraph.impact.account.possible_dependents import find_possible_dependents
from ripplegraph.impact.dependents.overriders import Overriding, find_overriding
from ripplegraph.impact.dependents.rows import Rows, Scope
from ripplegraph.impact.entry_points import find_entry_points
from ripplegraph.impact.memory_groups import FoundMemories, group_memories
from ripplegraph.impact.ranking.score import weigh_test
from ripplegraph.impact.related_files import find_related_files
from ripplegraph.impact.report import (
    AttachedMemory,
    Impact,
    Index,
    PossibleDependent,
    Target,
    Test,
)
from ripplegraph.impact.scoring import compute_impact
from ripplegraph.impact.test_selection.finder import FoundTests
from ripplegraph.impact.warnings import (
    count_unread,
    describe_missed,
    describe_missing,
    find_missed,
    find_warnings,
)
from ripplegraph.store.sql import statements
from ripplegraph.targets.target import ResolvedTarget

if TYPE_CHECKING:
    from ripplegraph.impact.account.account import Account

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
    account: Account | None = None,
) -> Impact:
    """Answer for targets whose dependents were found; `change` is how much a change counts.

    `missing` is what a change touches and the graph does not have.
    """
    missed = find_missed(graph, resolved)
    possible = _find_possible(account, rows, targets, _find_inside(graph, resolved))
    likely = sum(row.tier == "likely" for row in possible)
    overriding = find_overriding(graph, [one.node for one in resolved if one.node is not None])
    related = find_related_files(rows, targets, scope.limit)
    found = _find_memories(
        graph, memories, resolved, rows, limit=scope.limit, own_stale=change is not None
    )
    groups = group_memories(found.memories)
    score, terms = compute_impact(
        _find_strengths(rows, possible, overriding).values(),
        warnings=_count_warnings(groups),
        tests=tests.total,
        change=1.0 if change is None else change,
    )
    entry_points = find_entry_points(graph, resolved)
    is_known = _is_known(score, terms, account, resolved, missing or entry_points)
    return Impact(
        targets=tuple(targets),
        warnings=(
            *describe_missing(missing),
            *find_warnings(graph, resolved),
            *(describe_missed(missed) if account is None else ()),
            *_doubt_tests(tests),
        ),
        impact_score=score if is_known else None,
        impact_terms=terms,
        counts={
            "direct_dependents": rows.counts[0] if rows.counts else 0,
            "transitive_dependents": sum(rows.counts[1:]),
            "by_depth": rows.counts,
            "likely_dependents": likely,
            "possible_dependents": len(possible),
            "overriders": len(overriding.below),
            "overridden": len(overriding.above),
            "tests": tests.total,
            "memories": found.total,
            "unresolved_calls": missed["calls"],
            **related.counts,
        },
        entry_points=entry_points,
        direct_dependents=tuple(row for row in rows.direct if not row.possible),
        transitive_dependents=tuple(rows.transitive),
        possible_dependents=tuple(possible[: scope.limit]),
        overriders=tuple(overriding.below[: scope.limit]),
        overridden=tuple(overriding.above[: scope.limit]),
        tests=_score_tests(tests, resolved),
        memories=groups,
        co_changes=related.co_changes,
        related=related.related,
        index=Index(
            meta.get("commit"), None, None, "", meta.get("scanned_at", ""), count_unread(graph)
        ),
        account=account.to_plain(_name_account(account, targets)) if account else None,
        places=account.show_places(_limit_places(scope)) if account else (),
        omitted={
            **_count_omitted(rows, tests, found),
            "possible_by_limit": max(0, len(possible) - len(possible[: scope.limit])),
            "overriders_by_limit": len(overriding.below) - len(overriding.below[: scope.limit]),
            "places_by_limit": account.count_hidden(_limit_places(scope)) if account else 0,
        },
    )


def _find_possible(
    account: Account | None, rows: Rows, targets: Sequence[Target], inside: Collection[str]
) -> list[PossibleDependent]:
    """Find who may depend on targets, besides those who do."""
    return find_possible_dependents(
        account,
        [row for row in rows.direct if row.possible],
        known={node for node, depth in rows.reached.items() if depth == 1},
        targets={target.id for target in targets},
        inside=inside,
        by_file=rows.near_symbols is None,
    )


def _find_inside(graph: sqlite3.Connection, resolved: Sequence[ResolvedTarget]) -> frozenset[str]:
    """Return the files of folders and patterns among the targets."""
    numbers = [file for one in resolved if one.type in ("directory", "glob") for file in one.files]
    if not numbers:
        return frozenset()
    rows = graph.execute(statements.SELECT_PATHS_OF_FILES, (json.dumps(numbers),))
    return frozenset(path for _, path in rows)


def _find_strengths(
    rows: Rows, possible: Sequence[PossibleDependent], overriding: Overriding
) -> Mapping[str, float]:
    """Return how strongly everything that counts in the score depends on the targets."""
    found = {row.id: row.score for row in possible if row.tier == "likely"}
    found |= {row.id: max(row.strength, found.get(row.id, 0.0)) for row in overriding.below}
    if not found:
        return rows.strengths
    return found | {
        node: max(strength, found.get(node, 0.0)) for node, strength in rows.strengths.items()
    }


def _is_known(
    score: float,
    terms: Mapping[str, float],
    account: Account | None,
    resolved: Sequence[ResolvedTarget],
    unseen: Sequence[object],
) -> bool:
    """Whether a score can be given: something uses the targets, or nothing possibly does.

    `unseen` are reasons why others may use them: entry points, symbols that the graph lacks.
    """
    if terms["reach"] and score:
        return True
    if unseen or any(is_unread(target) for target in resolved):
        return False
    return account is None or account.is_complete


def _name_account(account: Account, targets: Sequence[Target]) -> str:
    """Return the one name that was accounted for, or what all of them belong to."""
    if len(account.names) == 1:
        return account.names[0]
    return targets[0].id if len(targets) == 1 else f"{len(account.names):,} names"


def _limit_places(scope: Scope) -> int | None:
    return None if scope.all_places else scope.most_places


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
    shown = sum(not row.possible for row in (*rows.direct, *rows.transitive))
    return {
        "by_limit": sum(rows.counts) - shown,
        "beyond_depth": rows.beyond,
        "tests_by_limit": tests.total - len(tests.tests),
        "stale_memories": found.stale,
        "unchecked_memories": found.unchecked,
        "memories_by_limit": found.total - len(found.memories),
    }
