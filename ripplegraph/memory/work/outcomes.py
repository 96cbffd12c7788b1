"""Derives from the episodes of a task a memory of how it ended."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ripplegraph.errors import UsageError
from ripplegraph.memory.text import cut
from ripplegraph.memory.work.access import Actor, authorise
from ripplegraph.memory.writing.additions import remember
from ripplegraph.memory.writing.drafts import Draft, Head, place_at
from ripplegraph.memory.writing.gate import Gate
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.memory.writing.relations import change_trust
from ripplegraph.store.memory.memory_reader import read_memories
from ripplegraph.store.memory.work_storage import find_task_memories, read_task_episodes
from ripplegraph.store.records.memory_records import Memory, Plain, Provenance
from ripplegraph.store.records.work_records import Episode

OUTCOME_TYPE = "work_unit_outcome"
_TOLD = 400
_TOLD_FAILURES = 10
_TOLD_FILES = 30
_KEPT_FILES = 200
_KEPT_EPISODES = 1_000


@dataclass(frozen=True)
class Derived:
    """The memory of how a task ended, and whether it was created, updated, unchanged or kept.

    `kept` means that a person has verified what is there: it is not written over.
    """

    memory: Memory
    change: str


def derive_outcome(
    journal: Journal, gate: Gate, task_id: str, by: Actor, *, head: Head = (None, None)
) -> Derived:
    """Write a memory of how a task ended, or update the one that there is."""
    authorise("derive outcomes", by)
    episodes = read_task_episodes(journal.connection, task_id)[-_KEPT_EPISODES:]
    if not any(episode.has_ended for episode in episodes):
        raise UsageError(
            f"No episode says how the task {task_id!r:.80} ended.",
            hint="Add one whose action is completed or failed.",
        )
    known = _find_known(journal.connection, task_id)
    cause = Cause(by.name, f"derived from {len(episodes)} episodes")
    memory = gate.admit(place_at(_build_draft(episodes, by), *head), now=journal.now)
    if known is None:
        done = remember(journal, memory, cause)
        return Derived(done.memory, "created" if done.created else "unchanged")
    if known.details == memory.details and known.content == memory.content:
        return Derived(known, "unchanged")
    if known.user_verified:
        return Derived(known, "kept")
    parts = {name: getattr(memory, name) for name in ("title", "content", "details", "anchors")}
    after = replace(known, **parts)
    change_trust(journal, known, after, cause, action="edit")
    return Derived(after, "updated")


def _find_known(connection: sqlite3.Connection, task_id: str) -> Memory | None:
    memories = read_memories(connection, find_task_memories(connection, task_id))
    return next(
        (
            memory
            for memory in reversed(memories)
            if memory.type == OUTCOME_TYPE
            and memory.scope_ref == task_id
            and memory.details.get("episodes")
        ),
        None,
    )


def _build_draft(episodes: Sequence[Episode], by: Actor) -> Draft:
    last = next(episode for episode in reversed(episodes) if episode.has_ended)
    return Draft(
        content="\n".join(_tell(episodes, last)),
        type=OUTCOME_TYPE,
        title=f"{_name_task(episodes)}: {last.action}",
        details=_build_details(episodes, last),
        scope="work_unit",
        scope_ref=last.task_id,
        provenance=Provenance(
            "event_auto", role=by.role, agent=by.name, task=last.task_id, session=last.session
        ),
    )


def _build_details(episodes: Sequence[Episode], last: Episode) -> Plain:
    tokens = [number for item in episodes for number in (item.tokens_in, item.tokens_out)]
    counted = [number for number in tokens if number is not None]
    details: Plain = {
        "succeeded": last.action == "completed",
        "steps_taken": len(episodes),
        "retry_count": sum(episode.action == "retried" for episode in episodes),
        "files_modified": list(_find_files(episodes)[:_KEPT_FILES]),
        "episodes": [episode.id for episode in episodes],
    }
    if counted:
        details["context_tokens_used"] = sum(counted)
    if last.action == "failed":
        details["failure_reason"] = cut(last.outcome or last.approach, _TOLD)
    return details


def _tell(episodes: Sequence[Episode], last: Episode) -> Iterator[str]:
    """Say in words how a task ended, what led there and what did not."""
    agents = ", ".join(dict.fromkeys(episode.agent_id for episode in episodes))
    yield f"{_name_task(episodes)} was {last.action} by {last.agent_id} (worked on by {agents})."
    if last.action == "completed":
        yield f"What worked: {_describe(last)}"
    failures = dict.fromkeys(
        _describe(episode) for episode in episodes if episode.action == "failed"
    )
    for failure in list(failures)[-_TOLD_FAILURES:]:
        yield f"What did not: {failure}"
    files = _find_files(episodes)
    if files:
        yield f"Files: {', '.join(files[:_TOLD_FILES])}"


def _describe(episode: Episode) -> str:
    approach = cut(episode.approach, _TOLD)
    return f"{approach} ({cut(episode.outcome, _TOLD)})" if episode.outcome else approach


def _name_task(episodes: Sequence[Episode]) -> str:
    title = next((item.task_title for item in reversed(episodes) if item.task_title), None)
    return f"Task {episodes[0].task_id}" + (f" ({title})" if title else "")


def _find_files(episodes: Sequence[Episode]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(path for episode in episodes for path in episode.files))
