"""Takes in memories from files, through the gate; the same file again changes nothing."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ripplegraph.errors import UsageError
from ripplegraph.memory.checks import refuse_secrets
from ripplegraph.memory.exporting import JSONL_KIND
from ripplegraph.memory.foreign import Entry, read_common, read_iterations, read_markdown
from ripplegraph.memory.gate import Gate
from ripplegraph.memory.ids import check_id, is_valid_id
from ripplegraph.memory.journal import Cause, Journal
from ripplegraph.memory.layers.access import Actor
from ripplegraph.memory.layers.exchange import EVENT_KIND, WorkIntake
from ripplegraph.memory.layers.ledger import Ledger
from ripplegraph.memory.remembering import confirm_by, find_duplicate
from ripplegraph.memory.text import build_keys
from ripplegraph.store.memory_reading import get_alias, get_memory, has_event, read_events
from ripplegraph.store.memory_records import Event, Memory, event_from_plain, from_plain
from ripplegraph.store.memory_writing import (
    insert_alias,
    insert_event,
    insert_memory,
    update_memory,
)

_ITERATION_KEYS = {"tasks", "decisions", "errors", "key_facts"}


@dataclass(frozen=True)
class Refused:
    """Something that was not imported, and why."""

    entry: str
    reason: str


@dataclass(frozen=True)
class ImportReport:
    """What became of the entries of a file."""

    format: str
    added: int
    updated: int
    confirmed: int
    unchanged: int
    refused: tuple[Refused, ...]
    spooled: bool = False


class Importer:
    """One import: counts what happens to each entry."""

    def __init__(self, journal: Journal, gate: Gate, *, actor: str) -> None:
        self._journal = journal
        self._gate = gate
        self._cause = Cause(actor, "import")
        self._counts = dict.fromkeys(("added", "updated", "confirmed", "unchanged"), 0)
        self._refused: list[Refused] = []
        self._mine: set[str] = set()

    def take(self, text: str, *, name: str) -> ImportReport:
        """Import a file, whichever of the known formats it has."""
        document = _parse(text)
        if isinstance(document, tuple):
            self._take_lines(document)
            kind = "jsonl"
        elif isinstance(document, Mapping) and "memories" in document:
            self._take_entries(read_common(document))
            kind = "json"
        elif isinstance(document, Mapping) and _ITERATION_KEYS & set(document):
            self._take_entries(read_iterations(document))
            kind = "iterations"
        elif document is None:
            self._take_entries(read_markdown(text, name=name))
            kind = "markdown"
        else:
            raise UsageError(
                f"{name} has no memories in it that ripple can read.",
                hint="It reads what `ripple memories export` writes, and Markdown.",
            )
        refused = tuple(self._refused)
        return ImportReport(kind, refused=refused, spooled=False, **self._counts)

    def _take_entries(self, entries: Iterator[Entry]) -> None:
        number = 0
        try:
            for number, entry in enumerate(entries, 1):
                self._try(f"entry {number}", self._take_entry, entry)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise UsageError(
                f"Entry {number + 1} cannot be read: {type(error).__name__} {error}.",
                hint="Nothing was imported; correct the file.",
            ) from error

    def _take_entry(self, entry: Entry) -> None:
        check_id(entry.id)
        if self._is_known(entry.id):
            self._counts["unchanged"] += 1
            return
        memory = self._gate.admit(entry.draft, now=self._journal.now, memory_id=entry.id)
        self._add(replace(memory, use_count=max(0, entry.use_count)))

    def _add(self, memory: Memory) -> None:
        known = find_duplicate(self._journal, memory)
        if known is None:
            self._journal.add(memory, self._cause, action="import")
            self._counts["added"] += 1
            return
        confirm_by(self._journal, known, memory, self._cause)
        insert_alias(self._journal.connection, alias=memory.id, memory_id=known.id)
        self._counts["confirmed"] += 1

    def _is_known(self, memory_id: str) -> bool:
        """Tell whether an id was here: as a memory, as another name, or as one that was removed."""
        connection = self._journal.connection
        return bool(
            get_memory(connection, memory_id)
            or get_alias(connection, memory_id)
            or read_events(connection, memory_id)
        )

    def _take_lines(self, lines: tuple[Any, ...]) -> None:
        events: dict[str, list[Event]] = {}
        memories: list[tuple[str, Mapping[str, Any]]] = []
        aliases: list[tuple[str, str]] = []
        work: list[tuple[str, Mapping[str, Any]]] = []
        for number, line in enumerate(lines[1:], 2):
            place = f"line {number}"
            match line.get("kind"):
                case "memory":
                    memories.append((place, line))
                case "event":
                    self._try(place, _collect, line, events)
                case "alias":
                    aliases.append((str(line.get("alias")), str(line.get("memory_id"))))
                case "episode" | "artifact" | "work_event":
                    work.append((place, line))
                case _:
                    self._refused.append(Refused(place, "it is nothing that an export has"))
        for place, line in memories:
            self._try(place, self._take_line, line, events)
        self._add_events(event for group in events.values() for event in group)
        for alias, memory_id in aliases:
            if is_valid_id(alias) and not get_alias(self._journal.connection, alias):
                insert_alias(self._journal.connection, alias=alias, memory_id=memory_id)
        self._take_work(work)

    def _take_work(self, lines: list[tuple[str, Mapping[str, Any]]]) -> None:
        ledger = Ledger(self._journal.connection, now=self._journal.now)
        intake = WorkIntake(ledger, root=self._gate.root, by=Actor(self._cause.actor, "user"))

        def take(line: Mapping[str, Any]) -> None:
            self._counts[intake.take(line)] += 1

        for place, line in lines:
            if line["kind"] == EVENT_KIND:
                self._try(place, intake.collect_event, line)
        for place, line in lines:
            if line["kind"] != EVENT_KIND:
                self._try(place, take, line)
        intake.write_events()

    def _take_line(self, line: Mapping[str, Any], events: dict[str, list[Event]]) -> None:
        connection = self._journal.connection
        memory = _build(line)
        check_id(memory.id)
        self._gate.inspect(memory)
        own = events.get(memory.id, [])
        known = get_memory(connection, memory.id)
        removed = known is None and any(
            event.after is None and event.at >= memory.updated_at
            for event in read_events(connection, memory.id)
        )
        if removed or get_alias(connection, memory.id):
            events.pop(memory.id, None)
            self._counts["unchanged"] += 1
        elif known is not None and known.updated_at >= memory.updated_at:
            self._counts["unchanged"] += 1
        elif known is not None:
            if any(not has_event(connection, event.id) for event in own):
                update_memory(connection, memory, build_keys(memory))
            else:
                self._journal.change(known, memory, self._cause, action="import")
            self._counts["updated"] += 1
        elif own:
            twin = self._find_older_twin(memory)
            if twin:
                events.pop(memory.id)
                confirm_by(self._journal, twin, memory, self._cause)
                insert_alias(connection, alias=memory.id, memory_id=twin.id)
                self._counts["confirmed"] += 1
                return
            insert_memory(connection, memory, build_keys(memory))
            self._mine.add(memory.id)
            self._counts["added"] += 1
        else:
            self._add(memory)

    def _find_older_twin(self, memory: Memory) -> Memory | None:
        """Find what said the same before this import; a file may say things twice."""
        if memory.state not in ("scratch", "candidate", "active"):
            return None
        twin = find_duplicate(self._journal, memory)
        return None if twin is None or twin.id in self._mine else twin

    def _add_events(self, events: Iterable[Event]) -> None:
        for event in sorted(events, key=lambda item: (item.at, item.id)):
            if not has_event(self._journal.connection, event.id):
                insert_event(self._journal.connection, event)

    def _try(self, place: str, take: Callable[..., None], *values: object) -> None:
        try:
            take(*values)
        except UsageError as error:
            self._refused.append(Refused(place, error.message))


def _collect(line: Mapping[str, Any], events: dict[str, list[Event]]) -> None:
    values = {name: value for name, value in line.items() if name != "kind"}
    try:
        event = event_from_plain(values)
    except TypeError as error:
        raise UsageError(f"This is no event: {error}.", hint="") from error
    refuse_secrets(values)
    check_id(event.id)
    events.setdefault(event.memory_id, []).append(event)


def _build(line: Mapping[str, Any]) -> Memory:
    try:
        return from_plain({name: value for name, value in line.items() if name != "kind"})
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        raise UsageError(f"This is no memory: {error}.", hint="") from error


def _parse(text: str) -> Any:
    """Return a JSON document, a tuple for JSON lines of ours, or None for other text."""
    stripped = text.lstrip("\ufeff \t\r\n")
    if not stripped.startswith(("{", "[{")):
        return None
    first = stripped.partition("\n")[0]
    if f'"{JSONL_KIND}"' in first:
        return tuple(
            _load(line, number) for number, line in enumerate(text.split("\n"), 1) if line.strip()
        )
    return _load(stripped, 1)


def _load(text: str, number: int) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"Line {number} is not valid JSON: {error}.",
            hint="Nothing was imported; correct the file.",
        ) from error
