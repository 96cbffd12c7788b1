"""How much a memory is trusted today: computed whenever it is asked for, never written."""

import math

from ripplegraph.memory.clock import count_days
from ripplegraph.memory.registry import TypeRegistry
from ripplegraph.store.memory_records import Memory


def get_half_life(memory: Memory, registry: TypeRegistry) -> float | None:
    """Return after how many days half the trust is gone; None means that it stays."""
    if memory.half_life_days is not None:
        return memory.half_life_days
    kind = registry.get(memory.type)
    return kind.half_life_days if kind else None


def compute_confidence(memory: Memory, registry: TypeRegistry, *, now: str) -> float:
    """Return the confidence in a memory after what time took away.

    The clock starts anew when a memory is verified or was of use, not when it is read.
    """
    half_life = get_half_life(memory, registry)
    if half_life is None:
        return memory.confidence
    moments = (memory.created_at, memory.verified_at, memory.last_used_at)
    latest = max(moment for moment in moments if moment)
    share = math.pow(0.5, count_days(latest, now) / half_life)
    return round(memory.confidence * share, 4)
