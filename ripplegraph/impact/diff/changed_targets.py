"""Turns a change into targets: what is there now, and what was there before and is gone."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.impact.diff.changed_symbols import ChangedSymbol
from ripplegraph.impact.report import Target
from ripplegraph.impact.scoring import CHANGE_SHARES
from ripplegraph.targets.resolution import find_exact
from ripplegraph.targets.target import ResolvedTarget


class ChangedTargets(NamedTuple):
    """The targets of a change, in the answer and in a graph."""

    targets: list[Target]
    resolved: list[ResolvedTarget]
    """What is in the graph now and has an effect."""
    missing: list[str]
    """The ids that should be in the graph now and are not, as after an older change."""
    lost: list[str]
    """The ids that were there before the change and are not any more."""
    breaking: frozenset[str]
    share: float
    """How much of the reach counts: that of the class of change that weighs most."""


def find_changed_targets(
    graph: sqlite3.Connection, touched: Sequence[ChangedSymbol]
) -> ChangedTargets:
    resolved, missing, lost = [], [], []
    for item in touched:
        if item.change in ("removed", "renamed"):
            lost.append(item.previous_id or item.id)
        if item.change not in ("removed", "formatting"):
            found = find_exact(graph, item.id)
            if found is None:
                missing.append(item.id)
            else:
                resolved.append(found)
    return ChangedTargets(
        [_build_target(item) for item in touched],
        resolved,
        missing,
        lost,
        frozenset(item.previous_id or item.id for item in touched if item.breaks),
        max((CHANGE_SHARES[item.change] for item in touched), default=0.0),
    )


def _build_target(item: ChangedSymbol) -> Target:
    change: dict[str, Any] = {
        "class": item.change,
        "compatible": item.compatible,
        "detail": item.detail,
        "previous_id": item.previous_id,
        "lines": [list(span) for span in item.lines],
    }
    asked = item.path if SEPARATOR not in item.id else item.id
    return Target(item.id, item.type, item.path, item.line, asked, change)
