"""The service that writes signals: through the gate, each once."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ripplegraph.capture.authority import simplify
from ripplegraph.capture.report import Accepted, Offer, Outcome, Refused
from ripplegraph.errors import UsageError
from ripplegraph.memory.ids import derive_id
from ripplegraph.memory.services.base import ProjectService, retry_without_graph
from ripplegraph.memory.states import LIVE_STATES
from ripplegraph.memory.text import build_keys, normalise, say_the_same
from ripplegraph.memory.writing.additions import confirm_by, find_same
from ripplegraph.memory.writing.gate import Gate, get_witness
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.memory.writing.relations import relate
from ripplegraph.store.memory.memory_reader import (
    find_like,
    find_with_text,
    get_alias,
    get_memory,
    read_events,
)
from ripplegraph.store.memory.memory_writer import insert_alias
from ripplegraph.store.memory.spool_view import is_view
from ripplegraph.store.records.memory_records import Memory, Relation

_COMPARED = 64


@dataclass(frozen=True)
class WriteOutcome:
    """The outcome of writing some offers."""

    accepted: tuple[Accepted, ...] = ()
    refused: tuple[Refused, ...] = ()
    spooled: bool = False


class CaptureService(ProjectService):
    """The memories of a project, for those who bring signals."""

    def take(self, offers: Sequence[Offer]) -> WriteOutcome:
        """Write the offers that pass the gate, in one transaction."""
        admitted, refused = self._admit(offers)
        if not admitted:
            return WriteOutcome(refused=tuple(refused))
        with self.memories.change() as journal:
            done = [_take(journal, offer, memory) for offer, memory in admitted]
        changed = any(item.outcome is not Outcome.KNOWN for item in done)
        return WriteOutcome(tuple(done), tuple(refused), changed and is_view(journal.connection))

    def try_out(self, offers: Sequence[Offer]) -> WriteOutcome:
        """Return the outcome that `take` would have, and write nothing."""
        admitted, refused = self._admit(offers)
        with self.memories.read() as connection:
            done = list(_foresee(connection, admitted))
        return WriteOutcome(tuple(done), tuple(refused))

    @retry_without_graph
    def _admit(self, offers: Sequence[Offer]) -> tuple[list[tuple[Offer, Memory]], list[Refused]]:
        admitted: list[tuple[Offer, Memory]] = []
        refused: list[Refused] = []
        now = self._clock()
        with self._open_graph() as graph:
            gate = Gate(self._root, self.registry, graph)
            for offer in offers:
                try:
                    memory = gate.admit(offer.draft, now=now)
                except UsageError as error:
                    kind = offer.draft.type
                    refused.append(
                        Refused(offer.line, offer.dialect, kind, error.message, error.hint)
                    )
                else:
                    admitted.append((offer, replace(memory, id=_derive_id(memory, offer.key))))
        return admitted, refused


def _derive_id(memory: Memory, key: str) -> str:
    """Make the id that a signal has whenever it is read."""
    return derive_id(
        "signal",
        get_witness(memory),
        memory.provenance.channel,
        simplify(memory.raw_type),
        memory.scope,
        memory.scope_ref,
        normalise(memory.content),
        key,
        prefix="m",
    )


def _take(journal: Journal, offer: Offer, memory: Memory) -> Accepted:
    connection = journal.connection
    origin = memory.provenance
    cause = Cause(origin.agent or origin.role or origin.channel, offer.draft.reason)
    earlier = _find_earlier(connection, memory.id)
    if earlier is not None:
        return _describe_known(connection, offer, memory, earlier)
    twin = find_same(connection, memory)
    if twin is None:
        journal.add(memory, cause)
        _settle_steps(journal, memory, cause)
        return _describe(offer, memory, Outcome.NEW, memory.id)
    insert_alias(connection, alias=memory.id, memory_id=twin.id)
    if _adds_nothing(twin, memory, offer):
        return _describe(offer, memory, Outcome.KNOWN, twin.id, twin.state)
    after = confirm_by(journal, twin, memory, cause).memory
    return _describe(offer, memory, Outcome.CONFIRMED, twin.id, after.state)


def _foresee(
    connection: sqlite3.Connection | None, admitted: Sequence[tuple[Offer, Memory]]
) -> Iterator[Accepted]:
    planned: set[str] = set()
    for offer, memory in admitted:
        earlier = _find_earlier(connection, memory.id) if connection else None
        twin = find_same(connection, memory) if connection and earlier is None else None
        if connection and earlier is not None:
            yield _describe_known(connection, offer, memory, earlier)
        elif memory.id in planned:
            yield _describe(offer, memory, Outcome.KNOWN, "")
        elif twin is None:
            yield _describe(offer, memory, Outcome.NEW, "")
        else:
            known = _adds_nothing(twin, memory, offer)
            outcome = Outcome.KNOWN if known else Outcome.CONFIRMED
            yield _describe(offer, memory, outcome, twin.id, twin.state)
        planned.add(memory.id)


def _find_earlier(connection: sqlite3.Connection, memory_id: str) -> str | None:
    """Return the memory that a signal became when it was read before, if it was.

    That memory may have been rejected or removed since: it does not come back.
    """
    alias = get_alias(connection, memory_id)
    if alias is not None:
        return alias
    if get_memory(connection, memory_id) or read_events(connection, memory_id):
        return memory_id
    return None


def _adds_nothing(twin: Memory, memory: Memory, offer: Offer) -> bool:
    """Tell whether who says it stood for it already, was shown it, or has it from outside."""
    witnesses = twin.provenance.confirmed_by
    heard = memory.tainted or twin.id in offer.shown or get_witness(memory) in witnesses
    return heard and (twin.user_verified or not memory.user_verified)


def _settle_steps(journal: Journal, memory: Memory, cause: Cause) -> None:
    """Let a step that is done take the place of the same step while it was pending."""
    if simplify(memory.raw_type) != "step_done" or memory.scope == "global":
        return
    done = memory
    for pending in _find_pending(journal.connection, memory):
        relation = Relation("supersedes", target_memory=pending.id)
        done = relate(journal, done, relation, cause)


def _find_pending(connection: sqlite3.Connection, memory: Memory) -> list[Memory]:
    keys = build_keys(memory)
    alike = find_like(connection, memory, keys.bands, limit=_COMPARED)
    ids = dict.fromkeys(
        (
            *find_with_text(connection, keys.text_hash),
            *(other for other, text in alike if say_the_same(text, memory.content)),
        )
    )
    others = (get_memory(connection, other) for other in ids)
    return [
        other
        for other in others
        if other is not None
        and simplify(other.raw_type) == "step_pending"
        and other.state in LIVE_STATES
        and (other.scope, other.scope_ref) == (memory.scope, memory.scope_ref)
    ]


def _describe_known(
    connection: sqlite3.Connection, offer: Offer, memory: Memory, memory_id: str
) -> Accepted:
    now = get_memory(connection, memory_id)
    state = now.state if now else "removed"
    return _describe(offer, memory, Outcome.KNOWN, memory_id, state)


def _describe(
    offer: Offer, memory: Memory, outcome: Outcome, memory_id: str, state: str | None = None
) -> Accepted:
    return Accepted(
        line=offer.line,
        dialect=offer.dialect,
        outcome=outcome,
        id=memory_id,
        type=memory.type,
        title=memory.title,
        state=state or memory.state,
    )
