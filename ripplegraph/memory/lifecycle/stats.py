"""Counts the memories, and says what a cleanup would do."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ripplegraph.memory.lifecycle.cleanup import CleanupReport
from ripplegraph.memory.states import LIVE_STATES
from ripplegraph.memory.types.definition import LINK


@dataclass(frozen=True)
class MemoryStats:
    """Counts of memories, links apart; the last three are for a cleanup now."""

    total: int
    types: Mapping[str, int]
    scopes: Mapping[str, int]
    states: Mapping[str, int]
    links: int
    """How many links are live."""
    bytes: int | None
    would_archive: int
    would_prune: int
    protected: int


def build_stats(
    counts: Iterable[tuple[str, str, str, int]], size: int | None, trial: CleanupReport
) -> MemoryStats:
    types: Counter[str] = Counter()
    scopes: Counter[str] = Counter()
    states: Counter[str] = Counter()
    links = 0
    for kind, scope, state, count in counts:
        if kind == LINK:
            links += count if state in LIVE_STATES else 0
            continue
        types[kind] += count
        scopes[scope] += count
        states[state] += count
    return MemoryStats(
        total=states.total(),
        types=dict(types.most_common()),
        scopes=dict(scopes.most_common()),
        states=dict(states.most_common()),
        links=links,
        bytes=size,
        would_archive=trial.archived,
        would_prune=trial.pruned,
        protected=trial.protected,
    )
