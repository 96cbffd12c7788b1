"""Writes episodes, artifacts and their events for keeping, and takes them in again."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ripplegraph.errors import UsageError
from ripplegraph.memory.checks import check_text, refuse_secrets
from ripplegraph.memory.clock import normalise_time
from ripplegraph.memory.ids import is_valid_id
from ripplegraph.memory.work.access import ROLES, Actor
from ripplegraph.memory.work.artifacts import check_artifact
from ripplegraph.memory.work.episodes import check_episode
from ripplegraph.memory.work.field_checks import check_choice, check_name
from ripplegraph.memory.work.ledger import Ledger, find_episode_words, put_record
from ripplegraph.store.memory.work_storage import (
    delete_record,
    find_artifacts,
    find_episodes,
    get_artifact,
    get_episode,
    has_work_event,
    insert_work_event,
    read_work_events,
    update_episode,
)
from ripplegraph.store.records.memory_records import Plain
from ripplegraph.store.records.work_records import (
    RECORDS,
    Artifact,
    ArtifactFilter,
    Episode,
    EpisodeFilter,
    Record,
    WorkEvent,
    work_to_plain,
)

EVENT_KIND = "work_event"
_MAX_EVENT = 1_000_000

Value = TypeVar("Value", Episode, Artifact, WorkEvent)


def export_work(connection: sqlite3.Connection) -> Iterator[Plain]:
    """Yield all episodes, artifacts and their events, in an order that suits version control."""
    episodes = find_episodes(connection, EpisodeFilter())
    for episode in sorted(episodes, key=lambda item: item.id):
        yield {"kind": "episode", **work_to_plain(episode)}
    artifacts = find_artifacts(connection, ArtifactFilter())
    for artifact in sorted(artifacts, key=lambda item: item.id):
        yield {"kind": "artifact", **work_to_plain(artifact)}
    for event in sorted(read_work_events(connection), key=lambda item: (item.at, item.id)):
        yield {"kind": EVENT_KIND, **work_to_plain(event)}


class WorkImport:
    """One import of work; the same lines again change nothing."""

    def __init__(self, ledger: Ledger, *, root: Path, by: Actor) -> None:
        self._ledger = ledger
        self._root = root
        self._by = by
        self._events: dict[str, list[WorkEvent]] = defaultdict(list)

    def take_changes(self, lines: Sequence[Mapping[str, Any]]) -> None:
        """Take in what a transaction changed: records in the end, and all that happened."""
        for line in lines:
            if line["kind"] == EVENT_KIND:
                self.collect_event(line)
        kept = set()
        for line in lines:
            if line["kind"] != EVENT_KIND:
                self.take(line)
                kept.add(line["id"])
        for record_id, events in self._events.items():
            if record_id not in kept and events[-1].is_removal:
                self._remove(events[-1])
        self.write_events()

    def _remove(self, event: WorkEvent) -> None:
        """Take out a record that was removed elsewhere, unless it was changed here since."""
        connection = self._ledger.connection
        get = get_episode if event.record == "episode" else get_artifact
        known = get(connection, event.record_id)
        changed_at = known.updated_at if isinstance(known, Episode) else ""
        if known is not None and changed_at <= event.at:
            delete_record(connection, known)

    def collect_event(self, line: Mapping[str, Any]) -> None:
        """Check an event, and keep it until the records are there."""
        event = _check_event(_build(WorkEvent, line))
        self._events[event.record_id].append(event)

    def take(self, line: Mapping[str, Any]) -> str:
        """Take in a record; the newer form wins, and what was removed here later stays removed.

        Returns whether it was added, updated or unchanged.
        """
        record = self._check(line)
        connection = self._ledger.connection
        known: Record | None = (
            get_episode(connection, record.id)
            if isinstance(record, Episode)
            else get_artifact(connection, record.id)
        )
        if known is None:
            return self._add(record)
        if isinstance(record, Artifact) or known.updated_at >= record.updated_at:
            return "unchanged"
        if self._has_news(record.id):
            update_episode(connection, record, find_episode_words(record))
        elif isinstance(known, Episode):
            self._ledger.change(known, record, self._by, action="import")
        return "updated"

    def write_events(self) -> None:
        """Write the events that are not known yet."""
        collected = [event for group in self._events.values() for event in group]
        for event in sorted(collected, key=lambda item: (item.at, item.id)):
            if not has_work_event(self._ledger.connection, event.id):
                insert_work_event(self._ledger.connection, event)

    def _add(self, record: Record) -> str:
        connection = self._ledger.connection
        for event in read_work_events(connection, record.id):
            if event.is_removal and event.at >= record.updated_at:
                return "unchanged"
        if self._has_news(record.id):
            put_record(connection, record)
        else:
            self._ledger.add(record, self._by, action="import")
        return "added"

    def _has_news(self, record_id: str) -> bool:
        """Tell whether there are events that are not known here, and tell about the record."""
        connection = self._ledger.connection
        own = self._events.get(record_id, ())
        return any(not has_work_event(connection, event.id) for event in own)

    def _check(self, line: Mapping[str, Any]) -> Record:
        record: Record
        if line["kind"] == "episode":
            episode = _build(Episode, line)
            _check_times(episode.created_at, episode.updated_at)
            record = check_episode(episode, self._root)
        else:
            artifact = _build(Artifact, line)
            _check_times(artifact.created_at)
            record = check_artifact(artifact, self._root)
        _check_id(record.id)
        return record


def _build(kind: type[Value], line: Mapping[str, Any]) -> Value:
    values = {name: value for name, value in line.items() if name != "kind"}
    unknown = sorted(set(values) - {item.name for item in fields(kind)})
    if unknown:
        raise UsageError(f"It has {unknown[0]!r:.80}, which nothing is known of.", hint="")
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        raise UsageError(f"It cannot be read: {error}.", hint="") from error


def _check_event(event: WorkEvent) -> WorkEvent:
    _check_id(event.id)
    _check_id(event.record_id)
    _check_times(event.at)
    check_choice(event.record, "kind of record", tuple(RECORDS))
    check_choice(event.role, "role", ROLES)
    check_name(event.actor, "The name of who did it")
    check_name(event.action, "The action")
    plain = work_to_plain(event)
    refuse_secrets(plain)
    text = json.dumps(plain, ensure_ascii=False).replace("\\u0000", "\0")
    check_text(text, "An event", _MAX_EVENT)
    return event


def _check_id(text: str) -> None:
    if not is_valid_id(text):
        raise UsageError(f"{text!r:.80} cannot be an id.", hint="Use letters and digits.")


def _check_times(*moments: str) -> None:
    for moment in moments:
        if normalise_time(moment) != moment:
            raise UsageError(f"{moment!r:.80} is not written as an export does.", hint="")
