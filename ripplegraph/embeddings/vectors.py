"""Vectors as numbers: packed for the database, and compared with each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ripplegraph.errors import EmbeddingError

Matrix = NDArray[np.float32]

_STORED = np.dtype("<f4")


def build_matrix(rows: object, *, count: int, model: str) -> Matrix:
    """Check what a model answered, and bring each row to length 1; one of zeros stays."""
    try:
        matrix = np.asarray(rows, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise _build_error(model) from error
    if matrix.ndim != 2 or matrix.shape[0] != count or not matrix.shape[1]:
        raise _build_error(model)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    # A model that has no number for anything is broken: what is kept once is not made again.
    if not np.isfinite(lengths).all() or not lengths.any():
        raise _build_error(model)
    scaled: Matrix = (matrix / np.where(lengths, lengths, 1.0)).astype(np.float32)
    return scaled


def pack(row: Matrix) -> bytes:
    return row.astype(_STORED).tobytes()


def unpack(packed: Sequence[bytes], dimensions: int) -> Matrix:
    """Return stored vectors as rows."""
    joined = np.frombuffer(b"".join(packed), dtype=_STORED)
    matrix: Matrix = joined.reshape(len(packed), dimensions).astype(np.float32, copy=False)
    return matrix


def compare(question: Matrix, rows: Matrix) -> list[float]:
    """Return the cosine of the angle between a vector and each row."""
    return [float(value) for value in rows @ question]


def find_largest(values: Sequence[float], count: int) -> list[int]:
    """Return where the largest values stand, largest first."""
    order = np.argsort(-np.asarray(values), kind="stable")[:count]
    return [int(index) for index in order]


def mix(first: Matrix, second: Matrix, *, share: float) -> Matrix:
    """Return a vector between two, with a share of the second."""
    both: Matrix = (1 - share) * first + share * second
    length = float(np.linalg.norm(both))
    return both / length if length else both


def _build_error(model: str) -> EmbeddingError:
    return EmbeddingError(
        f"The model {model!r:.80} answered with something other than vectors.",
        hint="Choose a model for embeddings; see docs/reference/configuration.md.",
    )
