"""Takes in the lines of an export: memories with their events, other names, episodes, artifacts."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from ripplegraph.errors import UsageError
from ripplegraph.memory.checks import refuse_secrets, refuse_told_secrets
from ripplegraph.memory.ids import check_id
from ripplegraph.memory.import_export.import_report import Results
from ripplegraph.memory.import_export.import_trust import add_or_confirm, confirm_known, limit_trust
from ripplegraph.memory.import_export.line_index import ImportIndex, Placed
from ripplegraph.memory.states import LIVE_STATES
from ripplegraph.memory.text import build_keys
from ripplegraph.memory.work.access import Actor
from ripplegraph.memory.work.ledger import Ledger
from ripplegraph.memory.work.transfer import EVENT_KIND, WorkImport
from ripplegraph.memory.writing.additions import find_duplicate
from ripplegraph.memory.writing.gate import Gate
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.store.memory.memory_reader import get_alias, get_memory, has_event, read_events
from ripplegraph.store.memory.memory_writer import (
    insert_alias,
    insert_event,
    insert_memory,
    update_memory,
)
from ripplegraph.store.records.memory_records import (
    Event,
    Memory,
    Plain,
    event_from_plain,
    from_plain,
)

_LISTS = ("tags", "claims", "anchors", "relations")
_SIDES = ("before", "after")
LineTask = tuple[str, Callable[..., None], object]


class LineImport:
    """The lines of one export, taken in so that each transaction leaves whole memories."""

    def __init__(self, index: ImportIndex, results: Results, cause: Cause) -> None:
        self._index = index
        self._results = results
        self._cause = cause

    def plan(self) -> Iterator[LineTask]:
        """Yield what is to be done: memories first, since the rest names them."""
        steps: tuple[tuple[Iterator[Placed], Callable[..., None]], ...] = (
            (self._index.read("memory"), self._take_memory),
            (self._index.read_other_events("event"), self._take_event),
            (self._index.read("alias"), self._take_alias),
            (self._index.read("episode"), self._take_work),
            (self._index.read("artifact"), self._take_work),
            (self._index.read_other_events(EVENT_KIND), self._take_work_event),
        )
        for lines, take in steps:
            for place, line in lines:
                yield place, take, line

    def _take_memory(self, journal: Journal, gate: Gate, line: Mapping[str, Any]) -> None:
        values = {name: value for name, value in line.items() if name != "kind"}
        try:
            memory = _build(values)
            check_id(memory.id)
            gate.inspect(memory)
        except UsageError:
            _add_events(journal, self._read_own_events(str(line.get("id")), None))
            raise
        own = self._read_own_events(memory.id, values)
        if self._take(journal, memory, own):
            _add_events(journal, own)

    def _take(self, journal: Journal, memory: Memory, own: list[Event]) -> bool:
        """Take in a memory, and tell whether its events are to be kept."""
        connection = journal.connection
        known = get_memory(connection, memory.id)
        if get_alias(connection, memory.id) or (known is None and _was_removed(journal, memory)):
            self._results.count("unchanged")
            return False
        if known is not None:
            self._results.count(self._update(journal, known, memory, own))
            return True
        if not own:
            self._results.count(add_or_confirm(journal, memory, self._cause))
            return True
        twin = self._find_older_twin(journal, memory)
        if twin:
            confirm_known(journal, twin, memory, self._cause)
            self._results.count("confirmed")
            return False
        insert_memory(connection, memory, build_keys(memory))
        self._results.count("added")
        return True

    def _update(self, journal: Journal, known: Memory, memory: Memory, own: list[Event]) -> str:
        """Let the newer form of a memory win; its events tell what happened, if they are new."""
        if known.updated_at >= memory.updated_at:
            return "unchanged"
        limited = limit_trust(known, memory)
        has_news = any(not has_event(journal.connection, event.id) for event in own)
        if has_news and limited == memory:
            update_memory(journal.connection, memory, build_keys(memory))
        else:
            # Told here, since the events of the file tell of more trust or of nothing.
            journal.change(known, limited, self._cause, action="import")
        return "updated"

    def _find_older_twin(self, journal: Journal, memory: Memory) -> Memory | None:
        """Find what says the same and is not of this file, which may say things twice."""
        if memory.state not in LIVE_STATES:
            return None
        twin = find_duplicate(journal, memory)
        return None if twin is None or self._index.has("memory", twin.id) else twin

    def _read_own_events(self, memory_id: str, checked: Plain | None) -> list[Event]:
        events: list[Event] = []
        for place, line in self._index.read_events("event", memory_id):
            self._results.attempt(place, _collect, line, events, checked)
        return events

    def _take_event(self, journal: Journal, _gate: Gate, line: Mapping[str, Any]) -> None:
        events: list[Event] = []
        _collect(line, events)
        _add_events(journal, events)

    def _take_alias(self, journal: Journal, _gate: Gate, line: Mapping[str, Any]) -> None:
        alias, memory_id = line.get("alias"), line.get("memory_id")
        check_id(alias)
        check_id(memory_id)
        refuse_secrets(alias, memory_id)
        if not get_alias(journal.connection, str(alias)):
            insert_alias(journal.connection, alias=str(alias), memory_id=str(memory_id))

    def _take_work(self, journal: Journal, gate: Gate, line: Mapping[str, Any]) -> None:
        intake = self._build_work_intake(journal, gate)
        for place, event in self._index.read_events(EVENT_KIND, str(line.get("id"))):
            self._results.attempt(place, intake.collect_event, event)
        try:
            self._results.count(intake.take(line))
        finally:
            intake.write_events()

    def _take_work_event(self, journal: Journal, gate: Gate, line: Mapping[str, Any]) -> None:
        intake = self._build_work_intake(journal, gate)
        intake.collect_event(line)
        intake.write_events()

    def _build_work_intake(self, journal: Journal, gate: Gate) -> WorkImport:
        ledger = Ledger(journal.connection, now=journal.now)
        return WorkImport(ledger, root=gate.root, by=Actor(self._cause.actor, "user"))


def _was_removed(journal: Journal, memory: Memory) -> bool:
    return any(
        event.after is None and event.at >= memory.updated_at
        for event in read_events(journal.connection, memory.id)
    )


def _add_events(journal: Journal, events: list[Event]) -> None:
    for event in events:
        if not has_event(journal.connection, event.id):
            insert_event(journal.connection, event)


def _collect(line: Mapping[str, Any], events: list[Event], checked: Plain | None = None) -> None:
    """Check an event; values that are those of a memory that was checked need no second look."""
    values = {name: value for name, value in line.items() if name != "kind"}
    try:
        event = msgspec.convert(values, Event) and event_from_plain(values)
    except (TypeError, msgspec.ValidationError) as error:
        raise UsageError(f"This is no event: {error}.", hint="") from error
    check_id(event.id)
    check_id(event.memory_id)
    refuse_secrets({name: value for name, value in values.items() if name not in _SIDES})
    for side in (event.before, event.after):
        if side is not None and side != checked:
            refuse_told_secrets(side)
    events.append(event)


def _build(values: Mapping[str, Any]) -> Memory:
    for name in _LISTS:
        if not isinstance(values.get(name, []), list):
            raise UsageError(f"This is no memory: {name!r} is no list.", hint="")
    try:
        return from_plain(values)
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        raise UsageError(f"This is no memory: {error}.", hint="") from error
