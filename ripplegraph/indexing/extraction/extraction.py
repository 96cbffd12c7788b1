"""Turns the files that were found into what each of them says, parsing only what is new."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ripplegraph.config import ScanConfig
from ripplegraph.errors import ScanError
from ripplegraph.graph.model import FileStatus
from ripplegraph.indexing.assembly import ScannedFile
from ripplegraph.indexing.discovery.file_finder import FoundFile
from ripplegraph.indexing.extraction.facts_cache import FactsCache
from ripplegraph.indexing.extraction.file_reader import (
    FileOutcome,
    FileTask,
    ReadingRules,
    judge_facts,
    read_file,
    read_known_file,
)
from ripplegraph.indexing.extraction.worker_pool import read_files
from ripplegraph.parsers.extraction import load_grammar
from ripplegraph.parsers.registry import find_languages, language_of
from ripplegraph.store.records.graph_rows import FactsRow, FileRow

Progress = Callable[[str, int, int], None]
"""Is told the phase, how much of it is done, and of how much."""

_SHOWN_REASONS = 3
_PARSED = (FileStatus.PARSED, FileStatus.PARTIAL)


@dataclass(frozen=True)
class Extracted:
    """All files in the order of their paths, and what is new about them."""

    files: tuple[ScannedFile, ...]
    new_facts: tuple[FactsRow, ...]
    parsed: int
    """How many files were parsed, and not taken as they were kept."""
    seconds: Mapping[str, float]
    """How long reading each file took."""

    @property
    def languages(self) -> dict[str, str]:
        """The language of each file that has facts."""
        return {f.row.path: str(f.row.language) for f in self.files if f.facts is not None}


class Extraction:
    """Reads the files of one scan."""

    def __init__(
        self, root: Path, config: ScanConfig, cache: FactsCache, on_progress: Progress
    ) -> None:
        self._rules = ReadingRules(os.fsencode(root), config, cache.keys)
        self._cache = cache
        self._jobs = config.jobs
        self._on_progress = on_progress
        self._new_facts: dict[tuple[str, str], FactsRow] = {}
        self._parsed = 0

    def run(self, found: Sequence[FoundFile], numbers: Mapping[str, int]) -> Extracted:
        """Read these files; one that cannot be read is part of the result."""
        tasks = [_build_task(file) for file in found if file.reason is None]
        check_grammars({task.language for task in tasks if task.language})
        outcomes: dict[str, FileOutcome] = {}
        for outcome in self._read(tasks):
            outcomes[outcome.path] = outcome
            self._on_progress("extract", len(outcomes), len(tasks))
        files = tuple(
            self._finish(numbers[file.path], file, outcomes.get(file.path)) for file in found
        )
        seconds = {path: outcome.seconds for path, outcome in outcomes.items()}
        new_facts = tuple(self._new_facts[key] for key in sorted(self._new_facts))
        return Extracted(files, new_facts, self._parsed, seconds)

    def _read(self, tasks: Sequence[FileTask]) -> Iterator[FileOutcome]:
        """Read known files here, and the others in as many processes as they are worth."""
        new = tasks
        if self._rules.known:
            new = []
            for task in tasks:
                outcome = read_known_file(task, self._rules)
                if outcome is None:
                    new.append(task)
                else:
                    yield outcome
        yield from read_files(new, self._rules, jobs=self._jobs)

    def _finish(self, number: int, file: FoundFile, outcome: FileOutcome | None) -> ScannedFile:
        if outcome is None:
            status = FileStatus.SKIPPED
            row = FileRow(number, file.path, None, "", file.blob, file.size, 0, status, file.reason)
            return ScannedFile(row, None, nameable=file.nameable)
        language = language_of(file.path)
        facts: bytes | None = None
        if outcome.status in _PARSED and language is not None:
            outcome, facts = self._load_facts(outcome, language, file)
        row = FileRow(
            number,
            file.path,
            language,
            outcome.content_hash,
            file.blob,
            outcome.size,
            outcome.lines,
            outcome.status,
            outcome.reason,
        )
        return ScannedFile(row, facts, outcome.generated)

    def _load_facts(
        self, outcome: FileOutcome, language: str, file: FoundFile
    ) -> tuple[FileOutcome, bytes | None]:
        if not outcome.facts:
            kept = self._cache.load(outcome.content_hash, language)
            if kept is not None:
                data, facts = kept
                return msgspec.structs.replace(outcome, status=judge_facts(facts)), data
            # What was kept is damaged: the file itself is still there.
            rules = msgspec.structs.replace(self._rules, known=frozenset())
            outcome = read_file(_build_task(file), rules)
        if not outcome.facts:
            return outcome, None
        self._parsed += 1
        key = (outcome.content_hash, language)
        self._new_facts[key] = FactsRow(*key, self._cache.versions[language], outcome.facts)
        return outcome, outcome.facts


def check_grammars(languages: Collection[str]) -> None:
    """Raise an error that names the grammar if one of these languages cannot be parsed here."""
    known = find_languages()
    for name in sorted(languages):
        load_grammar(known[name])


def find_parsed_languages(found: Iterable[FoundFile], among: Iterable[str] = ()) -> set[str]:
    """Return the languages that these files, or others in languages `among`, are parsed in."""
    names = {file.path.rpartition("/")[2] for file in found if file.reason is None}
    known = find_languages()
    languages = {*among, *(language for name in names if (language := language_of(name)))}
    return {name for name in languages if name in known and known[name].extract is not None}


def check_something_was_parsed(extracted: Extracted) -> bool:
    """Tell whether there was anything to parse; fail if there was and nothing could be."""
    languages = find_languages()
    wanted = [
        file.row
        for file in extracted.files
        if file.row.language is not None and languages[file.row.language].extract is not None
    ]
    if not wanted or any(file.facts is not None for file in extracted.files):
        return bool(wanted)
    reasons = [f"{row.path}: {row.reason}" for row in wanted[:_SHOWN_REASONS]]
    more = len(wanted) - len(reasons)
    raise ScanError(
        f"Not one of the {len(wanted)} files in languages that ripple reads could be parsed "
        f"({'; '.join(reasons)}{f'; and {more} more' if more else ''}).",
        hint="See `ripple languages`, and the limits scan.max_file_bytes and scan.max_line_length.",
    )


def _build_task(file: FoundFile) -> FileTask:
    name = language_of(file.path)
    parsed = name is not None and find_languages()[name].extract is not None
    return FileTask(file.path, name if parsed else None, file.size)
