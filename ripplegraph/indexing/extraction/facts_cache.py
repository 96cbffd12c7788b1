"""The facts of earlier scans, kept by content: what did not change is not parsed again."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Collection, Mapping

import msgspec

from ripplegraph.graph.stored_facts import LinkFacts, StoredFacts
from ripplegraph.indexing.extraction.packed_facts import unpack_facts, unpack_link_facts
from ripplegraph.parsers.facts_version import get_extractor_version
from ripplegraph.store.graph.graph_reader import read_cached_facts, read_facts


class FactsCache:
    """The cache of facts in the graph database; an empty one when it is not to be used."""

    def __init__(
        self, connection: sqlite3.Connection, languages: Collection[str], *, ignore: bool
    ) -> None:
        self.versions: Mapping[str, str] = {
            name: get_extractor_version(name) for name in sorted(languages)
        }
        self.keys: frozenset[tuple[str, str]] = frozenset()
        if not ignore:
            self.keys = read_cached_facts(connection, self.versions)
        self._connection = connection

    def load(self, content_hash: str, language: str) -> tuple[bytes, StoredFacts] | None:
        """Return kept facts, packed and unpacked; None when what was kept cannot be read."""
        data = read_facts(self._connection, content_hash, language)
        try:
            return data, unpack_facts(data)
        except (zlib.error, msgspec.DecodeError):
            return None

    def load_for_linking(self, content_hash: str, language: str) -> LinkFacts | None:
        """Return what linking needs of kept facts, or None when that cannot be read."""
        try:
            return unpack_link_facts(read_facts(self._connection, content_hash, language))
        except (zlib.error, msgspec.DecodeError):
            return None
