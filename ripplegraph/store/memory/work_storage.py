"""Reads and writes episodes, artifacts and changes of them with the standard library alone."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from ripplegraph.store.records.memory_records import Plain
from ripplegraph.store.records.work_records import (
    Artifact,
    ArtifactFilter,
    Episode,
    EpisodeFilter,
    Record,
    WorkEvent,
    work_to_plain,
)
from ripplegraph.store.sql import statements

_ALL = -1


def insert_episode(connection: sqlite3.Connection, episode: Episode, words: Iterable[str]) -> None:
    cursor = connection.execute(statements.MEMORY_INSERT_EPISODE, _build_row(episode))
    if cursor.lastrowid is None:
        raise LookupError(episode.id)
    _insert_words(connection, cursor.lastrowid, words)


def update_episode(connection: sqlite3.Connection, episode: Episode, words: Iterable[str]) -> None:
    connection.execute(statements.MEMORY_UPDATE_EPISODE, _build_row(episode))
    number = connection.execute(statements.MEMORY_EPISODE_NUMBER, (episode.id,)).fetchone()[0]
    connection.execute(statements.MEMORY_DELETE_EPISODE_WORDS, (number,))
    _insert_words(connection, number, words)


def insert_artifact(connection: sqlite3.Connection, artifact: Artifact) -> None:
    connection.execute(statements.MEMORY_INSERT_ARTIFACT, work_to_plain(artifact))


def delete_record(connection: sqlite3.Connection, record: Record) -> None:
    is_episode = isinstance(record, Episode)
    statement = (
        statements.MEMORY_DELETE_EPISODE if is_episode else statements.MEMORY_DELETE_ARTIFACT
    )
    connection.execute(statement, (record.id,))


def insert_work_event(connection: sqlite3.Connection, event: WorkEvent) -> None:
    connection.execute(
        statements.MEMORY_INSERT_WORK_EVENT,
        (
            event.id,
            event.record,
            event.record_id,
            event.at,
            event.action,
            event.actor,
            event.role,
            event.reason,
            _encode(event.before),
            _encode(event.after),
        ),
    )


def get_episode(connection: sqlite3.Connection, episode_id: str) -> Episode | None:
    row = connection.execute(statements.MEMORY_SELECT_EPISODE, (episode_id,)).fetchone()
    return None if row is None else _build_episode(row)


def get_artifact(connection: sqlite3.Connection, artifact_id: str) -> Artifact | None:
    row = connection.execute(statements.MEMORY_SELECT_ARTIFACT, (artifact_id,)).fetchone()
    return None if row is None else Artifact(*row)


def find_episodes(
    connection: sqlite3.Connection, wanted: EpisodeFilter, *, limit: int | None = None
) -> list[Episode]:
    """Return the episodes that are wanted, newest first."""
    values = {**vars(wanted), "limit": _ALL if limit is None else limit}
    rows = connection.execute(statements.MEMORY_FIND_EPISODES, values)
    return [_build_episode(row) for row in rows]


def count_episodes(connection: sqlite3.Connection, wanted: EpisodeFilter) -> int:
    row = connection.execute(statements.MEMORY_COUNT_EPISODES, vars(wanted)).fetchone()
    return int(row[0])


def read_task_episodes(connection: sqlite3.Connection, task_id: str) -> list[Episode]:
    """Return the episodes of a task, oldest first."""
    rows = connection.execute(statements.MEMORY_EPISODES_OF_TASK, (task_id,))
    return [_build_episode(row) for row in rows]


def read_completions(connection: sqlite3.Connection) -> dict[str, tuple[int, str]]:
    """Return how often each task was completed, if ever, and when last."""
    rows = connection.execute(statements.MEMORY_COMPLETIONS)
    return {task: (count, latest) for task, count, latest in rows}


def read_episode_ages(connection: sqlite3.Connection) -> list[tuple[str, str, str]]:
    """Return id, task and time of every episode, oldest first."""
    return list(connection.execute(statements.MEMORY_EPISODE_AGES))


def read_derived(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return each live memory that was derived from episodes, with each of these."""
    return list(connection.execute(statements.MEMORY_DERIVED_FROM))


def find_artifacts(
    connection: sqlite3.Connection, wanted: ArtifactFilter, *, limit: int | None = None
) -> list[Artifact]:
    """Return the artifacts that are wanted, newest first."""
    values = {**vars(wanted), "limit": _ALL if limit is None else limit}
    return [Artifact(*row) for row in connection.execute(statements.MEMORY_FIND_ARTIFACTS, values)]


def count_artifacts(connection: sqlite3.Connection, wanted: ArtifactFilter) -> int:
    row = connection.execute(statements.MEMORY_COUNT_ARTIFACTS, vars(wanted)).fetchone()
    return int(row[0])


def find_work_ids(connection: sqlite3.Connection, record: str, ending: str) -> list[str]:
    """Return the ids of episodes or artifacts with an ending."""
    statement = {
        "episode": statements.MEMORY_EPISODE_IDS_ENDING,
        "artifact": statements.MEMORY_ARTIFACT_IDS_ENDING,
    }[record]
    return [found for (found,) in connection.execute(statement, {"ending": ending})]


def count_words(connection: sqlite3.Connection, words: Collection[str]) -> dict[str, int]:
    """Return how many episodes have each of some words."""
    listed = json.dumps(list(words))
    return dict(connection.execute(statements.MEMORY_EPISODE_WORD_COUNTS, (listed,)))


def find_tasks_with(
    connection: sqlite3.Connection, words: Collection[str]
) -> list[tuple[str, str]]:
    """Return each task with each of some words that its episodes have."""
    return list(connection.execute(statements.MEMORY_TASK_WORDS, (json.dumps(list(words)),)))


def read_work_since(connection: sqlite3.Connection, number: int) -> Iterator[Plain]:
    """Yield what changed after a numbered event: records as they are now, then their events."""
    rows = connection.execute(statements.MEMORY_WORK_EVENTS_SINCE, (number,))
    events = [_build_event(row) for row in rows]
    for record_id, name in {event.record_id: event.record for event in events}.items():
        get = get_episode if name == "episode" else get_artifact
        record = get(connection, record_id)
        if record is not None:
            yield {"kind": name, **work_to_plain(record)}
    for event in events:
        yield {"kind": "work_event", **work_to_plain(event)}


def read_work_at(connection: sqlite3.Connection, number: int) -> list[Plain]:
    """Return a numbered event of work, after the record that it is about as that is now."""
    row = connection.execute(statements.MEMORY_WORK_EVENT_AT, (number,)).fetchone()
    if row is None:
        return []
    event = _build_event(row)
    get = get_episode if event.record == "episode" else get_artifact
    record = get(connection, event.record_id)
    lines = [{"kind": event.record, **work_to_plain(record)}] if record is not None else []
    return [*lines, {"kind": "work_event", **work_to_plain(event)}]


def read_work_events(
    connection: sqlite3.Connection, record_id: str | None = None
) -> list[WorkEvent]:
    """Return what happened to an episode or artifact, or to all, oldest first."""
    if record_id is None:
        rows = connection.execute(statements.MEMORY_WORK_EVENTS)
    else:
        rows = connection.execute(statements.MEMORY_WORK_EVENTS_OF, (record_id,))
    return [_build_event(row) for row in rows]


def has_work_event(connection: sqlite3.Connection, event_id: str) -> bool:
    return connection.execute(statements.MEMORY_HAS_WORK_EVENT, (event_id,)).fetchone() is not None


def find_knowledge(
    connection: sqlite3.Connection, category: str | None = None, key: str | None = None
) -> list[int]:
    """Return the numbers of the live memories that are entries of knowledge."""
    values = {"category": category, "key": key}
    return [number for (number,) in connection.execute(statements.MEMORY_KNOWLEDGE, values)]


def find_task_memories(connection: sqlite3.Connection, task_id: str) -> list[int]:
    """Return the numbers of the live dead ends and outcomes of a task, oldest first."""
    rows = connection.execute(statements.MEMORY_OF_TASK, {"task": task_id})
    return [number for (number,) in rows]


def _insert_words(connection: sqlite3.Connection, number: int, words: Iterable[str]) -> None:
    rows = [(word, number) for word in words]
    connection.executemany(statements.MEMORY_INSERT_EPISODE_WORD, rows)


def _build_row(episode: Episode) -> Plain:
    return {**vars(episode), "files": json.dumps(episode.files, ensure_ascii=False)}


def _build_episode(row: tuple[Any, ...]) -> Episode:
    return replace(Episode(*row), files=tuple(json.loads(row[-1])))


def _build_event(row: tuple[Any, ...]) -> WorkEvent:
    before, after = row[-2:]
    return replace(WorkEvent(*row), before=_decode(before), after=_decode(after))


def _encode(value: Plain | None) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False)


def _decode(text: str | None) -> Plain | None:
    return None if text is None else json.loads(text)
