"""What is different in the files since the last scan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ripplegraph.graph.ids import EXTERNAL_PREFIX, SEPARATOR
from ripplegraph.graph.stored_facts import LinkFacts
from ripplegraph.indexing.assembly import ScannedFile
from ripplegraph.indexing.discover import FoundFile
from ripplegraph.indexing.facts_cache import FactsCache
from ripplegraph.indexing.packing import unpack_link_facts
from ripplegraph.indexing.relink import FactsChange
from ripplegraph.store.rows import FileRow

PARSED = frozenset({"parsed", "partial"})
"""The statuses of files that have facts."""


class FactsMissingError(Exception):
    """The facts of a file that did not change are not there any more."""


@dataclass(frozen=True)
class Delta:
    """The files as they are, as they were, and those that differ."""

    found: Sequence[FoundFile]
    stored: Mapping[str, FileRow]
    written: tuple[ScannedFile, ...]
    """Files that are new or say something else."""
    rows: tuple[FileRow, ...]
    """The rows of these, and of files of which git knows the same content by another name."""
    gone: tuple[FileRow, ...]

    @property
    def counts(self) -> dict[str, int]:
        new = sum(file.row.path not in self.stored for file in self.written)
        return {"new": new, "changed": len(self.written) - new, "gone": len(self.gone)}

    @property
    def paths(self) -> frozenset[str]:
        """The files that are new, changed or gone."""
        return frozenset((*self.hashes, *(row.path for row in self.gone)))

    @property
    def hashes(self) -> dict[str, str]:
        """The hash of each file that is new or changed."""
        return {file.row.path: file.row.content_hash for file in self.written}

    @property
    def has_parsed_files(self) -> bool:
        """Whether any file can be linked."""
        away = {file.row.path for file in self.written} | {row.path for row in self.gone}
        return any(file.facts is not None for file in self.written) or any(
            row.status in PARSED and path not in away for path, row in self.stored.items()
        )

    @cached_property
    def nameable_before(self) -> frozenset[str]:
        """The paths of the last scan that are ids of nodes."""
        return frozenset(path for path in self.stored if _is_nameable(path))


def number_files(found: Iterable[FoundFile], stored: Mapping[str, FileRow]) -> dict[str, int]:
    """Return a number for each file: the one that it had, or a new one."""
    last = max((row.id for row in stored.values()), default=0)
    numbers: dict[str, int] = {}
    for file in found:
        row = stored.get(file.path)
        if row is None:
            last += 1
        numbers[file.path] = last if row is None else row.id
    return numbers


def may_differ(file: FoundFile, row: FileRow | None) -> bool:
    """Whether a file has to be read: git does not say that it is as it was in the last scan."""
    if row is None or file.reason is not None or row.status == "failed":
        return True
    return file.blob is None or file.blob != row.blob


def find_delta(
    found: Sequence[FoundFile], stored: Mapping[str, FileRow], read: Iterable[ScannedFile]
) -> Delta:
    """Sort out the files that were read again by whether they say something else."""
    written, rows = [], []
    for file in read:
        before = stored.get(file.row.path)
        if before != file.row:
            rows.append(file.row)
        if before is None or before._replace(blob=file.row.blob) != file.row:
            written.append(file)
    present = {file.path for file in found}
    gone = tuple(row for path, row in sorted(stored.items()) if path not in present)
    return Delta(found, stored, tuple(written), tuple(rows), gone)


class CurrentFacts:
    """The facts of every file as it is now, read when they are needed."""

    def __init__(self, delta: Delta, cache: FactsCache) -> None:
        self._delta = delta
        self._cache = cache
        self._new = {
            file.row.path: None if file.facts is None else unpack_link_facts(file.facts)
            for file in delta.written
        }
        gone = {row.path for row in delta.gone}
        self.languages: dict[str, str] = {
            path: str(row.language)
            for path, row in delta.stored.items()
            if row.status in PARSED and path not in self._new and path not in gone
        }
        self.languages |= {
            file.row.path: str(file.row.language)
            for file in delta.written
            if file.facts is not None
        }

    def load(self, path: str) -> LinkFacts:
        """Return the facts of a file that has some."""
        new = self._new.get(path)
        return new if new is not None else self._load_kept(self._delta.stored[path])

    def find_changes(self) -> tuple[FactsChange, ...]:
        """Return the files whose facts are new, other than before, or gone."""
        found = [FactsChange(p, self._before(p), after) for p, after in sorted(self._new.items())]
        found += [FactsChange(row.path, self._before(row.path), None) for row in self._delta.gone]
        return tuple(change for change in found if change.before or change.after)

    def _before(self, path: str) -> LinkFacts | None:
        row = self._delta.stored.get(path)
        return self._load_kept(row) if row is not None and row.status in PARSED else None

    def _load_kept(self, row: FileRow) -> LinkFacts:
        found = self._cache.load_for_linking(row.content_hash, str(row.language))
        if found is None:
            raise FactsMissingError(row.path)
        return found


def _is_nameable(path: str) -> bool:
    return SEPARATOR not in path and not path.startswith(EXTERNAL_PREFIX) and "\\x" not in path
