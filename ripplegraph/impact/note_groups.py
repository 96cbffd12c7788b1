"""The memories of an answer, under the keys by which they are shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ripplegraph.impact.report import Note

GROUPS = {
    "gotcha": "gotchas",
    "dead_end": "dead_ends",
    "e2e_observation": "e2e_observations",
    "error_pattern": "error_patterns",
    "requirement": "invariants",
    "decision": "decisions",
    "workflow_recipe": "recipes",
}
"""The key of an answer under which memories of a type stand."""
KEYS = (*dict.fromkeys(GROUPS.values()), "others")


class Found(NamedTuple):
    """Memories for an answer, and how many were left out."""

    notes: list[Note]
    """The best of them, in order."""
    total: int = 0
    stale: int = 0
    unchecked: int = 0
    """Those that no scan has compared with the code yet."""


def group_notes(notes: Iterable[Note]) -> dict[str, tuple[Note, ...]]:
    """Put notes under the keys of an answer."""
    groups: dict[str, list[Note]] = {key: [] for key in KEYS}
    for note in notes:
        groups[GROUPS.get(note.type, "others")].append(note)
    return {key: tuple(found) for key, found in groups.items()}
