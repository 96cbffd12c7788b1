"""Knowledge of the whole project by category and key: one entry stands for each key.

Who may write replaces the entry that stands, through the journal, so its history stays. What has
less authority than the entry that stands never replaces it: it becomes a candidate that is in
conflict with it, until someone who may write decides.
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from ripplegraph.errors import UsageError
from ripplegraph.memory.queries.views import MemoryView
from ripplegraph.memory.spelling import suggest_name
from ripplegraph.memory.text import TITLE_LENGTH
from ripplegraph.memory.work.access import AccessRefusedError, Actor, Grant, authorise
from ripplegraph.memory.work.field_checks import check_choice, check_name
from ripplegraph.memory.writing.additions import confirm_by, gain_witness, verify
from ripplegraph.memory.writing.drafts import Draft, Head, place_at
from ripplegraph.memory.writing.edits import check_reason
from ripplegraph.memory.writing.gate import Gate, get_witness
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.memory.writing.relations import change_trust, check_relation
from ripplegraph.store.memory.memory_reader import read_memories
from ripplegraph.store.memory.work_storage import find_knowledge
from ripplegraph.store.records.memory_records import Event, Memory, Provenance, Relation

CATEGORIES = ("convention", "architecture", "decision", "fact")
PREFIX = "knowledge/"

Entry = TypeVar("Entry", Memory, MemoryView)


class UnknownKnowledgeError(UsageError):
    """A category and key under which nothing is known."""


@dataclass(frozen=True)
class KnowledgeDraft:
    """A draft of knowledge under a key."""

    category: str
    key: str
    value: str
    confidence: float | None = None
    about: tuple[str, ...] = ()


@dataclass(frozen=True)
class KnowledgeChange:
    """The outcome of setting a value, and why it is a proposal only, if it is."""

    change: str
    """One of created, updated, confirmed, accepted and proposed."""
    memory: Memory
    objection: str = ""


def set_knowledge(
    journal: Journal,
    gate: Gate,
    draft: KnowledgeDraft,
    by: Actor,
    *,
    reason: str,
    head: Head = (None, None),
) -> KnowledgeChange:
    """Make a value the one that stands under its key, or propose it."""
    grant = authorise("set knowledge", by)
    cause = Cause(by.name, check_reason(reason))
    memory = gate.admit(place_at(_build_draft(draft, by), *head), now=journal.now)
    known = read_entries(journal.connection, draft.category, memory.title)
    standing = find_standing(known)
    same = next((entry for entry in known if _says_the_same(entry, memory)), None)
    objection = _find_objection(grant, standing, memory, by)
    if same is not None and (objection or same is standing):
        done = confirm_by(journal, same, memory, cause)
        return KnowledgeChange("confirmed", done.memory, "" if same is standing else objection)
    if objection:
        return KnowledgeChange("proposed", _propose(journal, known, memory, cause), objection)
    if same is not None:
        return KnowledgeChange("accepted", _accept(journal, known, same, memory, cause))
    if standing is not None:
        return KnowledgeChange("updated", _overwrite(journal, known, standing, memory, cause))
    journal.add(memory, cause)
    return KnowledgeChange("created", memory)


def delete_knowledge(journal: Journal, category: str, key: str, by: Actor, *, reason: str) -> Event:
    """Remove the entry that stands under a key; proposals for it stay proposals."""
    authorise("delete knowledge", by)
    entry = find_standing(read_entries(journal.connection, category, key))
    if entry is None:
        raise build_unknown_error(journal.connection, category, key)
    if entry.user_verified and by.role != "user":
        raise AccessRefusedError(
            f"A person vouches for {category} {key!r:.80}.", hint="The role user may delete it."
        )
    return journal.remove(entry, Cause(by.name, check_reason(reason)))


def read_entries(
    connection: sqlite3.Connection, category: str | None = None, key: str | None = None
) -> list[Memory]:
    """Return the live entries, by category and key."""
    if category is not None:
        check_choice(category, "category", CATEGORIES)
    return read_memories(connection, find_knowledge(connection, category, key))


def find_standing(entries: Iterable[Entry]) -> Entry | None:
    """Return the entry of a key that counts; of several the most trusted, then the latest."""
    active = [entry for entry in entries if entry.state == "active"]
    return max(
        active,
        key=lambda entry: (entry.user_verified, entry.confidence, entry.updated_at, entry.id),
        default=None,
    )


def build_unknown_error(
    connection: sqlite3.Connection | None, category: str, key: str
) -> UnknownKnowledgeError:
    entries = read_entries(connection, category) if connection else []
    keys = sorted({memory.details["key"] for memory in entries})
    return UnknownKnowledgeError(
        f"Nothing is known about {category} {key!r:.80}.",
        hint=suggest_name(key, keys[:50]) if keys else "`ripple knowledge set` adds an entry.",
    )


def _build_draft(draft: KnowledgeDraft, by: Actor) -> Draft:
    category = check_choice(draft.category, "category", CATEGORIES)
    key = check_name(draft.key, "The key", TITLE_LENGTH)
    return Draft(
        content=draft.value,
        type=f"{PREFIX}{category}",
        title=key,
        details={"key": key},
        scope="global",
        about=draft.about,
        confidence=draft.confidence,
        provenance=Provenance(by.role, role=by.role, agent=by.name),
    )


def _says_the_same(entry: Memory, memory: Memory) -> bool:
    """Compare values letter by letter: what is set is what will be read."""
    targets = {anchor.target for anchor in memory.subjects}
    known = {anchor.target for anchor in entry.subjects}
    return entry.content == memory.content and (not targets or targets == known)


def _find_objection(grant: Grant, standing: Memory | None, memory: Memory, by: Actor) -> str:
    """Say why a value cannot take the place of the one that stands; empty where it can."""
    if grant is Grant.PROPOSE:
        return f"the role {by.role} can only propose"
    if standing is None or by.role == "user":
        return ""
    if standing.user_verified:
        return "a person vouches for the entry that stands"
    if _is_by(standing, by.name, by.role) or memory.confidence >= standing.confidence:
        return ""
    return (
        f"a confidence of {memory.confidence:.2f} is less than the {standing.confidence:.2f} "
        "of the entry that stands"
    )


def _is_by(entry: Memory, name: str | None, role: str | None) -> bool:
    return (entry.provenance.agent, entry.provenance.role) == (name, role)


def _propose(journal: Journal, known: list[Memory], memory: Memory, cause: Cause) -> Memory:
    """Keep a value as a candidate; who proposed something else before has changed their mind."""
    standing = find_standing(known)
    relations: tuple[Relation, ...] = ()
    if standing is not None:
        relations = (Relation("conflicts_with", target_memory=standing.id, created_at=journal.now),)
    proposal = replace(memory, state="candidate", needs_review=True, relations=relations)
    origin = memory.provenance
    own = next(
        (e for e in known if e.state == "candidate" and _is_by(e, origin.agent, origin.role)), None
    )
    if own is not None:
        after = _build_successor(own, proposal)
        change_trust(journal, own, after, cause, action="edit")
        return after
    journal.add(proposal, cause, action="propose")
    return proposal


def _overwrite(
    journal: Journal, known: list[Memory], entry: Memory, memory: Memory, cause: Cause
) -> Memory:
    """Put another value in the place of an entry, with everything that speaks for the value."""
    after = _supersede_others(journal, known, _build_successor(entry, memory))
    event = change_trust(journal, entry, after, cause, action="edit")
    _retire_others(journal, known, after, event)
    return after


def _accept(
    journal: Journal, known: list[Memory], proposal: Memory, memory: Memory, cause: Cause
) -> Memory:
    """Let a proposal take effect: it supersedes what stood under its key."""
    after = gain_witness(proposal, get_witness(memory))
    confidence = max(after.confidence, memory.confidence)
    after = replace(after, confidence=confidence, state="active", needs_review=False)
    if memory.user_verified:
        after = verify(after, journal.now, confidence=confidence)
    after = _supersede_others(journal, known, after)
    event = journal.change(proposal, after, cause, action="accept")
    _retire_others(journal, known, after, event)
    return after


def _build_successor(entry: Memory, memory: Memory) -> Memory:
    """Return an entry with another value; what was said for the old value goes with it."""
    relations = {
        (item.kind, item.target_memory, item.target_path): item
        for item in (*entry.relations, *memory.relations)
    }
    return replace(
        memory,
        id=entry.id,
        created_at=entry.created_at,
        relations=tuple(relations.values()),
        tags=entry.tags,
        importance=entry.importance,
        pinned=entry.pinned,
        use_count=entry.use_count,
        last_used_at=entry.last_used_at,
    )


def _supersede_others(journal: Journal, known: list[Memory], entry: Memory) -> Memory:
    """Add the relations to what an entry takes the place of."""
    for other in _find_others(known, entry):
        relation = Relation("supersedes", target_memory=other.id, created_at=journal.now)
        if _drop_supersedes(other, entry.id) == other.relations:
            check_relation(journal.connection, entry, relation)
        entry = replace(entry, relations=(*_drop_supersedes(entry, other.id), relation))
    return entry


def _retire_others(journal: Journal, known: list[Memory], entry: Memory, event: Event) -> None:
    """Retire what an entry takes the place of, so that one stands; undoing the event undoes it."""
    for other in _find_others(known, entry):
        cause = Cause(event.actor, f"superseded by {entry.id}", event=event.id)
        # It may have superseded the entry once, before someone brought that back.
        relations = _drop_supersedes(other, entry.id)
        after = replace(other, state="superseded", relations=relations)
        journal.change(other, after, cause, action="supersede")


def _drop_supersedes(entry: Memory, target: str) -> tuple[Relation, ...]:
    return tuple(
        relation
        for relation in entry.relations
        if (relation.kind, relation.target_memory) != ("supersedes", target)
    )


def _find_others(known: list[Memory], entry: Memory) -> list[Memory]:
    return [other for other in known if other.state == "active" and other.id != entry.id]
