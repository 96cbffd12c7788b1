"""The report of a sweep: every verdict, and changes since the sweep before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ripplegraph.memory.freshness.assessment import Assessment
from ripplegraph.memory.freshness.verdicts import FRESH, UNANCHORED, VERDICTS
from ripplegraph.store.memory.freshness_rows import StateRow


@dataclass(frozen=True)
class VerdictChange:
    """A memory that stands otherwise to the code than it did."""

    id: str
    title: str
    before: str
    verdict: str
    reason: str


@dataclass(frozen=True)
class SweepReport:
    """The results of a sweep, and those that are new since the last one of this worktree."""

    checked: int
    counts: Mapping[str, int]
    """How many memories have each verdict."""
    changed: tuple[str, ...]
    """The ids of memories whose verdict is another one."""
    changes: tuple[VerdictChange, ...]
    moved: tuple[Mapping[str, str], ...]
    """Code that was followed: `id` of the memory, `from` and `to`."""


def build_report(done: Iterable[Assessment], known: Mapping[str, StateRow]) -> SweepReport:
    items = list(done)
    counts = Counter(item.freshness.verdict for item in items)
    swept = {name: row.swept for name, row in known.items()}
    changes = tuple(
        change for item in items for change in _find_change(item, swept.get(item.memory.id))
    )
    return SweepReport(
        len(items),
        {verdict: counts[verdict] for verdict in VERDICTS},
        tuple(change.id for change in changes),
        changes,
        tuple(move for item in items for move in _find_moves(item, swept.get(item.memory.id))),
    )


def summarise(row: StateRow) -> Mapping[str, Any]:
    """Return what the next sweep compares with."""
    targets = {place.written: place.target for place in row.places if place.role == "subject"}
    return {"verdict": row.verdict, "targets": targets}


def _find_change(item: Assessment, swept: Mapping[str, Any] | None) -> Iterator[VerdictChange]:
    now = item.freshness
    # What was written since the last sweep was right when it was written.
    before = swept["verdict"] if swept is not None else FRESH
    if now.verdict not in (before, UNANCHORED):
        yield VerdictChange(item.memory.id, item.memory.title, str(before), now.verdict, now.reason)


def _find_moves(item: Assessment, swept: Mapping[str, Any] | None) -> Iterator[Mapping[str, str]]:
    known = swept["targets"] if swept is not None else {}
    for anchor, place in zip(item.memory.anchors, item.places, strict=True):
        before = known.get(anchor.target, anchor.target)
        if anchor.role == "subject" and place.found and place.target != before:
            yield {"id": item.memory.id, "from": before, "to": place.target}
