"""Archives expired memories, and later removes archived ones.

The outcome follows from the memories and the time alone, so cleaning up twice does no more than
once, and a memory fades no faster for it. What is protected is never touched.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from ripplegraph.config import MemoryConfig
from ripplegraph.memory.clock import count_days, get_period
from ripplegraph.memory.confidence import compute_confidence
from ripplegraph.memory.states import LIVE_STATES
from ripplegraph.memory.types.definition import LINK
from ripplegraph.memory.types.registry import TypeRegistry
from ripplegraph.memory.work.ledger import Ledger
from ripplegraph.memory.work.retention import (
    NO_EPISODES,
    EpisodeCleanup,
    EpisodeRule,
    plan_pruning,
    prune_episodes,
)
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.store.memory.memory_reader import MemoryFilter, find_memories, read_memories
from ripplegraph.store.memory.memory_writer import set_meta
from ripplegraph.store.records.memory_records import Memory

ACTOR = "cleanup"
PERIOD_KEY = "cleanup_period"
TRUSTED = 0.9
TRUSTING_CONFIRMATIONS = 3


@dataclass(frozen=True)
class Verdict:
    """The decision of a cleanup about a memory (archive, prune or accept), and its reason."""

    id: str
    title: str
    action: str
    reason: str


@dataclass(frozen=True)
class CleanupReport:
    """The changes of a cleanup or, as a trial, those it would make."""

    period: str
    trial: bool
    skipped: bool
    archived: int
    pruned: int
    accepted: int
    protected: int
    kept: int
    changes: tuple[Verdict, ...]
    episodes: EpisodeCleanup = NO_EPISODES
    spooled: bool = False


NOTHING_CLEANED = CleanupReport("", False, False, 0, 0, 0, 0, 0, ())


def clean_up(
    journal: Journal,
    *,
    registry: TypeRegistry,
    config: MemoryConfig,
    current: str | None = None,
) -> CleanupReport:
    """Apply time limits and caps; `current` is the work unit that is being worked on."""
    memories = _read_all(journal.connection)
    report = _plan(memories, registry, config, current=current, now=journal.now)
    ledger = Ledger(journal.connection, now=journal.now)
    episodes = prune_episodes(ledger, _build_episode_rule(report, config, current))
    _apply(journal, memories, {verdict.id: verdict for verdict in report.changes})
    set_meta(journal.connection, PERIOD_KEY, report.period)
    return replace(report, trial=False, episodes=episodes)


def plan_cleanup(
    connection: sqlite3.Connection,
    *,
    registry: TypeRegistry,
    config: MemoryConfig,
    current: str | None = None,
    now: str,
) -> CleanupReport:
    """Plan a cleanup, and change nothing."""
    report = _plan(_read_all(connection), registry, config, current=current, now=now)
    rule = _build_episode_rule(report, config, current)
    return replace(report, episodes=plan_pruning(connection, rule, now=now))


def _build_episode_rule(
    report: CleanupReport, config: MemoryConfig, current: str | None
) -> EpisodeRule:
    leaving = frozenset(item.id for item in report.changes if item.action != "accept")
    return EpisodeRule(config.episode_days, current, leaving)


def _plan(
    memories: list[Memory],
    registry: TypeRegistry,
    config: MemoryConfig,
    *,
    current: str | None,
    now: str,
) -> CleanupReport:
    protected = {memory.id for memory in find_protected(memories, current=current)}
    verdicts = list(_judge(memories, protected, registry, config, now=now))
    actions = [verdict.action for verdict in verdicts]
    return CleanupReport(
        period=get_period(now),
        trial=True,
        skipped=False,
        archived=actions.count("archive"),
        pruned=actions.count("prune"),
        accepted=actions.count("accept"),
        protected=len(protected),
        kept=len(memories) - actions.count("prune"),
        changes=tuple(sorted(verdicts, key=lambda verdict: verdict.id)),
    )


def find_protected(memories: Iterable[Memory], *, current: str | None) -> Iterator[Memory]:
    """Yield what no rule may archive or remove."""
    known = list(memories)
    superseded = {
        relation.target_memory
        for memory in known
        for relation in memory.relations
        if memory.state in LIVE_STATES and relation.kind == "supersedes"
    }
    for memory in known:
        if (
            memory.pinned
            or memory.user_verified
            or (current and current in (memory.scope_ref, memory.provenance.task))
            or (memory.type == "error_pattern" and memory.details.get("resolved") is False)
            or memory.id in superseded
            or (memory.type == LINK and memory.state in LIVE_STATES)
        ):
            yield memory


def _judge(
    memories: list[Memory],
    protected: set[str],
    registry: TypeRegistry,
    config: MemoryConfig,
    *,
    now: str,
) -> Iterator[Verdict]:
    open_to_change = [memory for memory in memories if memory.id not in protected]
    gone = set()
    for memory in open_to_change:
        action, reason = _judge_by_time(memory, registry, config, now)
        if action:
            gone.add(memory.id)
            yield Verdict(memory.id, memory.title, action, reason)
        elif memory.needs_review and _is_accepted(memory):
            yield Verdict(memory.id, memory.title, "accept", "confirmed often enough")
    live = [item for item in memories if item.id not in gone and item.state in LIVE_STATES]
    # Links are part of the graph: however many there are, they take no memory's place.
    counted = [item for item in live if item.type != LINK]
    yield from _judge_by_count(counted, protected, registry, config)


def _judge_by_time(
    memory: Memory, registry: TypeRegistry, config: MemoryConfig, now: str
) -> tuple[str, str]:
    if memory.expires_at and memory.expires_at <= now:
        return "prune", f"expired at {memory.expires_at}"
    if memory.state not in LIVE_STATES:
        since = count_days(memory.archived_at or memory.updated_at, now)
        if since >= config.prune_days:
            return "prune", f"{memory.state} for {since:.0f} days"
        return "", ""
    idle = count_days(_get_last_sign(memory), now)
    kind = registry.get(memory.type)
    if memory.merged_at:
        return "archive", f"its work was merged at {memory.merged_at}"
    if memory.scope == "session" and idle >= config.session_days:
        return "archive", f"its session ended {idle:.0f} days ago"
    if kind and kind.retention_days is not None and idle >= kind.retention_days:
        return "archive", f"a {kind.name} unused for {idle:.0f} days"
    trust = compute_confidence(memory, registry, now=now)
    if trust * 100 < config.low_confidence_percent and idle >= config.unused_days:
        return "archive", f"confidence {trust:.2f} and unused for {idle:.0f} days"
    return "", ""


def _judge_by_count(
    memories: list[Memory], protected: set[str], registry: TypeRegistry, config: MemoryConfig
) -> Iterator[Verdict]:
    """Archive what is over a cap: the least important first, the oldest of these first."""
    caps = {
        "global": config.global_keep,
        "module": config.module_keep,
        "section": config.section_keep,
        "work_unit": config.work_unit_keep,
        "session": config.session_keep,
    }
    gone: set[str] = set()

    def judge(group: list[Memory], cap: int | None, what: str) -> Iterator[Verdict]:
        rest = [memory for memory in group if memory.id not in gone]
        surplus = len(rest) - cap if cap else 0
        order = sorted(rest, key=lambda item: (item.importance, item.created_at, item.id))
        for memory in [item for item in order if item.id not in protected][: max(0, surplus)]:
            gone.add(memory.id)
            yield Verdict(memory.id, memory.title, "archive", f"more than {cap} {what}")

    for (kind, *_), group in _group(memories, lambda m: (m.type, m.scope, m.scope_ref)):
        known = registry.get(kind)
        yield from judge(group, known.keep_latest if known else None, f"of {kind} in its scope")
    for (scope, _), group in _group(memories, lambda m: (m.scope, m.scope_ref)):
        yield from judge(group, caps.get(scope), f"in its {scope} scope")
    yield from judge(memories, config.max_keep, "in all")


def _group(
    memories: list[Memory], key: Callable[[Memory], tuple[str, ...]]
) -> Iterator[tuple[tuple[str, ...], list[Memory]]]:
    groups = defaultdict(list)
    for memory in memories:
        groups[key(memory)].append(memory)
    yield from sorted(groups.items())


def _apply(journal: Journal, memories: list[Memory], verdicts: dict[str, Verdict]) -> None:
    for memory in memories:
        verdict = verdicts.get(memory.id)
        if verdict is None:
            continue
        cause = Cause(ACTOR, verdict.reason)
        if verdict.action == "prune":
            journal.remove(memory, cause, action="prune")
        elif verdict.action == "archive":
            after = replace(memory, state="archived", archived_at=journal.now)
            journal.change(memory, after, cause, action="archive")
        else:
            after = replace(memory, state="active", needs_review=False)
            journal.change(memory, after, cause, action="accept")


def _is_accepted(memory: Memory) -> bool:
    often = memory.confirmations >= TRUSTING_CONFIRMATIONS and memory.confidence > TRUSTED
    return memory.provenance.channel == "commit_auto" or often


def _get_last_sign(memory: Memory) -> str:
    moments = (memory.created_at, memory.verified_at, memory.last_used_at)
    return max(moment for moment in moments if moment)


def _read_all(connection: sqlite3.Connection) -> list[Memory]:
    return read_memories(connection, find_memories(connection, MemoryFilter()))
