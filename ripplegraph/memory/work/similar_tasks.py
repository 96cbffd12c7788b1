"""Answers what worked for similar tasks: tasks whose episodes have words in common with it."""

import math
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

from ripplegraph.errors import UsageError
from ripplegraph.memory.checks import check_query
from ripplegraph.memory.work.ledger import find_episode_words
from ripplegraph.memory.work.stems import find_stems
from ripplegraph.store.memory.work_storage import (
    count_episodes,
    count_words,
    find_tasks_with,
    read_completions,
    read_task_episodes,
)
from ripplegraph.store.records.work_records import Episode, EpisodeFilter


@dataclass(frozen=True)
class Success:
    """Something that worked for a similar task.

    `similarity` is the share of the question's words that the task's episodes have, where a rare
    word counts more; `failed_before` is how often the task failed before this.
    """

    episode: Episode
    similarity: float
    shared: tuple[str, ...]
    failed_before: int


@dataclass(frozen=True)
class SuccessList:
    """Successes of similar tasks, the most similar and then the latest first."""

    successes: tuple[Success, ...]
    matched: int
    returned: int
    omitted: int


@dataclass(frozen=True)
class _Likeness:
    """The words that a task shares with the one that was asked about."""

    task_id: str
    shared: tuple[str, ...]
    similarity: float


def find_successes(
    connection: sqlite3.Connection,
    question: str | None,
    *,
    task_id: str | None = None,
    limit: int | None = None,
) -> SuccessList:
    """Find what worked for tasks like the one that a question, or its own episodes, describe."""
    completions = read_completions(connection)
    tasks = [
        likeness
        for likeness in _find_similar(connection, _read_stems(connection, question, task_id))
        if likeness.task_id in completions and likeness.task_id != task_id
    ]
    tasks.sort(key=lambda task: (task.similarity, completions[task.task_id][1]), reverse=True)
    all_successes = (found for task in tasks for found in _read_successes(connection, task))
    chosen = tuple(islice(all_successes, limit))
    matched = sum(completions[task.task_id][0] for task in tasks)
    return SuccessList(chosen, matched, len(chosen), matched - len(chosen))


def _read_stems(
    connection: sqlite3.Connection, question: str | None, task_id: str | None
) -> tuple[str, ...]:
    """Return the words that a similar task would have."""
    if question is not None:
        check_query(question)
        return find_stems(question)
    episodes = read_task_episodes(connection, task_id) if task_id else []
    if not episodes:
        raise UsageError(
            f"There are no episodes of a task {task_id!r:.80}.",
            hint="Describe in words what is to be done.",
        )
    return tuple(dict.fromkeys(word for item in episodes for word in find_episode_words(item)))


def _find_similar(connection: sqlite3.Connection, stems: Collection[str]) -> list[_Likeness]:
    """Return the tasks whose episodes have some of the words."""
    shared = defaultdict(list)
    for task, word in find_tasks_with(connection, stems):
        shared[task].append(word)
    weights = _weigh(connection, stems)
    whole = math.fsum(weights.values())
    return [
        _Likeness(
            task,
            tuple(sorted(words, key=lambda word: (-weights[word], word))),
            round(math.fsum(weights[word] for word in words) / whole, 4),
        )
        for task, words in shared.items()
    ]


def _weigh(connection: sqlite3.Connection, stems: Collection[str]) -> Mapping[str, float]:
    """Say how much each word tells: the fewer episodes have it, the more."""
    total = count_episodes(connection, EpisodeFilter())
    counts = count_words(connection, stems)
    return {word: math.log(1 + total / max(1, counts.get(word, 0))) for word in stems}


def _read_successes(connection: sqlite3.Connection, task: _Likeness) -> Iterable[Success]:
    """Return what worked for a task, the latest first."""
    found = []
    failures = 0
    for episode in read_task_episodes(connection, task.task_id):
        failures += episode.action == "failed"
        if episode.action == "completed":
            found.append(Success(episode, task.similarity, task.shared, failures))
    return reversed(found)
