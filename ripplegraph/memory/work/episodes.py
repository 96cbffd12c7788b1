"""Episodes of tasks: agents add them, an orchestrator may correct them."""

import sqlite3
from dataclasses import dataclass, fields, replace
from pathlib import Path

from ripplegraph.memory.ids import build_id
from ripplegraph.memory.work.access import Actor, authorise
from ripplegraph.memory.work.field_checks import (
    check_choice,
    check_count,
    check_name,
    check_optional_name,
    check_optional_words,
    check_paths,
    check_words,
)
from ripplegraph.memory.work.ledger import Ledger, resolve_episode
from ripplegraph.memory.writing.edits import check_reason
from ripplegraph.store.memory.work_storage import count_episodes, find_episodes
from ripplegraph.store.records.work_records import ACTIONS, Episode, EpisodeFilter


@dataclass(frozen=True)
class EpisodeDraft:
    """An episode to be; `files` are those it touched."""

    task_id: str
    agent_id: str
    action: str
    approach: str
    outcome: str | None = None
    duration_ms: int | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    task_title: str | None = None
    session: str | None = None
    files: tuple[str, ...] = ()


@dataclass(frozen=True)
class EpisodeEdit:
    """New values for an episode; what is None stays. Whose it is, and of which task, stays too."""

    action: str | None = None
    approach: str | None = None
    outcome: str | None = None
    duration_ms: int | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    task_title: str | None = None
    session: str | None = None
    files: tuple[str, ...] | None = None


@dataclass(frozen=True)
class EpisodeList:
    """The episodes that were asked for, newest first, and how many there are besides."""

    episodes: tuple[Episode, ...]
    matched: int
    returned: int
    omitted: int


def add_episode(ledger: Ledger, draft: EpisodeDraft, by: Actor, *, root: Path) -> Episode:
    """Put on record what was tried."""
    authorise("add episodes", by, owner=check_name(draft.agent_id, "The agent"))
    values = {item.name: getattr(draft, item.name) for item in fields(draft)}
    now = ledger.now
    episode = check_episode(
        Episode(id=build_id("ep"), created_at=now, updated_at=now, **values), root
    )
    ledger.add(episode, by)
    return episode


def edit_episode(
    ledger: Ledger, episode_id: str, wanted: EpisodeEdit, by: Actor, *, reason: str, root: Path
) -> Episode:
    """Correct an episode; what it said before stays in its history."""
    authorise("edit episodes", by)
    before = resolve_episode(ledger.connection, episode_id)
    values = {item.name: getattr(wanted, item.name) for item in fields(wanted)}
    new = {name: value for name, value in values.items() if value is not None}
    after = check_episode(replace(before, **new), root)
    if after == before:
        return before
    return ledger.change(before, after, by, reason=check_reason(reason))


def check_episode(episode: Episode, root: Path) -> Episode:
    """Check every part of an episode; returns it as it is kept."""
    return replace(
        episode,
        task_id=check_name(episode.task_id, "The task"),
        agent_id=check_name(episode.agent_id, "The agent"),
        action=check_choice(episode.action, "action", ACTIONS),
        approach=check_words(episode.approach, "The approach"),
        outcome=check_optional_words(episode.outcome, "The outcome"),
        duration_ms=check_count(episode.duration_ms, "The duration"),
        tokens_in=check_count(episode.tokens_in, "The number of tokens"),
        tokens_out=check_count(episode.tokens_out, "The number of tokens"),
        task_title=check_optional_name(episode.task_title, "The title of the task"),
        session=check_optional_name(episode.session, "The session"),
        files=check_paths(episode.files, root),
    )


def list_episodes(
    connection: sqlite3.Connection, wanted: EpisodeFilter, *, limit: int | None
) -> EpisodeList:
    """List episodes, newest first."""
    found = tuple(find_episodes(connection, wanted, limit=limit))
    matched = count_episodes(connection, wanted)
    return EpisodeList(found, matched, len(found), matched - len(found))
