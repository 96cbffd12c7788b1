"""Facts of all files of a scan, packed until they are used."""

from __future__ import annotations

from collections.abc import Iterable

from ripplegraph.graph.stored_facts import LinkFacts, StoredFacts, drop_descriptions
from ripplegraph.indexing.assembly import ScannedFile
from ripplegraph.indexing.extraction.packed_facts import unpack_facts, unpack_link_facts

_MOST_UNPACKED = 25_000_000
"""How many packed bytes are also held unpacked, which takes over twenty times as much memory."""


class PackedFiles:
    """The facts of the files of a scan, by path."""

    def __init__(self, files: Iterable[ScannedFile]) -> None:
        self._packed = {file.row.path: file.facts for file in files if file.facts is not None}
        self._unpacked: dict[str, LinkFacts] = {}
        self._room = _MOST_UNPACKED

    def unpack(self, path: str) -> StoredFacts | None:
        """Return everything a file says; None for a file that was not parsed."""
        data = self._packed.get(path)
        if data is None:
            return None
        facts = unpack_facts(data)
        if len(data) <= self._room:
            # Linking will want it soon.
            self._room -= len(data)
            self._unpacked[path] = drop_descriptions(facts)
        return facts

    def take(self, path: str) -> LinkFacts:
        """Return what linking needs of a file; who takes it keeps it."""
        facts = self._unpacked.pop(path, None)
        return facts if facts is not None else unpack_link_facts(self._packed[path])
