"""Result of checking a claim."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ClaimState:
    """Whether a claim holds in the graph (None: it cannot be told), with the evidence."""

    claim: str
    holds: bool | None
    evidence: str
