"""Confidence in a memory today, computed from what is stored."""

from ripplegraph.memory.decay import fade
from ripplegraph.memory.types.registry import TypeRegistry
from ripplegraph.store.records.memory_records import Memory


def get_half_life(memory: Memory, registry: TypeRegistry) -> float | None:
    """Return after how many days half the trust is gone; None means that it stays."""
    if memory.half_life_days is not None:
        return memory.half_life_days
    kind = registry.get(memory.type)
    return kind.half_life_days if kind else None


def compute_confidence(memory: Memory, registry: TypeRegistry, *, now: str) -> float:
    """Return the confidence in a memory after what time took away.

    The clock starts anew when a memory is verified, never when it is only read or used.
    """
    half_life = get_half_life(memory, registry)
    moments = (memory.created_at, memory.verified_at)
    return fade(memory.confidence, half_life, moments, now=now)
