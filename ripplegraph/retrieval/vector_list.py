"""Finds memories whose vectors are near that of a question, and makes those that are missing."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ripplegraph.embeddings.provider import Provider, build_text
from ripplegraph.errors import EmbeddingError, StoreError
from ripplegraph.memory.types.registry import TypeRegistry
from ripplegraph.store.connection import open_for_writing
from ripplegraph.store.database import Database
from ripplegraph.store.memory.spool_view import is_view
from ripplegraph.store.memory.vectors import (
    Pending,
    count_vectors,
    find_pending,
    put_vectors,
    read_vectors,
)
from ripplegraph.store.sqlite.raw_connection import write_transaction

if TYPE_CHECKING:
    from ripplegraph.embeddings.vectors import Matrix

MOST = 200
"""How many of the nearest count."""
FARTHEST = 0.1
"""A smaller cosine means nothing."""
_PATIENCE_MS = 100
"""How long a search waits to keep vectors that it made; the next one can make them again."""


@dataclass(frozen=True)
class Nearest:
    """The memories nearest to a question, and the model of their vectors."""

    values: list[tuple[int, float]] = field(default_factory=list)
    model: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class VectorSearch:
    """Searches by vectors with the first model of a chain that answers."""

    database: Database
    chain: Sequence[Provider]
    types: Collection[str]
    now: str

    def find(
        self,
        connection: sqlite3.Connection,
        allowed: Collection[int],
        build: Callable[[Provider], Matrix],
    ) -> Nearest:
        """Rank the allowed memories by how near they are to what `build` makes of the question."""
        notes: list[str] = []
        for provider in self.chain:
            try:
                question = build(provider)
                values = self._compare(connection, provider, question, allowed, notes)
            except EmbeddingError as error:
                notes.append(f"{error.message} {error.hint}")
                continue
            return Nearest(values, provider.model, tuple(notes))
        return Nearest(notes=tuple(notes))

    def _compare(
        self,
        connection: sqlite3.Connection,
        provider: Provider,
        question: Matrix,
        allowed: Collection[int],
        notes: list[str],
    ) -> list[tuple[int, float]]:
        from ripplegraph.embeddings.vectors import compare, find_largest, unpack

        dimensions = question.shape[0]
        rows = dict(read_vectors(connection, provider.model, dimensions))
        notes.extend(_find_odd_lengths(connection, provider.model, dimensions))
        rows.update(self._complete(connection, provider, notes))
        numbers = [
            number
            for number, row in rows.items()
            if number in allowed and len(row) == 4 * dimensions
        ]
        if not numbers:
            return []
        near = compare(question, unpack([rows[number] for number in numbers], dimensions))
        best = find_largest(near, MOST)
        return [(numbers[i], near[i]) for i in best if near[i] >= FARTHEST]

    def _complete(
        self, connection: sqlite3.Connection, provider: Provider, notes: list[str]
    ) -> dict[int, bytes]:
        """Make vectors that are missing, as many as there is time for, and try to keep them."""
        pending = find_pending(connection, provider.model, self.types, limit=provider.eager + 1)
        if len(pending) > provider.eager:
            notes.append("Some memories have no vector yet; `ripple memories reindex` makes them.")
        made: list[tuple[Pending, bytes]] = []
        for start in range(0, min(len(pending), provider.eager), provider.batch):
            part = pending[start : start + provider.batch]
            made.extend(embed_memories(provider, part[: provider.eager - start]))
        if made and not is_view(connection):
            self._keep(provider.model, made)
        return {memory.number: vector for memory, vector in made}

    def _keep(self, model: str, made: list[tuple[Pending, bytes]]) -> None:
        database = self.database._replace(busy_timeout_ms=_PATIENCE_MS)
        try:
            with open_for_writing(database) as writer, write_transaction(writer):
                put_vectors(writer, model, made, at=self.now)
        except StoreError:
            # Somebody else writes, or nobody can: the answer does not depend on it.
            return


def _find_odd_lengths(connection: sqlite3.Connection, model: str, dimensions: int) -> Iterator[str]:
    """Find vectors of another length, although their model has the same name."""
    kept = [count for count in count_vectors(connection) if count.model == model]
    odd = sum(count.memories for count in kept if count.dimensions != dimensions)
    if odd:
        yield (
            f"{odd:,} vectors are not as long as those that {model} makes now; "
            "`ripple memories reindex --all` makes them again."
        )


def find_embedded_types(registry: TypeRegistry) -> tuple[str, ...]:
    """Return the types whose memories get vectors; figures and records do not."""
    return tuple(kind.name for kind in registry.list_types() if kind.embed)


def embed_question(provider: Provider, text: str) -> Matrix:
    """Return the vector of a question."""
    row: Matrix = provider.embed([text])[0]
    return row


def embed_memories(provider: Provider, memories: Sequence[Pending]) -> list[tuple[Pending, bytes]]:
    """Make the vectors of memories."""
    from ripplegraph.embeddings.vectors import pack

    texts = [build_text(memory.title, memory.content) for memory in memories]
    rows = provider.embed(texts) if texts else ()
    return [(memory, pack(row)) for memory, row in zip(memories, rows, strict=True)]
