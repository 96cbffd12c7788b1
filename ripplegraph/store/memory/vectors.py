"""Keeps what models made of the texts of memories: derived, but costly to make again."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from ripplegraph.store.sql import statements


class Pending(NamedTuple):
    """A memory that has no vector of a model yet, with what a vector is made from."""

    number: int
    title: str
    content: str


class VectorCount(NamedTuple):
    """The number of memories with a vector of a model."""

    model: str
    dimensions: int
    memories: int


def find_pending(
    connection: sqlite3.Connection, model: str, types: Collection[str], *, limit: int
) -> list[Pending]:
    """Return live memories without a vector of a model, newest first; -1 means all."""
    values = {"model": model, "types": json.dumps(sorted(types)), "limit": limit}
    return [Pending(*row) for row in connection.execute(statements.MEMORY_WITHOUT_VECTOR, values)]


def put_vectors(
    connection: sqlite3.Connection,
    model: str,
    made: Iterable[tuple[Pending, bytes]],
    *,
    at: str,
) -> int:
    """Keep vectors; one whose memory has another text by now is dropped. Returns how many stay."""
    kept = 0
    for pending, vector in made:
        values = {
            "memory": pending.number,
            "title": pending.title,
            "content": pending.content,
            "model": model,
            "dimensions": len(vector) // 4,
            "vector": vector,
            "at": at,
        }
        kept += connection.execute(statements.MEMORY_PUT_VECTOR, values).rowcount
    return kept


def read_vectors(
    connection: sqlite3.Connection, model: str, dimensions: int
) -> Sequence[tuple[int, bytes]]:
    """Return the vectors of one model: those of others cannot be compared with them."""
    values = {"model": model, "dimensions": dimensions}
    return list(connection.execute(statements.MEMORY_SELECT_VECTORS, values))


def count_vectors(connection: sqlite3.Connection) -> list[VectorCount]:
    return [VectorCount(*row) for row in connection.execute(statements.MEMORY_COUNT_VECTORS)]


def count_embeddable(connection: sqlite3.Connection, types: Collection[str]) -> int:
    """Return how many live memories there are of types that get vectors."""
    row = connection.execute(
        statements.MEMORY_COUNT_EMBEDDABLE, (json.dumps(sorted(types)),)
    ).fetchone()
    return int(row[0])


def delete_vectors(connection: sqlite3.Connection, model: str) -> None:
    connection.execute(statements.MEMORY_DELETE_VECTORS, (model,))


def delete_other_vectors(connection: sqlite3.Connection, model: str) -> int:
    """Remove the vectors of every other model; returns how many there were."""
    return connection.execute(statements.MEMORY_DELETE_OTHER_VECTORS, (model,)).rowcount
