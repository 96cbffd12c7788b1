"""Relations between memories, and how trust in one passes on to others."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace

from ripplegraph.errors import UsageError
from ripplegraph.memory.checks import refuse_secrets
from ripplegraph.memory.spelling import suggest_name
from ripplegraph.memory.states import LIVE_STATES
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.store.memory.memory_reader import get_memory
from ripplegraph.store.records.memory_records import Event, Memory, Relation

FACTORS = {
    "validates": 0.6,
    "required_with": 0.3,
    "conflicts_with": -0.4,
    "derived_from": 0.5,
    "supersedes": 0.0,
}
"""Which part of a change of trust a relation passes on; what is superseded is retired instead."""
ORDERED = frozenset({"supersedes", "derived_from"})
"""Relations that cannot go round in a circle."""
LEAST_CHANGE = 0.05
LOWEST, HIGHEST = 0.05, 0.99


def relate(journal: Journal, source: Memory, relation: Relation, cause: Cause) -> Memory:
    """Add a relation from one memory to another one or to a file."""
    check_relation(journal.connection, source, relation)
    key = (relation.kind, relation.target_memory, relation.target_path)
    kept = [
        known
        for known in source.relations
        if (known.kind, known.target_memory, known.target_path) != key
    ]
    after = replace(source, relations=(*kept, replace(relation, created_at=journal.now)))
    event = journal.change(source, after, cause, action="relate")
    if relation.kind == "supersedes" and relation.target_memory:
        target = get_memory(journal.connection, relation.target_memory)
        if target and target.state in LIVE_STATES:
            reason = f"superseded by {source.id}"
            journal.change(
                target,
                replace(target, state="superseded"),
                Cause(cause.actor, reason, event=event.id),
                action="supersede",
            )
    return replace(after, updated_at=journal.now)


def check_relation(connection: sqlite3.Connection, source: Memory, relation: Relation) -> None:
    """Refuse a relation that cannot be: of no known kind, to itself, or round in a circle."""
    if relation.kind not in FACTORS:
        raise UsageError(
            f"There is no relation {relation.kind!r:.80}.",
            hint=suggest_name(relation.kind, FACTORS),
        )
    refuse_secrets(relation.target_memory, relation.target_path)
    if not 0 <= relation.confidence <= 1:
        raise UsageError(f"The confidence cannot be {relation.confidence}.", hint="Give 0 to 1.")
    target = relation.target_memory
    if target == source.id:
        raise UsageError("A memory has no relation to itself.", hint="Name another memory.")
    if target and relation.kind in ORDERED:
        reached = set(_find_reached(connection, target, relation.kind))
        if source.id in reached:
            raise UsageError(
                f"{target} {relation.kind} {source.id} already, directly or through others.",
                hint="Remove that relation first, or turn this one round.",
            )


def change_trust(
    journal: Journal, before: Memory, after: Memory, cause: Cause, *, action: str
) -> Event:
    """Change a memory, and let a change of its confidence reach the memories it has to do with."""
    event = journal.change(before, after, cause, action=action)
    _propagate(journal, before, after, event)
    return event


def _propagate(journal: Journal, before: Memory, after: Memory, event: Event) -> None:
    visited = {before.id}
    waiting = [(after, after.confidence - before.confidence)]
    while waiting:
        source, change = waiting.pop(0)
        for relation in source.relations:
            passed = FACTORS[relation.kind] * relation.confidence * change
            target_id = relation.target_memory
            if target_id is None or target_id in visited or abs(passed) <= LEAST_CHANGE:
                continue
            visited.add(target_id)
            target = get_memory(journal.connection, target_id)
            if target is None or target.state not in LIVE_STATES:
                continue
            confidence = round(min(HIGHEST, max(LOWEST, target.confidence + passed)), 4)
            if confidence == target.confidence:
                continue
            changed = replace(target, confidence=confidence)
            reason = f"{source.id} {relation.kind} this, and its confidence changed"
            journal.change(
                target, changed, Cause(event.actor, reason, event=event.id), action="propagate"
            )
            waiting.append((changed, confidence - target.confidence))


def _find_reached(connection: sqlite3.Connection, start: str, kind: str) -> Iterator[str]:
    visited = {start}
    waiting = [start]
    while waiting:
        memory = get_memory(connection, waiting.pop())
        for relation in memory.relations if memory else ():
            target = relation.target_memory
            if relation.kind == kind and target and target not in visited:
                visited.add(target)
                waiting.append(target)
                yield target
