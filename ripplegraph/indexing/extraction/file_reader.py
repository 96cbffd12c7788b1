"""Reads one file: its hash, whether to parse it, and its facts. Nothing it does can stop a scan."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from ripplegraph.config import ScanConfig
from ripplegraph.graph.facts import FileFacts
from ripplegraph.graph.model import FileStatus
from ripplegraph.graph.stored_facts import StoredFacts
from ripplegraph.indexing.extraction.file_filter import (
    FRAIL,
    describe_size,
    find_reason_to_skip,
    is_generated,
    is_tame,
)
from ripplegraph.indexing.extraction.packed_facts import pack_facts
from ripplegraph.indexing.extraction.regular_files import read_regular_file
from ripplegraph.indexing.extraction.time_limit import TimeIsUp, TimeLimit
from ripplegraph.parsers.extraction import extract_prepared_facts, is_prepared, prepare_source
from ripplegraph.parsers.registry import find_registered
from ripplegraph.store.files.content_hash import hash_content, hash_file

_MESSAGE_LENGTH = 200


class FileTask(msgspec.Struct, frozen=True, array_like=True):
    """A file to read; without a language it is hashed and nothing else."""

    path: str
    language: str | None
    size: int


class FileOutcome(msgspec.Struct, frozen=True, array_like=True):
    """The outcome of reading a file. `facts` is empty unless it was parsed just now."""

    path: str
    status: FileStatus
    reason: str | None = None
    content_hash: str = ""
    size: int = 0
    lines: int = 0
    generated: bool = False
    facts: bytes = b""
    seconds: float = 0.0


class ReadingRules(msgspec.Struct, frozen=True, array_like=True):
    """The rules for reading every file of a scan."""

    root: bytes
    config: ScanConfig
    known: frozenset[tuple[str, str]] = frozenset()
    """The (content hash, language) pairs whose facts are already there."""


def read_file(task: FileTask, rules: ReadingRules) -> FileOutcome:
    """Read and parse one file; whatever goes wrong is part of the outcome."""
    return _guard(task, lambda: _Reader(rules).read(task))


def read_tame_file(task: FileTask, rules: ReadingRules) -> FileOutcome | None:
    """Read and parse one file in this process, unless a process should be put at risk for it."""
    try:
        return _guard(task, lambda: _Reader(rules, only_tame=True).read(task))
    except _MustBeParsed:
        return None


def read_known_file(task: FileTask, rules: ReadingRules) -> FileOutcome | None:
    """Read one file unless it has to be parsed, which takes far longer than the rest."""
    try:
        return _guard(task, lambda: _Reader(rules, may_parse=False).read(task))
    except _MustBeParsed:
        return None


class _MustBeParsed(BaseException):
    """A file has content that nothing is known about."""


def fail(task: FileTask, reason: str) -> FileOutcome:
    """Record that a file could not be read."""
    return FileOutcome(task.path, FileStatus.FAILED, reason, size=task.size)


def give_up(task: FileTask, rules: ReadingRules, reason: str) -> FileOutcome:
    """Record that a file could not be parsed; what is known of it without that stays."""
    known = read_file(FileTask(task.path, None, task.size), rules)
    return replace(known, status=FileStatus.FAILED, reason=reason)


class _Reader:
    """Reads files by the rules of a scan."""

    def __init__(
        self, rules: ReadingRules, *, may_parse: bool = True, only_tame: bool = False
    ) -> None:
        self._rules = rules
        self._may_parse = may_parse
        self._only_tame = only_tame

    def read(self, task: FileTask) -> FileOutcome:
        path = Path(os.fsdecode(self._rules.root), task.path)
        too_large = describe_size(task.size, self._rules.config)
        if too_large is not None:
            status = FileStatus.SKIPPED if task.language else FileStatus.KNOWN
            return FileOutcome(task.path, status, too_large, hash_file(path), task.size)
        data = read_regular_file(path)
        outcome = FileOutcome(
            task.path,
            FileStatus.KNOWN if task.language is None else FileStatus.PARSED,
            content_hash=hash_content(data),
            size=len(data),
            lines=_count_lines(data),
        )
        if task.language is None:
            return outcome
        parse = partial(self._parse, task.language, data, outcome)
        try:
            return _guard(task, parse, outcome, limit=self._rules.config.max_parse_seconds)
        except TimeIsUp:
            reason = describe_limit(self._rules.config)
            return replace(outcome, status=FileStatus.FAILED, reason=reason)

    def _parse(self, language: str, data: bytes, outcome: FileOutcome) -> FileOutcome:
        is_known = (outcome.content_hash, language) in self._rules.known
        if not (is_known or self._may_prepare(language, data)):
            raise _MustBeParsed
        source = prepare_source(language, data)
        reason = find_reason_to_skip(outcome.path, source, self._rules.config)
        if reason is not None:
            return replace(outcome, status=FileStatus.SKIPPED, reason=reason)
        outcome = replace(outcome, generated=is_generated(data))
        if is_known:
            return outcome
        if not self._may_parse or (self._only_tame and not _is_tame(language, source)):
            raise _MustBeParsed
        facts = extract_prepared_facts(language, source)
        return replace(outcome, status=judge_facts(facts), facts=pack_facts(facts))

    def _may_prepare(self, language: str, data: bytes) -> bool:
        """Whether to prepare a file in this process, which may take as long as to parse it."""
        may_take_long = self._may_parse and not self._only_tame
        return may_take_long or not is_prepared(language) or _is_tame(language, data)


def _is_tame(language: str, source: bytes) -> bool:
    """Whether a file is sure to be read soon; nobody here knows what other extractors do."""
    return language not in FRAIL and language not in find_registered() and is_tame(source)


def judge_facts(facts: FileFacts | StoredFacts) -> FileStatus:
    """Tell whether a file was understood as a whole."""
    is_partial = any(item.severity == "error" for item in facts.diagnostics)
    return FileStatus.PARTIAL if is_partial else FileStatus.PARSED


def describe_limit(config: ScanConfig) -> str:
    """Say that a file took too long."""
    seconds = config.max_parse_seconds
    return f"takes more than {seconds} s of processor time (scan.max_parse_seconds)"


def _guard(
    task: FileTask,
    read: Callable[[], FileOutcome],
    so_far: FileOutcome | None = None,
    *,
    limit: float | None = None,
) -> FileOutcome:
    """Turn whatever goes wrong with one file into its outcome, and say how long it took."""
    started = time.perf_counter()
    try:
        with nullcontext() if limit is None else TimeLimit(limit):
            outcome = read()
    except OSError as error:
        outcome = fail(task, f"cannot be read: {error.strerror}")
    except Exception as error:  # noqa: BLE001 - one bad file must not end the scan of all
        reason = f"{type(error).__name__}: {error}"[:_MESSAGE_LENGTH]
        # What is known of the file stays: its hash shows a later change.
        outcome = replace(so_far or fail(task, reason), status=FileStatus.FAILED, reason=reason)
    return replace(outcome, seconds=time.perf_counter() - started)


def _count_lines(data: bytes) -> int:
    return data.count(b"\n") + (not data.endswith(b"\n") if data else 0)
