"""Models behind a server: Ollama, and whatever has the interface of OpenAI."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ripplegraph.config import EmbeddingsConfig
from ripplegraph.errors import EmbeddingError
from ripplegraph.http_post import HttpPostError, post

if TYPE_CHECKING:
    from ripplegraph.embeddings.vectors import Matrix

_MOST_BYTES = 64_000_000
"""Far more than a batch of the longest vectors."""


class OllamaModel:
    """A model of a local Ollama."""

    batch = 32
    eager = 64

    def __init__(self, config: EmbeddingsConfig) -> None:
        self._config = config
        self.model = f"ollama/{config.ollama_model}/{config.dimensions or 'own'}"

    def embed(self, texts: Sequence[str]) -> Matrix:
        from ripplegraph.embeddings.vectors import build_matrix

        wanted = {"dimensions": self._config.dimensions} if self._config.dimensions else {}
        body = {"model": self._config.ollama_model, "input": list(texts), **wanted}
        url = f"{self._config.ollama_url.rstrip('/')}/api/embed"
        answer = _post(url, body, {}, config=self._config)
        rows = cut_rows(answer.get("embeddings"), self._config.dimensions)
        return build_matrix(rows, count=len(texts), model=self.model)


class OpenAIModel:
    """A model of any server with OpenAI's interface for embeddings."""

    batch = 64
    eager = 128

    def __init__(self, config: EmbeddingsConfig, *, environment: Mapping[str, str]) -> None:
        self._config = config
        self._key = environment.get(config.openai_key_variable, "")
        self.model = f"openai/{config.openai_model}/{config.dimensions or 'own'}"

    def embed(self, texts: Sequence[str]) -> Matrix:
        from ripplegraph.embeddings.vectors import build_matrix

        wanted = {"dimensions": self._config.dimensions} if self._config.dimensions else {}
        body = {"model": self._config.openai_model, "input": list(texts), **wanted}
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        url = f"{self._config.openai_url.rstrip('/')}/embeddings"
        answer = _post(url, body, headers, config=self._config)
        data = answer.get("data")
        if not isinstance(data, list) or not all(isinstance(item, dict) for item in data):
            data = []
        rows = [item.get("embedding") for item in sorted(data, key=_find_place)]
        return build_matrix(rows, count=len(texts), model=self.model)


def _find_place(item: Mapping[str, Any]) -> int:
    place = item.get("index")
    return place if isinstance(place, int) else 0


def cut_rows(rows: Any, dimensions: int) -> Any:
    """Shorten vectors for a server that does not know the wish: their start is a vector, too."""
    if not dimensions or not isinstance(rows, list):
        return rows
    return [row[:dimensions] if isinstance(row, list) else row for row in rows]


def _post(
    url: str, body: Mapping[str, object], headers: Mapping[str, str], *, config: EmbeddingsConfig
) -> dict[str, Any]:
    try:
        timeout = config.timeout_ms / 1000
        answer = json.loads(post(url, body, headers, timeout=timeout, most_bytes=_MOST_BYTES))
    except (HttpPostError, ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, HttpPostError) else "the answer is no JSON"
        raise EmbeddingError(
            f"No vectors from {_name(url)}: {reason}.",
            hint="Start the server, or set `embeddings.provider`.",
        ) from error
    return answer if isinstance(answer, dict) else {}


def _name(url: str) -> str:
    """Return an address without what may be secret in it."""
    return url.rpartition("@")[2].partition("?")[0]
