"""Freshness verdicts, from the worst to the best, and their reasons."""

from __future__ import annotations

from dataclasses import dataclass

GONE = "gone"
CLAIM_FALSE = "claim_false"
SIGNATURE_CHANGED = "signature_changed"
DEPENDENCY_CHANGED = "dependency_changed"
BODY_CHANGED = "body_changed"
UNKNOWN = "unknown"
FRESH = "fresh"
UNANCHORED = "unanchored"

VERDICTS = (
    GONE,
    CLAIM_FALSE,
    SIGNATURE_CHANGED,
    DEPENDENCY_CHANGED,
    BODY_CHANGED,
    UNKNOWN,
    FRESH,
    UNANCHORED,
)
"""From the worst to the best; the last one says that there is no code to compare with."""
STALE = frozenset({GONE, CLAIM_FALSE, SIGNATURE_CHANGED})
"""What is never put before anybody who did not ask for it."""
TRUST = {
    GONE: 0.2,
    CLAIM_FALSE: 0.2,
    SIGNATURE_CHANGED: 0.4,
    DEPENDENCY_CHANGED: 0.7,
    BODY_CHANGED: 0.8,
    UNKNOWN: 0.8,
    FRESH: 1.0,
    UNANCHORED: 1.0,
}
"""Which part of its confidence a memory keeps."""


@dataclass(frozen=True)
class SubjectState:
    """The state of one subject of a memory."""

    target: str
    verdict: str
    reason: str


@dataclass(frozen=True)
class Note:
    """A change farther away that may matter, until it is taken back."""

    text: str
    node: str
    fingerprint: str
    """The signature that `node` had before."""
    at: str


@dataclass(frozen=True)
class Freshness:
    """The freshness of a memory in a worktree, and its reason."""

    verdict: str
    reason: str
    checked_at: str
    subjects: tuple[SubjectState, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_stale(self) -> bool:
        return self.verdict in STALE


def get_worst(states: tuple[SubjectState, ...], *, needs_all: bool = False) -> SubjectState:
    """Return the state that decides; something gone does so only where everything is needed."""
    left = [state for state in states if state.verdict != GONE or needs_all] or list(states)
    return min(left, key=lambda state: VERDICTS.index(state.verdict))
