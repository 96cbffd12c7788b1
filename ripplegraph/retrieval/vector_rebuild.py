"""Rebuilds the vectors of memories, a batch at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ripplegraph.embeddings.provider import Provider
from ripplegraph.errors import EmbeddingError
from ripplegraph.memory.types.registry import TypeRegistry
from ripplegraph.retrieval.vector_list import embed_memories, find_embedded_types
from ripplegraph.store.connection import exists, open_for_reading, open_for_writing
from ripplegraph.store.database import Database
from ripplegraph.store.memory.vectors import (
    Pending,
    count_embeddable,
    delete_other_vectors,
    delete_vectors,
    find_pending,
    put_vectors,
)
from ripplegraph.store.sqlite.raw_connection import write_transaction

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class ReindexReport:
    """The report of a rebuild: vectors made, the model, vectors dropped."""

    model: str
    memories: int
    """How many have a vector now."""
    made: int
    removed: int
    """Vectors of other models."""
    notes: tuple[str, ...] = ()


def reindex(
    database: Database,
    chain: Sequence[Provider],
    registry: TypeRegistry,
    *,
    clock: Callable[[], str],
    anew: bool = False,
    on_progress: Progress | None = None,
) -> ReindexReport:
    """Give every memory a vector of the first model that answers; `anew` makes all of them again.

    The vectors of other models go when all are made: not before, so that nothing is missing.
    """
    notes: list[str] = []
    types = find_embedded_types(registry)
    for provider in chain:
        job = _Job(database, provider, types, clock, on_progress)
        try:
            return job.run(anew=anew, notes=tuple(notes))
        except EmbeddingError as error:
            if job.made or provider is chain[-1]:
                raise EmbeddingError(
                    f"{error.message} {job.made} vectors were made and stay.",
                    hint=f"{error.hint} Then run this again: it goes on from here.",
                ) from error
            notes.append(error.message)
    raise EmbeddingError("There is no model.", hint="Set `embeddings.provider`.")


class _Job:
    """The work with one model."""

    def __init__(
        self,
        database: Database,
        provider: Provider,
        types: Sequence[str],
        clock: Callable[[], str],
        on_progress: Progress | None,
    ) -> None:
        self._database = database
        self._provider = provider
        self._types = types
        self._clock = clock
        self._tell = on_progress or (lambda _phase, _done, _total: None)
        self.made = 0

    def run(self, *, anew: bool, notes: tuple[str, ...]) -> ReindexReport:
        model = self._provider.model
        if not exists(self._database):
            return ReindexReport(model, 0, 0, 0, notes)
        if anew:
            # Only once it is known that the model answers.
            embed_memories(self._provider, [Pending(0, "", "test")])
            with open_for_writing(self._database) as writer, write_transaction(writer):
                delete_vectors(writer, model)
        total, waiting = self._count()
        while part := self._read_part():
            if not self._make(part):
                break
            self._tell("embed", min(self.made, waiting), waiting)
        with open_for_writing(self._database) as writer, write_transaction(writer):
            removed = delete_other_vectors(writer, model)
        return ReindexReport(model, total, self.made, removed, notes)

    def _count(self) -> tuple[int, int]:
        with open_for_reading(self._database) as connection:
            total = count_embeddable(connection, self._types)
            pending = find_pending(connection, self._provider.model, self._types, limit=-1)
        return total, len(pending)

    def _read_part(self) -> list[Pending]:
        with open_for_reading(self._database) as connection:
            return find_pending(
                connection, self._provider.model, self._types, limit=self._provider.batch
            )

    def _make(self, part: list[Pending]) -> int:
        vectors = embed_memories(self._provider, part)
        with open_for_writing(self._database) as writer, write_transaction(writer):
            kept = put_vectors(writer, self._provider.model, vectors, at=self._clock())
        self.made += kept
        return kept
