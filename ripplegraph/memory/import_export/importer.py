"""Takes in memories from files, through the gate; the same file again changes nothing.

A file is read twice, and never held in memory: the first time to see whether it can be read at
all, the second time to take in what it holds. That happens in transactions of some thousands, so
an import that is cut off keeps what it has done, and running it again does the rest.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from itertools import islice
from typing import IO, Any

from ripplegraph.errors import ImportInterruptedError, UsageError
from ripplegraph.memory.ids import check_id
from ripplegraph.memory.import_export.file_reader import (
    LONGEST_LINE,
    DocumentMember,
    detect_format,
    load_json,
    read_lines,
    read_members,
)
from ripplegraph.memory.import_export.foreign_formats import (
    Entry,
    find_blocks,
    read_common,
    read_iterations,
    read_markdown,
)
from ripplegraph.memory.import_export.import_report import ImportReport, Results
from ripplegraph.memory.import_export.import_trust import add_or_confirm
from ripplegraph.memory.import_export.line_import import LineImport
from ripplegraph.memory.import_export.line_index import ImportIndex
from ripplegraph.memory.writing.gate import Gate
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.store.memory.memory_reader import get_alias, get_memory, has_events_of

BATCH = 2_000
"""How many lines or entries one transaction takes in."""
_ITERATION_KEYS = {"tasks", "decisions", "errors", "key_facts"}
_TOLD_EVERY = 100
_LARGEST_COUNT = 2**31

Progress = Callable[[str, int, int], None]
Task = tuple[str, Callable[..., None], object]
"""Where something is in the file, and how to take it in."""


class Importer:
    """One import of a file that can be read from its beginning again."""

    def __init__(
        self, stream: IO[bytes], *, name: str, actor: str, on_progress: Progress | None = None
    ) -> None:
        self._stream = stream
        self._name = name
        self._cause = Cause(actor, "import")
        self._tell = on_progress or (lambda _phase, _done, _total: None)
        self.results = Results()
        self.format = detect_format(stream)
        self._total = 0

    def read(self) -> Generator[Task, None, None]:
        """Read the file once, complain if it makes no sense, and yield what is to be done."""
        if self.format == "jsonl":
            yield from self._read_lines()
        elif self.format == "markdown":
            self._total = sum(1 for _ in self._find_notes())
            yield from self._plan(self._find_notes())
        else:
            yield from self._read_document()

    def take(self, journal: Journal, gate: Gate, tasks: Iterator[Task], limit: int | None) -> bool:
        """Take in some of what is to be done, and tell whether there may be more."""
        taken = 0
        for place, take, value in islice(tasks, limit):
            self.results.attempt(place, take, journal, gate, value)
            taken += 1
            if self.results.done % _TOLD_EVERY == 0:
                self._tell("import", self.results.done, self._total)
        return taken == limit

    def build_report(self, *, spooled: bool) -> ImportReport:
        return self.results.build_report(self.format, spooled=spooled)

    def _read_lines(self) -> Iterator[Task]:
        size = self._stream.seek(0, 2)
        with closing(ImportIndex(self._stream)) as index:
            for line in read_lines(self._stream, name=self._name):
                if line.number % _TOLD_EVERY == 0:
                    self._tell("check", line.offset // 1_000_000, size // 1_000_000)
                place = f"line {line.number}"
                if line.text is None:
                    problem = f"it is longer than {LONGEST_LINE:,} bytes"
                    self.results.refuse(place, problem)
                elif line.text.strip():
                    value = load_json(line.text, line.number)
                    if not index.add(value, line.number, line.offset) and line.number > 1:
                        self.results.refuse(place, "it is nothing that an export has")
            index.finish()
            self._total = index.count()
            yield from LineImport(index, self.results, self._cause).plan()

    def _read_document(self) -> Iterator[Task]:
        other: dict[str, Any] = {}
        count = 0
        is_common = False
        for key, value in read_members(self._stream, name=self._name):
            if key == "memories":
                is_common = True
                if not isinstance(value, DocumentMember):
                    count += 1
                    self._check_entry(value, count)
                elif value.value != []:
                    raise self._build_refusal()
            elif isinstance(value, DocumentMember):
                other[key] = value.value
            elif key in _ITERATION_KEYS:
                other.setdefault(key, []).append(value)
        if is_common:
            self._total = count
            yield from self._plan(self._read_common())
        elif _ITERATION_KEYS & set(other):
            self.format = "iterations"
            entries = self._list_iterations(other)
            self._total = len(entries)
            yield from self._plan(iter(entries))
        else:
            raise self._build_refusal()

    def _read_common(self) -> Iterator[Entry]:
        for key, value in read_members(self._stream, name=self._name):
            if key == "memories" and not isinstance(value, DocumentMember):
                yield read_common(value)

    def _check_entry(self, value: Mapping[str, Any], number: int) -> None:
        try:
            read_common(value)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise _build_entry_error(number, error) from error

    def _list_iterations(self, document: Mapping[str, Any]) -> list[Entry]:
        found: list[Entry] = []
        try:
            found.extend(read_iterations(document))
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise _build_entry_error(len(found) + 1, error) from error
        return found

    def _build_refusal(self) -> UsageError:
        return UsageError(
            f"{self._name} has no memories in it that ripple can read.",
            hint="It reads what `ripple memories export` writes, and Markdown.",
        )

    def _find_notes(self) -> Iterator[Entry]:
        lines = read_lines(self._stream, name=self._name)
        # Of a line without an end the gate needs no more than to see that it is too long.
        texts = (line.text if line.text is not None else "x" * 100_000 for line in lines)
        return read_markdown(find_blocks(texts), name=self._name)

    def _plan(self, entries: Iterator[Entry]) -> Iterator[Task]:
        for number, entry in enumerate(entries, 1):
            yield f"entry {number}", self._take_entry, entry

    def _take_entry(self, journal: Journal, gate: Gate, entry: Entry) -> None:
        check_id(entry.id)
        if _is_known(journal, entry.id):
            self.results.count("unchanged")
            return
        memory = gate.admit(entry.draft, now=journal.now, memory_id=entry.id)
        uses = min(max(0, entry.use_count), _LARGEST_COUNT)
        self.results.count(add_or_confirm(journal, replace(memory, use_count=uses), self._cause))


def _is_known(journal: Journal, memory_id: str) -> bool:
    """Tell whether an id was here: as a memory, as another name, or as one that was removed."""
    connection = journal.connection
    return bool(
        get_memory(connection, memory_id)
        or get_alias(connection, memory_id)
        or has_events_of(connection, memory_id)
    )


def _build_entry_error(number: int, error: Exception) -> UsageError:
    return UsageError(
        f"Entry {number} cannot be read: {type(error).__name__} {error}.",
        hint="Nothing was imported; correct the file.",
    )


def build_interruption(name: str, kept: int) -> ImportInterruptedError:
    return ImportInterruptedError(
        f"The import of {name} was interrupted; {kept:,} memories of it are kept.",
        hint="Run the same command again: it takes in the rest, and nothing twice.",
        kept=kept,
    )
