"""Groups of memories in an answer, by type."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ripplegraph.impact.report import AttachedMemory

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


class FoundMemories(NamedTuple):
    """Memories for an answer, and how many were left out."""

    memories: list[AttachedMemory]
    """The best of them, in order."""
    total: int = 0
    stale: int = 0
    unchecked: int = 0
    """Those that no scan has compared with the code yet."""


def group_memories(memories: Iterable[AttachedMemory]) -> dict[str, tuple[AttachedMemory, ...]]:
    """Put memories under the keys of an answer."""
    groups: dict[str, list[AttachedMemory]] = {key: [] for key in KEYS}
    for memory in memories:
        groups[GROUPS.get(memory.type, "others")].append(memory)
    return {key: tuple(found) for key, found in groups.items()}
