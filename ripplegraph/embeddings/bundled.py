"""The offline model that comes with the extra `embeddings`: nothing is ever downloaded."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ripplegraph.errors import EmbeddingError

if TYPE_CHECKING:
    from ripplegraph.embeddings.vectors import Matrix

NAME = "l2_supercat"
DIMENSIONS = 256
MODEL = f"wordllama/{NAME}/{DIMENSIONS}"


class BundledModel:
    """A table of word vectors: quick, small, and blind to the order of words."""

    model = MODEL
    batch = 512
    eager = 5_000

    def embed(self, texts: Sequence[str]) -> Matrix:
        from ripplegraph.embeddings.vectors import build_matrix

        # A text without any word has no vector; the model would divide by zero.
        safe = [text if text.strip() else "empty" for text in texts]
        return build_matrix(_load().embed(safe), count=len(texts), model=self.model)


@contextmanager
def _keep_logging() -> Iterator[None]:
    """Undo what the package does to the logging of the whole program while it is imported."""
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    try:
        yield
    finally:
        root.setLevel(level)
        root.handlers[:] = handlers


@cache
def _load() -> Any:
    try:
        with _keep_logging():
            import wordllama
    except ImportError as error:
        raise EmbeddingError(
            "The offline model is not installed.",
            hint="Run `pip install 'ripplegraph[embeddings]'`.",
        ) from error
    logging.getLogger("wordllama").setLevel(logging.ERROR)
    folder = Path(wordllama.__file__).parent
    try:
        return wordllama.WordLlama.load(
            NAME, cache_dir=folder, dim=DIMENSIONS, disable_download=True
        )
    except (OSError, ValueError, AttributeError) as error:
        raise EmbeddingError(
            f"The offline model cannot be loaded: {error}.",
            hint="Install it again: `pip install --force-reinstall wordllama`.",
        ) from error
