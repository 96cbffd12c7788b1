"""Corrects, confirms, rejects and removes memories, and takes such changes back."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from ripplegraph.errors import UsageError
from ripplegraph.memory.checks import check_text, refuse_secrets
from ripplegraph.memory.lookup import UnknownMemoryError, build_unknown_error, resolve_memory
from ripplegraph.memory.types.definition import LINK
from ripplegraph.memory.writing.additions import find_duplicate, gain_witness, verify
from ripplegraph.memory.writing.drafts import Draft, resolve_channel
from ripplegraph.memory.writing.gate import Gate, get_witness
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.memory.writing.relations import change_trust
from ripplegraph.store.memory.memory_reader import get_memory, read_events, read_events_caused_by
from ripplegraph.store.memory.memory_writer import insert_alias
from ripplegraph.store.records.memory_records import (
    Anchor,
    Event,
    Memory,
    Plain,
    from_plain,
    to_plain,
)

USER_CONFIDENCE = 0.95
FLAGS = {"wrong": "rejected", "outdated": "archived", "duplicate": "superseded"}
"""What can be the matter with a memory, and the state that puts it in."""
AUTOMATIC = frozenset({"move", "read"})
"""What happens to memories because the code moved, or is read differently: nobody's change."""


@dataclass(frozen=True)
class Edit:
    """New values for a memory; what is None stays."""

    content: str | None = None
    type: str | None = None
    title: str | None = None
    details: dict[str, Any] | None = None
    tags: tuple[str, ...] | None = None
    about: tuple[str, ...] | None = None
    claims: tuple[str, ...] | None = None
    allow_unresolved: bool = False
    scope: str | None = None
    scope_ref: str | None = None
    confidence: float | None = None
    importance: int | None = None
    half_life_days: float | None = None
    expires_at: str | None = None
    pinned: bool | None = None


def edit(journal: Journal, gate: Gate, memory: Memory, wanted: Edit, cause: Cause) -> Memory:
    """Correct a memory; the new values pass the same gate as new memories.

    To correct a text is not to say that it holds for the code as it is now: that is `confirm`.
    """
    _check_kind_of_edit(memory, wanted)
    draft = _build_draft(memory, wanted, cause)
    if wanted.title is None and memory.title == gate.build_title(None, memory.content):
        draft = replace(draft, title=None)
    admitted = gate.admit(draft, now=journal.now)
    after = replace(
        memory,
        **{name: getattr(admitted, name) for name in _EDITED},
        confidence=memory.confidence if wanted.confidence is None else wanted.confidence,
        anchors=_choose_anchors(memory.anchors, admitted.anchors, wanted),
        claims=memory.claims if wanted.claims is None else admitted.claims,
    )
    twin = find_duplicate(journal, after)
    if twin:
        raise UsageError(
            f"{twin.id} says this already.",
            hint=f"`ripple memories flag {memory.id} --as duplicate --of {twin.id}` links them.",
        )
    change_trust(journal, memory, after, cause, action="edit")
    return after


def _check_kind_of_edit(memory: Memory, wanted: Edit) -> None:
    parts = (wanted.type, wanted.details, wanted.about)
    if memory.type == LINK and any(part is not None for part in parts):
        raise UsageError(
            "The kind and the ends of a link cannot be edited.",
            hint=f"`ripple unlink {memory.id}` retires it; `ripple link` makes another one.",
        )


def _choose_anchors(
    own: tuple[Anchor, ...], admitted: tuple[Anchor, ...], wanted: Edit
) -> tuple[Anchor, ...]:
    """Take over the anchors of each role that an edit is about, and keep the others."""
    new = {
        "subject": wanted.about is not None,
        "claim": wanted.claims is not None,
        "mention": wanted.content is not None or wanted.about is not None,
    }
    chosen = [a for a in own if not new[a.role]] + [a for a in admitted if new[a.role]]
    subjects = {anchor.target for anchor in chosen if anchor.role == "subject"}
    roles = list(new)
    return tuple(
        sorted(
            (a for a in chosen if a.role != "mention" or a.target not in subjects),
            key=lambda anchor: roles.index(anchor.role),
        )
    )


def confirm(
    journal: Journal, memory: Memory, *, source: str, cause: Cause, anchors: tuple[Anchor, ...]
) -> Memory:
    """Say that a memory is true; a person's word verifies it, another's adds to its trust.

    `anchors` are those that it has, with looks of the code as it is now. A candidate stays one
    where only those confirm it who said so already.
    """
    witness = f"agent:{cause.actor}"
    is_news = memory.state != "candidate" or witness not in memory.provenance.confirmed_by
    if resolve_channel(source) == "user_taught":
        after = verify(memory, journal.now, confidence=max(memory.confidence, USER_CONFIDENCE))
        after = replace(after, confirmations=memory.confirmations + 1)
    else:
        after = gain_witness(memory, witness)
        after = replace(after, verified_at=journal.now)
    if is_news or after.user_verified:
        after = replace(after, state="active", archived_at=None, needs_review=False)
    after = replace(after, anchors=anchors)
    change_trust(journal, memory, after, cause, action="confirm")
    return after


def flag(
    journal: Journal,
    memory: Memory,
    *,
    problem: str,
    original: Memory | None,
    cause: Cause,
    by_agent: bool = False,
) -> Memory:
    """Flag a memory as wrong, outdated or a duplicate; it is hidden at once, and kept.

    What a person has verified an agent cannot hide: that waits for a person to look again.
    """
    if problem not in FLAGS:
        raise UsageError(
            f"There is no problem {problem!r:.100} of memories.", hint=f"Known: {', '.join(FLAGS)}."
        )
    if by_agent and memory.user_verified:
        after = replace(memory, needs_review=True)
        change_trust(journal, memory, after, cause, action=f"doubt_{problem}")
        return after
    after = replace(memory, state=FLAGS[problem], needs_review=False)
    if problem == "wrong":
        after = replace(after, confidence=0.0)
    elif problem == "outdated":
        after = replace(after, archived_at=journal.now)
    elif original is None or original.id == memory.id:
        raise UsageError("A duplicate needs its original.", hint="Name it with --of ID.")
    event = change_trust(journal, memory, after, cause, action=f"flag_{problem}")
    if problem == "duplicate" and original is not None:
        insert_alias(journal.connection, alias=memory.id, memory_id=original.id)
        # Who said it twice is one witness, whatever ids it has.
        merged = gain_witness(original, get_witness(memory))
        reason = f"{memory.id} says the same"
        change_trust(
            journal,
            original,
            merged,
            Cause(cause.actor, reason, event=event.id),
            action="confirm",
        )
    return after


def undo(journal: Journal, memory_id: str, *, actor: str) -> tuple[Event, Memory | None]:
    """Take back the last change of a memory, and what that change made happen to others."""
    connection = journal.connection
    events = read_events(connection, memory_id)
    if not events:
        memory_id = resolve_memory(connection, memory_id).id
        events = read_events(connection, memory_id)
    last = _find_last(events, is_there=get_memory(connection, memory_id) is not None)
    if last is None:
        raise UnknownMemoryError(
            f"There is nothing left to undo for {memory_id}.",
            hint=f"`ripple memories history {memory_id}` shows what happened.",
        )
    for caused in read_events_caused_by(connection, last.id):
        take_back(journal, caused, Cause(actor, "what caused it was undone", last.id, caused.id))
    return last, take_back(journal, last, Cause(actor, f"undo {last.action}", undoes=last.id))


def _find_last(events: Sequence[Event], *, is_there: bool) -> Event | None:
    """Find what to undo: of a memory that is gone its removal, whatever else was told since."""
    undone = {event.undoes for event in events}
    for event in reversed(events):
        is_change = event.action not in AUTOMATIC and not event.undoes
        if is_change and event.id not in undone and (event.after is not None) == is_there:
            return event
    return None


def take_back(journal: Journal, event: Event, cause: Cause) -> Memory | None:
    """Bring back the values before an event, where nothing has changed them again since."""
    now = get_memory(journal.connection, event.memory_id)
    if event.before is None:
        if now is not None:
            journal.remove(now, cause, action="undo")
        return None
    if event.after is None:
        if now is not None:
            raise UsageError(f"{event.memory_id} is there already.", hint="There is nothing to do.")
        memory = from_plain(event.before)
        journal.add(memory, cause, action="undo")
        return memory
    if now is None:
        raise build_unknown_error(journal.connection, event.memory_id)
    plain = to_plain(now)
    for name, value in event.before.items():
        if name == "anchors" and _leave_out_moves(plain[name]) == _leave_out_moves(
            event.after[name]
        ):
            plain[name] = _keep_moves(value, plain[name])
        elif name != "updated_at" and plain[name] == event.after[name]:
            plain[name] = value
    restored = from_plain(plain)
    journal.change(now, restored, cause, action="undo")
    return restored


def _leave_out_moves(anchors: list[Plain]) -> list[Plain]:
    return [{**anchor, "moves": []} for anchor in anchors]


def _keep_moves(anchors: list[Plain], now: list[Plain]) -> list[Plain]:
    """Bring anchors back as they were, and leave them where the code has gone since."""
    moves = {(anchor["role"], anchor["target"]): anchor["moves"] for anchor in now}
    return [
        {**anchor, "moves": moves.get((anchor["role"], anchor["target"]), anchor["moves"])}
        for anchor in anchors
    ]


def check_reason(reason: str) -> str:
    """Check a reason as strictly as any other text that is kept."""
    if not reason:
        return ""
    refuse_secrets(reason)
    return check_text(reason, "The reason", 2_000)


def _build_draft(memory: Memory, wanted: Edit, cause: Cause) -> Draft:
    """Describe a memory as it would be after an edit, for the gate to look at."""
    draft = Draft(
        content=memory.content,
        type=memory.raw_type,
        title=memory.title,
        details=memory.details,
        tags=memory.tags,
        scope=memory.scope,
        scope_ref=memory.scope_ref or None,
        importance=memory.importance,
        half_life_days=memory.half_life_days,
        expires_at=memory.expires_at,
        pinned=memory.pinned,
        provenance=memory.provenance,
        reason=cause.reason,
    )
    new = {item.name: getattr(wanted, item.name) for item in fields(wanted)}
    changed = replace(draft, **{name: value for name, value in new.items() if value is not None})
    if memory.type != LINK:
        return changed
    # Its ends stay as they are, whether or not they are there now.
    ends = tuple(anchor.target for anchor in memory.subjects)
    return replace(changed, about=ends, allow_unresolved=True)


_EDITED = (
    "type", "raw_type", "title", "content", "details", "tags", "scope", "scope_ref", "importance",
    "half_life_days", "expires_at", "pinned",
)  # fmt: skip
