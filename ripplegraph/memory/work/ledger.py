"""Writes episodes and artifacts, each change together with the event that tells about it."""

import sqlite3
from dataclasses import replace

from ripplegraph.errors import UsageError
from ripplegraph.memory.ids import build_id
from ripplegraph.memory.lookup import SHORTEST_ENDING
from ripplegraph.memory.work.access import Actor
from ripplegraph.memory.work.stems import find_stems
from ripplegraph.store.memory.work_storage import (
    delete_record,
    find_work_ids,
    get_artifact,
    get_episode,
    insert_artifact,
    insert_episode,
    insert_work_event,
    read_work_events,
    update_episode,
)
from ripplegraph.store.records.memory_records import Plain, find_differences
from ripplegraph.store.records.work_records import (
    Artifact,
    Episode,
    Record,
    WorkEvent,
    get_record_name,
    work_to_plain,
)


class UnknownRecordError(UsageError):
    """An id that names no episode or artifact."""


class Ledger:
    """The work that is on record, while it is changed, within one transaction."""

    def __init__(self, connection: sqlite3.Connection, *, now: str) -> None:
        self.connection = connection
        self.now = now

    def add(self, record: Record, by: Actor, *, action: str = "add", reason: str = "") -> None:
        put_record(self.connection, record)
        self._tell(record, by, action, reason)

    def change(
        self, before: Episode, after: Episode, by: Actor, *, action: str = "edit", reason: str = ""
    ) -> Episode:
        """Replace an episode; the event keeps what it said before."""
        changed = replace(after, updated_at=self.now)
        update_episode(self.connection, changed, find_episode_words(changed))
        old, new = find_differences(work_to_plain(before), work_to_plain(changed))
        self._tell(changed, by, action, reason, before=old, after=new)
        return changed

    def remove(
        self, record: Record, by: Actor, *, action: str = "delete", reason: str = ""
    ) -> None:
        """Take a record out; its event keeps all that was there."""
        delete_record(self.connection, record)
        self._tell(record, by, action, reason, before=work_to_plain(record))

    def _tell(
        self,
        record: Record,
        by: Actor,
        action: str,
        reason: str,
        *,
        before: Plain | None = None,
        after: Plain | None = None,
    ) -> None:
        event = WorkEvent(
            id=build_id("w"),
            record=get_record_name(record),
            record_id=record.id,
            at=self.now,
            action=action,
            actor=by.name,
            role=by.role,
            reason=reason,
            before=before,
            after=after,
        )
        insert_work_event(self.connection, event)


def put_record(connection: sqlite3.Connection, record: Record) -> None:
    """Write a record that was not there, without an event."""
    if isinstance(record, Artifact):
        insert_artifact(connection, record)
    else:
        insert_episode(connection, record, find_episode_words(record))


def find_episode_words(episode: Episode) -> tuple[str, ...]:
    """Return the stems that an episode is found by."""
    texts = (episode.task_title, episode.task_id, *episode.files, episode.approach, episode.outcome)
    return find_stems(" ".join(text for text in texts if text))


def resolve_episode(connection: sqlite3.Connection, text: str) -> Episode:
    """Return the episode with an id, or with the end of one."""
    found = get_episode(connection, _resolve_id(connection, "episode", text))
    if found is None:
        raise _build_unknown_error(connection, "episode", text)
    return found


def resolve_artifact(connection: sqlite3.Connection, text: str) -> Artifact:
    """Return the artifact with an id, or with the end of one."""
    found = get_artifact(connection, _resolve_id(connection, "artifact", text))
    if found is None:
        raise _build_unknown_error(connection, "artifact", text)
    return found


def _resolve_id(connection: sqlite3.Connection, record: str, text: str) -> str:
    ending = find_work_ids(connection, record, text) if len(text) >= SHORTEST_ENDING else []
    if text in ending or not ending:
        return text
    if len(ending) > 1:
        raise UnknownRecordError(
            f"{text!r:.80} may be one of several {record}s.",
            hint=f"Say which: {', '.join(ending)}.",
        )
    return ending[0]


def _build_unknown_error(
    connection: sqlite3.Connection, record: str, text: str
) -> UnknownRecordError:
    last = next(reversed(read_work_events(connection, text)), None)
    if last and last.is_removal:
        return UnknownRecordError(
            f"The {record} {text} was removed at {last.at} by {last.actor}.",
            hint=f"`ripple {record}s history {text}` shows what it said.",
        )
    return UnknownRecordError(
        f"There is no {record} {text!r:.80}.", hint=f"`ripple {record}s list` shows what there is."
    )
