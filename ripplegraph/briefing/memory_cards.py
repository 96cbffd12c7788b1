"""Memory cards for briefings: read quickly, and judged strictly."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ripplegraph.memory.clock import get_now
from ripplegraph.memory.decay import HALF_LIVES, fade
from ripplegraph.store.sql import statements

PROACTIVE_TYPES = frozenset({"gotcha", "error_pattern", "dead_end", "e2e_observation"})
"""Types of memories that are told when a file was read or edited."""
UNTOLD_TYPES = frozenset(
    {
        "prefetch_pattern",
        "task_calibration",
        "context_cost",
        "work_state",
        "work_unit_outcome",
        "feedback",
        "workflow_recipe",
        "link",
    }
)
"""Types of memories that are not told about a file."""
LEAST_CONFIDENCE = 0.65
WITNESSES = 2
"""So many different ones, its author among them, make up for a missing review."""
REVIEWED_CHANNELS = frozenset({"mcp_auto", "observer_inferred"})
STALE_VERDICTS = frozenset({"gone", "claim_false", "signature_changed"})
_DOUBTFUL = {"dependency_changed": 0.7, "body_changed": 0.8, "unknown": 0.8}
"""Verdicts that are told with the memory, and the part of its confidence that is left."""
_UNCHECKED = "[CHECK: not compared with the code yet]"


class Card(NamedTuple):
    """A memory, with the values that decide whether it is told."""

    id: str
    type: str
    title: str
    content: str
    details: Mapping[str, Any]
    confidence: float
    trusted: bool
    """Whether a person, a second witness or the gate vouches for it."""
    session: str | None
    is_stale: bool = False
    label: str = ""
    about: str = ""
    needs_review: bool = False


def read_cards(
    memories: sqlite3.Connection,
    graph: sqlite3.Connection | None,
    ids: Iterable[str],
    about: Mapping[str, str] | None = None,
) -> list[Card]:
    """Read live memories by their ids, with their verdicts in this worktree."""
    rows = memories.execute(statements.MEMORY_CARDS, (json.dumps(list(ids)),)).fetchall()
    return build_cards(graph, rows, about)


def build_cards(
    graph: sqlite3.Connection | None,
    rows: Sequence[Sequence[Any]],
    about: Mapping[str, str] | None = None,
) -> list[Card]:
    """Judge memories that were read, in their order."""
    verdicts = _read_verdicts(graph, [row[0] for row in rows])
    now = get_now()
    places = about or {}
    return [_build_card(row, verdicts.get(row[0]), places.get(row[0], ""), now) for row in rows]


def choose(
    cards: Iterable[Card],
    *,
    session: str,
    types: frozenset[str] | None = None,
    least: float = LEAST_CONFIDENCE,
) -> list[Card]:
    """Choose cards that may be told unasked; a session knows its own."""
    kept = [
        card
        for card in cards
        if card.trusted
        and not card.is_stale
        and card.confidence >= least
        and (card.type in types if types is not None else card.type not in UNTOLD_TYPES)
        and (not session or card.session != session)
    ]
    return sorted(kept, key=lambda card: (card.type not in PROACTIVE_TYPES, -card.confidence))


def _build_card(row: Sequence[Any], verdict: str | None, about: str, now: str) -> Card:
    memory, kind, title, content, details, state, confidence, half_life, *rest = row
    created, verified, user_verified, review, tainted, channel, session, origin = rest
    life = HALF_LIVES.get(kind) if half_life is None else half_life
    trust = fade(confidence, life, (created, verified), now=now)
    witnesses = set(json.loads(origin).get("confirmed_by") or ())
    passed = state != "candidate" and not review and not tainted
    return Card(
        id=memory,
        type=kind,
        title=title,
        content=content,
        details=json.loads(details),
        confidence=round(trust * _DOUBTFUL.get(verdict or "", 1.0), 4),
        trusted=bool(user_verified)
        or len(witnesses) >= WITNESSES
        or (passed and channel not in REVIEWED_CHANNELS),
        session=session,
        is_stale=verdict in STALE_VERDICTS,
        label=_label(verdict, about),
        about=about,
        needs_review=bool(review),
    )


def _label(verdict: str | None, about: str) -> str:
    if verdict in _DOUBTFUL:
        return f"[CHECK: {verdict.replace('_', ' ')}]"
    return _UNCHECKED if verdict is None and about else ""


def _read_verdicts(graph: sqlite3.Connection | None, ids: Sequence[str]) -> dict[str, str]:
    if graph is None:
        return {}
    rows = graph.execute(statements.SELECT_VERDICTS, (json.dumps(ids),))
    return {row[0]: row[2] for row in rows}
