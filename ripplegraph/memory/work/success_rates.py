"""Works out from episodes how often approaches work, and how agents do."""

import math
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from statistics import median

from ripplegraph.memory.clock import get_period
from ripplegraph.memory.work.stems import find_stems
from ripplegraph.store.memory.work_storage import find_episodes
from ripplegraph.store.records.work_records import Episode, EpisodeFilter

_CERTAINTY = 1.96
"""How many standard deviations off the lowest likely rate is: 95 in 100 are closer."""


@dataclass(frozen=True)
class Tally:
    """Counts of episodes by action, and the share of ended ones that worked.

    `likely_rate` is the lowest success rate that so few trials leave likely: two out of two prove
    less than nine out of ten.
    """

    attempted: int
    retried: int
    completed: int
    failed: int
    tasks: int
    success_rate: float | None
    likely_rate: float | None


@dataclass(frozen=True)
class ApproachRate:
    """The success rate of an approach; wordings with the same words are one approach."""

    approach: str
    tally: Tally


@dataclass(frozen=True)
class RateList:
    """Approaches, the one that most surely works first."""

    rates: tuple[ApproachRate, ...]
    matched: int
    returned: int
    omitted: int


@dataclass(frozen=True)
class AgentPerformance:
    """The performance of an agent, in all or in one week; medians are of episodes with numbers."""

    agent_id: str
    period: str | None
    tally: Tally
    median_duration_ms: float | None
    median_tokens_in: float | None
    median_tokens_out: float | None


@dataclass(frozen=True)
class AgentList:
    """Agents by name, and by week."""

    agents: tuple[AgentPerformance, ...]


def compute_rates(
    connection: sqlite3.Connection, wanted: EpisodeFilter, *, limit: int | None = None
) -> RateList:
    """Work out how often each approach worked, the one that most surely does first."""
    groups: dict[Hashable, list[Episode]] = defaultdict(list)
    for episode in find_episodes(connection, wanted):
        groups[frozenset(find_stems(episode.approach)) or episode.approach].append(episode)
    rates = sorted(
        (ApproachRate(_find_wording(group), _tally(group)) for group in groups.values()),
        key=_get_rank,
    )
    chosen = tuple(rates[:limit])
    return RateList(chosen, len(rates), len(chosen), len(rates) - len(chosen))


def compare_agents(
    connection: sqlite3.Connection, wanted: EpisodeFilter, *, weekly: bool = False
) -> AgentList:
    """Work out how each agent did; with `weekly`, in each week."""
    groups: dict[tuple[str, str], list[Episode]] = defaultdict(list)
    for episode in find_episodes(connection, wanted):
        period = get_period(episode.created_at) if weekly else ""
        groups[episode.agent_id, period].append(episode)
    return AgentList(
        tuple(
            AgentPerformance(
                agent_id=agent_id,
                period=period or None,
                tally=_tally(group),
                median_duration_ms=_find_median(item.duration_ms for item in group),
                median_tokens_in=_find_median(item.tokens_in for item in group),
                median_tokens_out=_find_median(item.tokens_out for item in group),
            )
            for (agent_id, period), group in sorted(groups.items())
        )
    )


def _tally(episodes: list[Episode]) -> Tally:
    counts = Counter(episode.action for episode in episodes)
    completed, failed = counts["completed"], counts["failed"]
    ended = completed + failed
    return Tally(
        attempted=counts["attempted"],
        retried=counts["retried"],
        completed=completed,
        failed=failed,
        tasks=len({episode.task_id for episode in episodes}),
        success_rate=round(completed / ended, 4) if ended else None,
        likely_rate=round(find_lowest_rate(completed, ended), 4) if ended else None,
    )


def find_lowest_rate(successes: int, trials: int) -> float:
    """Return the lower end of Wilson's interval for a rate."""
    share, square = successes / trials, _CERTAINTY**2
    middle = share + square / (2 * trials)
    spread = _CERTAINTY * math.sqrt((share * (1 - share) + square / (4 * trials)) / trials)
    return max(0.0, (middle - spread) / (1 + square / trials))


def _get_rank(rate: ApproachRate) -> tuple[float, int, str]:
    likely = rate.tally.likely_rate
    return (1.0 if likely is None else -likely), rate.tally.failed, rate.approach


def _find_wording(episodes: list[Episode]) -> str:
    """Return how an approach is put most often; of several wordings the latest."""
    return Counter(episode.approach for episode in episodes).most_common(1)[0][0]


def _find_median(values: Iterable[int | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None
