"""An answer as paths, one a line: dependents, tests, partners and related files in one ranking."""

from __future__ import annotations

from collections.abc import Iterator

from ripplegraph.impact.related_files import build_target_test
from ripplegraph.impact.report import Impact


def build_paths(impact: Impact) -> Iterator[str]:
    """Yield each path once, the best first; what was asked about is left out."""
    best: dict[str, float] = {}
    rows = (*impact.direct_dependents, *impact.transitive_dependents)
    for path, score in [
        *((row.path, row.score) for row in rows),
        *((test.path, test.score) for test in impact.tests),
        *((partner.path, partner.score) for partner in impact.co_changes),
        *((related.path, related.score) for related in impact.related),
    ]:
        if path is not None:
            best[path] = max(score, best.get(path, 0.0))
    is_target = build_target_test(impact.targets)
    found = (path for path in best if not is_target(path))
    yield from sorted(found, key=lambda path: (-best[path], path))
