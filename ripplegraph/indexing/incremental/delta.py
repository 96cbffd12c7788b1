"""Differences of the files since the last scan."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ripplegraph.failures import FactsMissingError
from ripplegraph.graph.stored_facts import LinkFacts
from ripplegraph.indexing.assembly import ScannedFile
from ripplegraph.indexing.discovery.inventory import Inventory, is_nameable
from ripplegraph.indexing.extraction.facts_cache import FactsCache
from ripplegraph.indexing.extraction.packed_facts import unpack_link_facts
from ripplegraph.indexing.incremental.relink import FactsChange
from ripplegraph.store.graph.graph_updater import StoredFiles
from ripplegraph.store.records.graph_rows import FileRow


@dataclass(frozen=True)
class Delta:
    """The files as they are, as they were, and those that differ."""

    inventory: Inventory
    stored: StoredFiles
    written: tuple[ScannedFile, ...]
    """Files that are new or say something else."""
    rows: tuple[FileRow, ...]
    """The rows of these, and of files of which git knows the same content by another name."""

    @property
    def gone(self) -> tuple[FileRow, ...]:
        return self.inventory.gone

    @property
    def counts(self) -> dict[str, int]:
        new = sum(file.row.path not in self.stored.numbers for file in self.written)
        return {"new": new, "changed": len(self.written) - new, "gone": len(self.gone)}

    @property
    def paths(self) -> frozenset[str]:
        """The files that are new, changed or gone."""
        return frozenset((*self.hashes, *(row.path for row in self.gone)))

    @property
    def unread(self) -> set[str]:
        """The new, changed or gone files that are not, or were not, parsed as a whole."""
        now = {file.row.path for file in self.written if file.row.status != "parsed"}
        before = filter(None, map(self.stored.get, self.paths))
        return now | {row.path for row in before if row.status != "parsed"}

    @property
    def hashes(self) -> dict[str, str]:
        """The hash of each file that is new or changed."""
        return {file.row.path: file.row.content_hash for file in self.written}

    @cached_property
    def parsed(self) -> dict[str, str]:
        """The language of each file that has facts now."""
        away = {file.row.path for file in self.written} | {row.path for row in self.gone}
        found = {p: name for p, name in self.stored.parsed.items() if p not in away}
        return found | {
            file.row.path: str(file.row.language) for file in self.written if file.facts is not None
        }

    @cached_property
    def nameable_before(self) -> frozenset[str]:
        """The paths of the last scan that are ids of nodes."""
        return frozenset(filter(is_nameable, self.stored.numbers))


def find_delta(inventory: Inventory, stored: StoredFiles, read: Iterable[ScannedFile]) -> Delta:
    """Sort out the files that were read again by whether they say something else."""
    written, rows = [], []
    for file in read:
        before = stored.get(file.row.path)
        if before != file.row:
            rows.append(file.row)
        if before is None or before._replace(blob=file.row.blob) != file.row:
            written.append(file)
    return Delta(inventory, stored, tuple(written), tuple(rows))


class CurrentFacts:
    """The facts of every file as it is now, read when they are needed."""

    def __init__(self, delta: Delta, cache: FactsCache) -> None:
        self._delta = delta
        self._cache = cache
        self._new = {
            file.row.path: None if file.facts is None else unpack_link_facts(file.facts)
            for file in delta.written
        }

    def load(self, path: str) -> LinkFacts:
        """Return the facts of a file that has some."""
        new = self._new.get(path)
        return new if new is not None else self._load_kept(path)

    def find_changes(self) -> tuple[FactsChange, ...]:
        """Return the files whose facts are new, other than before, or gone."""
        found = [FactsChange(p, self._before(p), after) for p, after in sorted(self._new.items())]
        found += [FactsChange(row.path, self._before(row.path), None) for row in self._delta.gone]
        return tuple(change for change in found if change.before or change.after)

    def _before(self, path: str) -> LinkFacts | None:
        return self._load_kept(path) if path in self._delta.stored.parsed else None

    def _load_kept(self, path: str) -> LinkFacts:
        row = self._delta.stored.get(path)
        found = None
        if row is not None:
            found = self._cache.load_for_linking(row.content_hash, str(row.language))
        if found is None:
            raise FactsMissingError(path)
        return found
