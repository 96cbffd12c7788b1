"""Brings single memories to where a change that waited leaves them, whatever happened meanwhile."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace

from ripplegraph.errors import UsageError
from ripplegraph.memory.checks import refuse_told_secrets
from ripplegraph.memory.ids import check_id
from ripplegraph.memory.spool.duplicates import confirm_duplicate
from ripplegraph.memory.spool.three_way_merge import (
    MergedMemory,
    get_relation_key,
    is_same_memory,
    merge,
    overrule,
)
from ripplegraph.memory.states import LIVE_STATES
from ripplegraph.memory.text import build_keys
from ripplegraph.memory.writing.additions import find_duplicate
from ripplegraph.memory.writing.edits import take_back
from ripplegraph.memory.writing.gate import Gate
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.memory.writing.relations import check_relation
from ripplegraph.store.memory.memory_reader import (
    get_alias,
    get_memory,
    has_event,
    read_events,
    read_events_caused_by,
)
from ripplegraph.store.memory.memory_writer import (
    delete_memory,
    insert_event,
    insert_memory,
    update_memory,
)
from ripplegraph.store.records.memory_records import (
    Event,
    Memory,
    Plain,
    Relation,
    find_differences,
    from_plain,
    to_plain,
)
from ripplegraph.store.spool.spool_records import SpooledRow

ACTOR = "ripple"
ACTION = "merge"


def check_row(row: SpooledRow) -> None:
    """Refuse what no ripple can have written; the gate looks at what comes of it, too."""
    check_id(row.memory_id)
    before, after = row.before or {}, row.after or {}
    if any(plain.get("id", row.memory_id) != row.memory_id for plain in (before, after)):
        raise ValueError("two ids for one memory")
    if before and after:
        refuse_told_secrets(find_differences(before, after)[1])


def is_event_of(event: Event, row: SpooledRow | None) -> bool:
    """Tell whether an event tells just what happened to a memory."""
    if row is None or row.memory_id != event.memory_id:
        return False
    told = (row.before, row.after)
    if row.before is not None and row.after is not None:
        told = find_differences(row.before, row.after)
    return (event.before, event.after) == told


def resolve_alias(connection: sqlite3.Connection, memory_id: str) -> str:
    """Return the id under which a memory is known here."""
    if get_memory(connection, memory_id) is None:
        return get_alias(connection, memory_id) or memory_id
    return memory_id


def insert_new_events(connection: sqlite3.Connection, events: Sequence[Event]) -> None:
    """Add events to the history, each once."""
    for event in events:
        if not has_event(connection, event.id):
            insert_event(connection, event)


class RowReplay:
    """Applies changes of single memories, and tells their events."""

    def __init__(self, journal: Journal, gate: Gate) -> None:
        self._journal = journal
        self._connection = journal.connection
        self._gate = gate
        self._mine: set[str] = set()
        """What this spool added: it may say a thing twice."""
        self._refused: set[str] = set()
        """Events whose relations cannot be."""

    def apply(self, row: SpooledRow, events: list[Event]) -> None:
        """Apply a change, unless all that it tells is known here: then it was, long ago."""
        if events and all(has_event(self._connection, event.id) for event in events):
            return
        if row.after is None and row.before is not None:
            self._remove(row.memory_id, row.before, events)
        elif row.before is None and row.after is not None:
            self._add(from_plain(row.after), events)
        elif row.before is not None and row.after is not None:
            self._change(row, row.before, row.after, events)

    # Coming into being --------------------------------------------------------------------------

    def _add(self, memory: Memory, events: list[Event]) -> None:
        self._gate.inspect(memory)
        removed = self._was_removed_since(memory, events)
        insert_new_events(self._connection, events)
        known = get_memory(self._connection, memory.id)
        twin = None if known or removed else self._find_twin(memory, events)
        if known is not None:
            merged = overrule({}, to_plain(memory), to_plain(known))
            self._settle(known, merged, events)
        elif removed:
            self._tell_outcome(events, to_plain(memory), None, "it was removed meanwhile")
        elif twin is not None:
            reason = f"{twin.id} says the same"
            cause = self._tell_outcome(events, to_plain(memory), None, reason)
            confirm_duplicate(
                self._journal, twin, memory, Cause(_get_actor(events), event=cause.id)
            )
        else:
            insert_memory(self._connection, memory, build_keys(memory))
            self._mine.add(memory.id)

    def _was_removed_since(self, memory: Memory, events: list[Event]) -> bool:
        at = max((event.at for event in events), default=memory.updated_at)
        known = read_events(self._connection, memory.id)
        return any(event.after is None and event.at > at for event in known)

    def _find_twin(self, memory: Memory, events: list[Event]) -> Memory | None:
        """Find what came here meanwhile and says the same; what was brought back is let alone."""
        if memory.state not in LIVE_STATES or any(event.action == "undo" for event in events):
            return None
        alias = get_alias(self._connection, memory.id)
        if alias is not None:
            return get_memory(self._connection, alias)
        twin = find_duplicate(self._journal, memory)
        return None if twin is None or twin.id in self._mine else twin

    # Going --------------------------------------------------------------------------------------

    def _remove(self, memory_id: str, before: Plain, events: list[Event]) -> None:
        memory = get_memory(self._connection, memory_id)
        if memory is None:
            refuse_told_secrets(before)
            insert_new_events(self._connection, events)
            self._take_back_confirmation(memory_id, events)
            return
        now = to_plain(memory)
        insert_new_events(self._connection, [replace(event, before=now) for event in events])
        if is_same_memory(before, now):
            delete_memory(self._connection, memory_id)
        else:
            self._tell_outcome(events, None, now, "it was changed meanwhile, and stays")

    def _take_back_confirmation(self, memory_id: str, events: list[Event]) -> None:
        """Let a memory that was taken for a confirmation of another one confirm it no more."""
        for event in read_events(self._connection, memory_id):
            if event.action == ACTION and event.after is None:
                for caused in read_events_caused_by(self._connection, event.id):
                    cause = Cause(_get_actor(events), "what confirmed it was removed", event.id)
                    take_back(self._journal, caused, replace(cause, undoes=caused.id))

    # Changing -----------------------------------------------------------------------------------

    def _change(self, row: SpooledRow, before: Plain, after: Plain, events: list[Event]) -> None:
        memory = get_memory(self._connection, resolve_alias(self._connection, row.memory_id))
        if memory is None:
            insert_new_events(self._connection, events)
            return
        now = to_plain(memory)
        merged = self._merge(before, {**after, "relations": self._redirect(after)}, now, events)
        if merged.result != now:
            stamp = after["updated_at"] if now == before else self._journal.now
            merged = replace(merged, result={**merged.result, "updated_at": stamp})
            changed = from_plain(merged.result)
            update_memory(self._connection, changed, build_keys(changed))
        if len(events) == 1 and is_event_of(events[0], row):
            events = [_rewrite(events[0], now, merged.result)]
        insert_new_events(self._connection, events)
        self._settle(memory, merged, events)

    def _redirect(self, plain: Plain) -> list[Plain]:
        """Let relations lead to memories as they are known here."""
        found = []
        for relation in plain["relations"]:
            target = relation["target_memory"]
            known = resolve_alias(self._connection, target) if target else target
            found.append(relation if known == target else {**relation, "target_memory": known})
        return found

    def _merge(self, before: Plain, after: Plain, now: Plain, events: list[Event]) -> MergedMemory:
        if any(event.cause in self._refused for event in events):
            return overrule(before, after, now)
        action = events[0].action if len(events) == 1 else ""
        merged = merge(before, after, {**now, "id": before["id"]}, action=action)
        merged = replace(merged, result={**merged.result, "id": now["id"]})
        merged = self._check_relations(merged, after, now, events)
        if self._is_refused(merged.result) and not self._is_refused(now):
            return overrule(before, after, now)
        return merged

    def _check_relations(
        self, merged: MergedMemory, after: Plain, now: Plain, events: list[Event]
    ) -> MergedMemory:
        """Leave out new relations that cannot be here, such as one round in a circle."""
        known = {get_relation_key(relation) for relation in now["relations"]}
        kept = []
        for plain in merged.result["relations"]:
            try:
                if get_relation_key(plain) not in known:
                    check_relation(self._connection, from_plain(now), Relation(**plain))
                kept.append(plain)
            except UsageError:
                self._refused.update(event.id for event in events)
        if len(kept) == len(merged.result["relations"]):
            return merged
        overruled = {**merged.overruled, "relations": after["relations"]}
        return MergedMemory({**merged.result, "relations": kept}, overruled)

    def _is_refused(self, plain: Plain) -> bool:
        try:
            self._gate.inspect(from_plain(plain))
        except UsageError:
            return True
        return False

    # Telling ------------------------------------------------------------------------------------

    def _settle(self, memory: Memory, merged: MergedMemory, events: list[Event]) -> None:
        """Tell which values a change could not have."""
        if merged.overruled:
            kept = {name: merged.result[name] for name in merged.overruled}
            names = ", ".join(merged.overruled)
            reason = f"changed on both sides, and stays as it was here: {names}"
            self._tell_outcome(events, merged.overruled, kept, reason, memory_id=memory.id)

    def _tell_outcome(
        self,
        events: list[Event],
        before: Plain | None,
        after: Plain | None,
        reason: str,
        *,
        memory_id: str | None = None,
    ) -> Event:
        """Tell what became of a change; undoing this event takes the side of the spool."""
        whole = after or before or {}
        event = Event(
            id=self._journal.build_event_id(),
            memory_id=memory_id or whole["id"],
            at=self._journal.now,
            action=ACTION,
            actor=ACTOR,
            reason=reason,
            cause=events[-1].id if events else None,
            before=before,
            after=after,
        )
        insert_event(self._connection, event)
        return event


def _rewrite(event: Event, now: Plain, result: Plain) -> Event:
    """Let the event of a change tell what it did here, which may not be what it did there."""
    before, after = find_differences(now, result)
    return replace(event, memory_id=now["id"], before=before, after=after)


def _get_actor(events: list[Event]) -> str:
    return events[-1].actor if events else ACTOR
