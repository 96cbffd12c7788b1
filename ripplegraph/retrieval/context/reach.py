"""The impact of an edit of the files, as items of a context."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ripplegraph.retrieval.context.inert_text import make_inert
from ripplegraph.retrieval.context.parts import Item

MOST_ROWS = 8
DEPENDENT = "dependent"
_HEAD = -10.0
"""Before every memory: it is short, and the rest hangs on it."""
_BEST_ROW = 0.9
_BEST_TEST = 0.7
_STEP = 0.1


@dataclass(frozen=True)
class ReachSummary:
    """The part of an impact analysis that a context tells."""

    targets: tuple[str, ...]
    score: float | None
    counts: str
    dependents: tuple[tuple[str, str], ...]
    """Ids and how they depend, the strongest first."""
    tests: tuple[str, ...]
    warnings: tuple[str, ...] = ()


def build_reach_items(summary: ReachSummary) -> Iterator[Item]:
    """Yield a line for all of it, then rows that each take the place they deserve."""
    targets = ", ".join(make_inert(target) for target in summary.targets)
    score = "not known" if summary.score is None else f"{summary.score:.2f}"
    head = f"{targets}: impact {score}, {make_inert(summary.counts)}"
    yield Item("impact", "impact", "impact", "", (0.0, _HEAD), (head,))
    for at, warning in enumerate(summary.warnings):
        line = f"not known: {make_inert(warning)}"
        yield Item(f"warning {at}", "warning", "impact", "", (0.0, _HEAD + 1), (line,))
    for at, (name, how) in enumerate(summary.dependents[:MOST_ROWS]):
        line = f"- {make_inert(name)} ({make_inert(how)})"
        yield Item(name, DEPENDENT, "impact", "dependents", (0.0, at * _STEP - _BEST_ROW), (line,))
    for at, name in enumerate(summary.tests[:MOST_ROWS]):
        line = f"- {make_inert(name)}"
        yield Item(name, "test", "impact", "tests", (0.0, at * _STEP - _BEST_TEST), (line,))
