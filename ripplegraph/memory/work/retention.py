"""Removal of expired episodes, but for those that a memory rests on."""

import sqlite3
from dataclasses import dataclass

from ripplegraph.memory.clock import count_days
from ripplegraph.memory.work.access import Actor
from ripplegraph.memory.work.ledger import Ledger
from ripplegraph.store.memory.work_storage import get_episode, read_derived, read_episode_ages

_CLEANER = Actor("cleanup", "user")


@dataclass(frozen=True)
class EpisodeCleanup:
    """Counts of episodes that a cleanup removed or would remove, and that stay."""

    pruned: int
    kept: int
    protected: int
    """How many of those kept are too old, but stay for a live memory or the current task."""


NO_EPISODES = EpisodeCleanup(0, 0, 0)


@dataclass(frozen=True)
class EpisodeRule:
    """The rule for expired episodes: older than some days, but none of the current task."""

    days: int
    """With 0, none."""
    current: str | None = None
    leaving: frozenset[str] = frozenset()
    """Memories that the same cleanup archives: they protect nothing any more."""


def prune_episodes(ledger: Ledger, rule: EpisodeRule) -> EpisodeCleanup:
    """Remove episodes that are too old; their events keep what they said."""
    going, report = _judge(ledger.connection, rule, now=ledger.now)
    for episode_id in going:
        episode = get_episode(ledger.connection, episode_id)
        if episode is not None:
            reason = f"older than {rule.days} days"
            ledger.remove(episode, _CLEANER, action="prune", reason=reason)
    return report


def plan_pruning(connection: sqlite3.Connection, rule: EpisodeRule, *, now: str) -> EpisodeCleanup:
    """Plan the removal of expired episodes, and change nothing."""
    return _judge(connection, rule, now=now)[1]


def _judge(
    connection: sqlite3.Connection, rule: EpisodeRule, *, now: str
) -> tuple[list[str], EpisodeCleanup]:
    """Return the episodes that may go; the outcome follows from the records and the time alone."""
    episodes = read_episode_ages(connection)
    needed = {episode for memory, episode in read_derived(connection) if memory not in rule.leaving}
    old = [
        (episode_id, task_id)
        for episode_id, task_id, created_at in episodes
        if rule.days and count_days(created_at, now) >= rule.days
    ]
    going = [
        episode_id
        for episode_id, task_id in old
        if episode_id not in needed and not (rule.current and task_id == rule.current)
    ]
    kept = len(episodes) - len(going)
    return going, EpisodeCleanup(len(going), kept, protected=len(old) - len(going))
